"""Playtests: the games are those of the arena, their details are true, and Ctrl-C keeps what was played."""

import signal
from itertools import count

import numpy as np
import pytest

from carrozza import boards
from carrozza.arena import ArenaError, simulate
from carrozza.bots import UnknownBot
from carrozza.interrupts import InterruptFlag
from carrozza.kernel.chance import stream
from carrozza.workshop.playtest import PlaytestReport, playtest
from carrozza.workshop.playtest import games as playtest_games
from carrozza.workshop.playtest.game_loop import CUT_SHORT
from carrozza.workshop.playtest.games import PlayedGames, make_plan, play_plan
from carrozza.workshop.playtest.styles import STYLES

NEW_YORK = boards.load("new-york")


def played(board: str, games: int, players: list[int], **asked: object) -> PlayedGames:
    return play_plan(make_plan(boards.load(board), games, players, seed=3, **asked), InterruptFlag())  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def europe() -> PlayedGames:
    return played("europe", 60, [3])


def test_the_games_are_those_that_the_arena_plays() -> None:
    table = played("new-york", 19, [2], bots=["planner"]).tables[0]
    seed = int(stream(np.uint64(3), 2))
    assert table.outcomes.tobytes() == simulate("new-york", 2, 19, "planner", seed=seed).outcomes.tobytes()


def test_every_number_of_players_has_its_share_of_the_games() -> None:
    report = playtest(NEW_YORK, games=41)
    assert [(table.players, table.games) for table in report.tables] == [(2, 14), (3, 14), (4, 13)]
    assert {style.style for style in report.styles} == set(STYLES)


def test_a_seed_gives_the_same_games_whatever_the_threads() -> None:
    one, two = (playtest(NEW_YORK, games=80, seed=5, threads=threads) for threads in (1, 2))
    timed = {"seconds": 0.0}
    assert one.model_copy(update=timed) == two.model_copy(update=timed)
    assert one.tables != playtest(NEW_YORK, games=80, seed=6).tables


def test_tickets_are_dealt_then_kept_then_made(europe: PlayedGames) -> None:
    table = europe.tables[0]
    dealt, opening, drawn, kept, made = (table.by_seat(name) for name in ("dealt", "opening", "drawn", "kept", "made"))
    sizes = np.bitwise_count(dealt)
    assert (sizes == 4).all(), "one long ticket and three others"
    assert (np.bitwise_count(opening) >= 2).all()
    for inner, outer in ((opening, dealt), (dealt, drawn), (kept, drawn), (opening, kept), (made, kept)):
        assert (inner & ~outer == 0).all()
    assert (np.bitwise_count(made) == table.by_seat("tickets_completed")).all()
    assert (np.bitwise_count(kept ^ made) == table.by_seat("tickets_failed")).all()


def test_every_claim_has_its_owner_and_its_turn(europe: PlayedGames) -> None:
    table = europe.tables[0]
    owner, turn = table.details["owner"], table.details["claimed_at"]
    for seat in range(3):
        assert ((owner == seat + 1).sum(axis=1) == table.by_seat("routes_claimed")[:, seat]).all()
    assert ((owner > 0) == (turn > 0)).all()
    assert (turn.max(axis=1) <= table.outcomes["turns"]).all()
    assert all(len(set(turns[turns > 0])) == (turns > 0).sum() for turns in turn), "one claim a turn"


def test_plans_are_cut_by_claims_alone(europe: PlayedGames) -> None:
    cuts, owner = europe.tables[0].details["plans_cut"], europe.tables[0].details["owner"]
    assert cuts.sum() > 0
    assert (owner[cuts > 0] > 0).all()
    assert cuts.max() <= 2, "of the two others"


def test_a_game_without_end_is_stopped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playtest_games, "TURNS_A_SEAT", 3)
    games = played("new-york", 10, [2])
    assert (games.tables[0].details["ending"] == CUT_SHORT).all()
    assert (games.tables[0].outcomes["turns"] == 6).all()
    report = playtest(NEW_YORK, games=10, players=[2])
    assert report.tables[0].endless == 10
    assert report.findings[0].code == "endless"


def test_ctrl_c_reports_the_games_played_so_far() -> None:
    calls = count(1)
    report = playtest(
        NEW_YORK,
        games=20_000,
        threads=1,
        on_progress=lambda done: signal.raise_signal(signal.SIGINT) if next(calls) == 4 else None,
    )
    assert report.interrupted
    assert 0 < report.games < 20_000
    assert {table.players for table in report.tables} == {2, 3, 4}


def test_the_time_that_is_allowed_ends_it_as_ctrl_c_does() -> None:
    report = playtest(NEW_YORK, games=20_000, most_seconds=0.0)
    assert report.interrupted and report.games < 20_000


def test_ctrl_c_before_the_first_game_reports_nothing() -> None:
    interrupt = InterruptFlag()
    interrupt.press()
    games = play_plan(make_plan(NEW_YORK, 100, seed=1), interrupt)
    assert games.games == 0
    from carrozza.workshop.playtest.playtesting import report_of

    report = report_of(games)
    assert (report.interrupted, report.figures, report.findings) == (True, None, ())


def test_what_cannot_be_played_is_refused() -> None:
    for wrong, message in (
        ({"games": 0}, "games 0: ask for 1"),
        ({"games": 10**9}, "games 1000000000: ask for 1 to 200,000"),
        ({"games": 5, "players": [7]}, "players 7: the board new-york is for 2 to 4"),
        ({"games": 5, "bots": ["search:10"]}, "'search:10' is not compiled"),
    ):
        with pytest.raises(ArenaError, match=message):
            make_plan(NEW_YORK, **wrong)
    with pytest.raises(UnknownBot):
        make_plan(NEW_YORK, 5, bots=["colector"])


def test_a_report_reads_back_from_its_json() -> None:
    report = playtest(NEW_YORK, games=30, players=[3])
    assert PlaytestReport.model_validate_json(report.model_dump_json()) == report
