"""Results in a file: whole, once each, and found again after any end."""

import json
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from carrozza.arena import ArenaError, run_contest
from carrozza.arena.contest_run import ContestOptions, ContestResult
from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, make_contest
from carrozza.arena.playing.game_store import BY_SEAT, GameStore
from tests.arena.arena_process import fork_arena, wait_until

BOTS = ["greedy", "random"]
FAR_TOO_MANY = 1_000_000
"""Games that nobody waits for."""


def played(out: Path | None, games: int = 60, **asked: Any) -> ContestResult:
    asked = {"board": "usa", "seats": 2, "bots": BOTS, **asked}
    return run_contest(games=games, options=ContestOptions(threads=2, out=out), **asked)


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def same_games(one: ContestResult, other: ContestResult) -> bool:
    return one.results.outcomes.tobytes() == other.results.outcomes.tobytes() and bool(
        (one.results.done == other.results.done).all()
    )


def test_every_game_is_a_row_and_every_seat_too(tmp_path: Path) -> None:
    found = played(tmp_path / "r.sqlite")
    assert rows(tmp_path / "r.sqlite", "SELECT count(*) FROM games") == [(60,)]
    for deal, seating in ((0, 0), (7, 1), (29, 0)):
        lineup, rotation = found.contest.rotations[seating]
        told = rows(
            tmp_path / "r.sqlite",
            f"SELECT bot, {', '.join(BY_SEAT)} FROM seats WHERE deal = {deal} AND lineup = {lineup} "
            f"AND rotation = {rotation} ORDER BY seat",
        )
        outcome = found.results.outcomes[seating, deal]
        for seat, bot in enumerate(found.contest.seatings[seating]):
            assert told[seat] == (BOTS[bot], *(int(outcome[name][seat]) for name in BY_SEAT))


def test_played_again_nothing_is_played(tmp_path: Path) -> None:
    first, again = played(tmp_path / "r.sqlite"), played(tmp_path / "r.sqlite")
    assert (first.resumed, again.resumed) == (0, 60)
    assert same_games(first, again)
    assert first.summary()["bots"] == again.summary()["bots"], "times too"


def test_more_games_go_on_where_it_was_left(tmp_path: Path) -> None:
    played(tmp_path / "r.sqlite", games=20)
    more = played(tmp_path / "r.sqlite", games=60)
    assert more.resumed == 20
    assert same_games(more, played(None, games=60))


def test_fewer_games_are_the_first_ones(tmp_path: Path) -> None:
    played(tmp_path / "r.sqlite", games=60)
    fewer = played(tmp_path / "r.sqlite", games=20)
    assert fewer.standings.games == 20
    assert same_games(fewer, played(None, games=20))


def test_gaps_are_filled(tmp_path: Path) -> None:
    played(tmp_path / "r.sqlite")
    with sqlite3.connect(tmp_path / "r.sqlite") as file:
        for seating in ("games", "seats"):
            file.execute(f"DELETE FROM {seating} WHERE deal IN (2, 11, 12, 29) AND rotation = 1")
    filled = played(tmp_path / "r.sqlite")
    assert filled.resumed == 56
    assert same_games(filled, played(None))


def test_a_game_that_comes_twice_is_kept_once(tmp_path: Path) -> None:
    contest = make_contest("usa", 2, 10, BOTS, seed=1)
    played_batch = play_batch(contest, Batch(0, 0, 5, move_by_move=False))
    with GameStore(tmp_path / "r.sqlite", contest) as store:
        store.save(played_batch)
        store.save(played_batch)
        assert [found.batch.first for found in store.results()] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"bots": ["greedy", "planner"]}, r"bots greedy, random there, greedy, planner now"),
        ({"seed": 2}, r"seed 1 there, 2 now"),
        ({"seats": 3}, r"players 2 there, 3 now"),
        ({"board": "europe"}, r"board usa there, europe now"),
        (
            {"bots": ["greedy", "random", "random"]},
            r"lineups \(greedy, random\) there, .*\(random, random\) now",
        ),
    ],
)
def test_another_contest_is_refused_and_told_apart(tmp_path: Path, other: dict[str, Any], message: str) -> None:
    played(tmp_path / "r.sqlite", games=4)
    with pytest.raises(ArenaError, match=f"r.sqlite: holds another contest .*{message}"):
        played(tmp_path / "r.sqlite", games=4, **other)
    assert rows(tmp_path / "r.sqlite", "SELECT count(*) FROM games") == [(4,)]


def test_what_is_no_file_of_results_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to look at twice\n" * 20, encoding="utf-8")
    with pytest.raises(ArenaError, match=r"notes.txt: cannot be used for results"):
        played(tmp_path / "notes.txt")
    with sqlite3.connect(tmp_path / "other.sqlite") as file:
        file.execute("CREATE TABLE cats (name TEXT)")
    with pytest.raises(ArenaError, match=r"other.sqlite: a database, but not one of arena results"):
        played(tmp_path / "other.sqlite")
    with pytest.raises(ArenaError, match=r"cannot be used for results: unable to open"):
        played(tmp_path / "nowhere" / "r.sqlite")
    assert rows(tmp_path / "other.sqlite", "SELECT name FROM sqlite_master") == [("cats",)]


def games_in(path: Path) -> int:
    try:
        return int(rows(path, "SELECT count(*) FROM games")[0][0])
    except sqlite3.Error:
        return 0


@pytest.mark.slow
def test_killed_half_way_and_resumed_no_game_is_counted_twice(tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    options = ("--board", "new-york", "--bots", "greedy,random", "--out", out, "--threads", 2, "--json")
    for least in (200, 1000):
        arena = fork_arena(*options, "--games", FAR_TOO_MANY)
        wait_until(lambda least=least: games_in(out) >= least, "no games were stored")  # type: ignore[misc]
        os.kill(arena.pid, signal.SIGKILL)
        arena.communicate()
        assert arena.returncode == -signal.SIGKILL
        assert rows(out, "PRAGMA integrity_check") == [("ok",)]
        stored = games_in(out)
        assert rows(out, "SELECT count(*) FROM seats") == [(2 * stored,)], "a game is there whole or not at all"
    games = 2 * (rows(out, "SELECT max(deal) FROM games")[0][0] + 101)
    arena = fork_arena(*options, "--games", games)
    output, _ = arena.communicate()
    told = json.loads(output)
    assert arena.returncode == 0
    assert (told["games"], told["resumed"]) == (games, stored)
    assert rows(out, "SELECT count(*), count(DISTINCT deal || '-' || rotation) FROM games") == [(games, games)]
    assert [bot["games"] for bot in told["bots"]] == [games, games]
    expected = json.loads(json.dumps(run_contest("new-york", 2, games, BOTS).summary()["bots"]))
    for key in ("wins", "win_rate", "interval", "mean_score", "rating"):
        assert [bot[key] for bot in told["bots"]] == [bot[key] for bot in expected]
