"""Tables of games: what they hold, where they go, and what can go wrong on the way."""

import errno
import json
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import Table, parquet

import carrozza
from carrozza.arena import simulate_command
from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch
from carrozza.arena.playing.noting import noted_games
from carrozza.arena.playing.simulation import Plan, make_plan
from carrozza.arena.tables import table_folder
from carrozza.arena.tables.declaration import TABLES
from carrozza.arena.tables.rows import PHASES, NotedGames
from carrozza.game import Game
from carrozza.game.moves import Draw
from carrozza.kernel import state as phases
from tests.arena.class_bots import FIRST_MOVE
from tests.arena.own_process import without_workers

SETUPS = [
    ("usa", 2, ()),
    ("europe", 3, ()),
    ("new-york", 4, ()),
    ("italy-advanced", 2, ()),
    ("old-west", 3, ("alvin",)),
]


def run(out: Path, **asked: Any) -> int:
    return simulate_command(
        **{"board": "new-york", "players": 2, "games": 30, "seed": 1, "as_json": True, "out": out, **asked}
    )


def read(folder: Path, table: str) -> Table:
    return parquet.read_table(folder / table)


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = read(folder, table).to_pylist()
    return listed


def plan_for(board: str, seats: int, variants: tuple[str, ...], games: int = 3) -> Plan:
    bots = ["planner", "random", "greedy", "random"][:seats]
    return make_plan(board, seats, games, bots, 5, 1, variants, noted=True, decisions=True)


@pytest.mark.parametrize(("board", "seats", "variants"), SETUPS)
def test_a_game_leaves_the_same_notes_however_it_is_played(board: str, seats: int, variants: tuple[str, ...]) -> None:
    plan = plan_for(board, seats, variants)
    compiled = NotedGames(plan, [play_batch(plan.contest, Batch(0, 0, 3, move_by_move=False))])
    single = NotedGames(plan, [play_batch(plan.contest, Batch(0, game, 1, move_by_move=True)) for game in range(3)])
    for table in TABLES:
        one, other = (table_folder.arrow_table(table, games, {}) for games in (compiled, single))
        assert one.equals(other), table.name


@pytest.mark.parametrize(("board", "seats", "variants"), SETUPS)
def test_the_decisions_replay_their_game(board: str, seats: int, variants: tuple[str, ...]) -> None:
    plan = plan_for(board, seats, variants, games=1)
    noted = NotedGames(plan, [play_batch(plan.contest, Batch(0, 0, 1, move_by_move=False))])
    tables = {table.name: table_folder.arrow_table(table, noted, {}).to_pylist() for table in TABLES}
    (found,) = tables["games"]
    game = Game(board, seats, found["seed"], variants=variants, first=0)
    for decision in tables["decisions"]:
        if not decision["phase"].startswith("pay "):
            assert decision["seat"] == game.state.actor + 1
            game.play(decision["move"])
    assert game.finished
    assert [score.total for score in game.scores().values()] == found["scores"]
    assert [game.seats[seat - 1] for seat in found["winners"]] == list(game.winners)
    assert found["decisions"] == len(tables["decisions"])
    check_claims(game, tables["routes"])
    check_cards(game, tables["cards"], tables["seats"])
    check_tickets(game, tables["tickets"], tables["seats"])


def check_claims(game: Game, routes: list[dict[str, Any]]) -> None:
    owners = {route: owner for owner in game.seats for route in game.routes(owner)}
    assert {row["route"]: game.seats[row["seat"] - 1] for row in routes} == owners
    turns = [row["turn"] for row in routes]
    assert all(one < other for one, other in pairwise(turns)), "a turn has one claim"


def check_cards(game: Game, cards: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
    face_up, blind = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for played in game.history:
        if isinstance(played.move, Draw) and played.move.card == "deck":
            blind[played.player, played.drawn[0]] += 1
        elif isinstance(played.move, Draw):
            face_up[played.player, played.move.card] += 1
    for row in cards:
        key = game.seats[row["seat"] - 1], row["card"]
        assert (row["face_up"], row["blind"]) == (face_up[key], blind[key])
    for row in seats:
        of_seat = [card for card in cards if card["seat"] == row["seat"]]
        assert row["face_up_colour"] == sum(card["face_up"] for card in of_seat if card["card"] != "locomotive")
        assert row["blind_locomotive"] == sum(card["blind"] for card in of_seat if card["card"] == "locomotive")


def check_tickets(game: Game, tickets: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
    for row, (player, score) in zip(seats, game.scores().items(), strict=True):
        of_seat = [ticket for ticket in tickets if ticket["seat"] == row["seat"]]
        assert {ticket["ticket"] for ticket in of_seat} == set(game.tickets(player))
        signed = sum(ticket["points"] if ticket["completed"] else -ticket["points"] for ticket in of_seat)
        assert signed == score.tickets == row["points_tickets"]
        assert row["tickets_kept"] == len(of_seat) == row["tickets_completed"] + row["tickets_failed"]
        begun = [played for played in game.history if played.player == player and played.begins]
        first, *others = begun
        assert {ticket["ticket"] for ticket in of_seat if ticket["opening"]} == set(first.move.tickets)  # type: ignore[union-attr]
        started = int(any(str(played.move).startswith("start ") for played in others))
        assert row["turns"] == len(others) - started


def test_a_list_of_decisions_that_is_too_short_is_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, batch = plan_for("new-york", 2, ()), Batch(0, 0, 3, move_by_move=False)
    enough = play_batch(plan.contest, batch)
    monkeypatch.setattr(noted_games, "DECISIONS_A_GAME", 1)
    grown = play_batch(plan.contest, batch)
    assert enough.notes is not None
    assert grown.notes is not None
    assert np.array_equal(grown.notes.decisions, enough.notes.decisions)
    assert np.array_equal(grown.notes.claims, enough.notes.claims)
    assert grown.notes.games.tobytes() == enough.notes.games.tobytes()
    assert grown.claims is not None
    assert enough.claims is not None
    assert np.array_equal(grown.claims, enough.claims)


def test_the_phases_have_their_names() -> None:
    for number, name in enumerate(PHASES):
        constant = {"second card": "SECOND", "move alvin": "MOVE_ALVIN"}.get(name, name.replace(" ", "_").upper())
        assert getattr(phases, constant) == number


def test_tables_are_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    asked = {"board": "europe", "players": 3, "games": 301, "decisions": True}
    assert run(tmp_path / "one", threads=1, **asked) == 0
    assert run(tmp_path / "three", threads=3, **asked) == 0
    for table in TABLES:
        one = read(tmp_path / "one", table.name)
        assert one.equals(read(tmp_path / "three", table.name))
        assert one["game"].to_pylist() == sorted(one["game"].to_pylist())


def test_parts_follow_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(tmp_path / "whole", threads=1) == 0
    monkeypatch.setattr(table_folder, "GAMES_A_PART", 7)
    assert run(tmp_path / "parts", threads=1) == 0
    names = sorted(path.name for path in (tmp_path / "parts" / "seats").iterdir())
    assert names[:2] == ["part-000000000000.parquet", "part-000000000007.parquet"]
    assert len(names) == 5
    for table in ("games", "seats", "routes", "tickets", "cards"):
        assert read(tmp_path / "whole", table).equals(read(tmp_path / "parts", table))
    assert not (tmp_path / "whole" / "decisions").exists(), "only on request"


def test_a_file_says_what_it_holds(tmp_path: Path) -> None:
    assert run(tmp_path / "data", bots=["greedy", "random"], seed=9) == 0
    for table in TABLES[:-1]:
        schema = read(tmp_path / "data", table.name).schema
        said = {key.decode(): value.decode() for key, value in schema.metadata.items()}
        assert said["carrozza.table"] == table.name
        assert (said["carrozza.board"], said["carrozza.seed"], said["carrozza.games"]) == ("new-york", "9", "30")
        assert said["carrozza.version"] == carrozza.__version__
        assert json.loads(said["carrozza.bots"]) == ["greedy", "random"]
        assert json.loads(said["carrozza.units"]) == table.units
        assert schema.names == [column.name for column in table.columns]
        assert schema.field("seat" if table.name != "games" else "turns").metadata[b"unit"]


@pytest.mark.slow
def test_other_bots_fill_the_same_tables(tmp_path: Path) -> None:
    with without_workers():
        assert run(tmp_path / "data", bots=[FIRST_MOVE, "random"], games=3, threads=2, decisions=True) == 0
    assert [row["game"] for row in rows(tmp_path / "data", "games")] == [0, 1, 2]
    seats = rows(tmp_path / "data", "seats")
    assert [row["bot"] for row in seats] == [FIRST_MOVE, "random"] * 3
    assert sum(row["routes_claimed"] for row in seats) == read(tmp_path / "data", "routes").num_rows
    assert read(tmp_path / "data", "decisions").num_rows == sum(
        row["decisions"] for row in rows(tmp_path / "data", "games")
    )


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "notes.txt").write_text("mine", encoding="utf-8")
    assert run(tmp_path / "data") == 2
    assert "the folder is not empty; name a new one, or replace its tables with --overwrite" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["notes.txt"]


def test_overwriting_replaces_the_tables_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert run(folder, games=40, decisions=True) == 0
    (folder / "games" / "notes.txt").write_text("mine", encoding="utf-8")
    assert run(folder, games=5, overwrite=True) == 0
    assert (folder / "games" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert parquet.read_table(next((folder / "games").glob("*.parquet"))).num_rows == 5
    assert read(folder, "seats").num_rows == 10
    assert not list((folder / "decisions").iterdir()), "they are of other games"


@pytest.mark.parametrize(
    ("out", "asked", "message"),
    [
        ("file/data", {}, "file/data: cannot be written: "),
        ("file", {}, "cannot be written: "),
        ("games.csv", {"decisions": True}, "--decisions needs a folder: give --out a name without an ending"),
        ("games.xlsx", {}, "must end in .parquet or .csv; a folder's has no ending"),
    ],
)
def test_what_cannot_be_written_is_told_before_the_games(
    out: str, asked: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert run(tmp_path / out, **asked) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.out == ""


def test_tables_without_their_library_tell_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_folder, "find_spec", lambda name: None)
    assert run(tmp_path / "data") == 2
    assert "tables need pyarrow; install 'carrozza[data]', or write a .csv file" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_full_disk_leaves_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_folder, "GAMES_A_PART", 10)
    write = parquet.write_table

    def fill_up(table: Table, path: Path, **options: Any) -> None:
        write(table, path, **options)
        if "routes" in path.parts and table["game"][0].as_py() >= 10:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", fill_up)
    assert run(tmp_path / "data", games=100, threads=1) == 1
    told = capsys.readouterr()
    assert "data: cannot be written: No space left on device; the first 10 games are in it" in told.err
    assert read(tmp_path / "data", "games").num_rows == 10
    assert not [path for path in (tmp_path / "data").rglob("*") if "unfinished" in path.name]


def test_ctrl_c_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_folder, "GAMES_A_PART", 100)
    add = table_folder.TableFolder.add

    def press(folder: table_folder.TableFolder, played: Any) -> None:
        add(folder, played)
        if played.batch.first >= 200:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(table_folder.TableFolder, "add", press)
    assert run(tmp_path / "data", games=2000, threads=1) == 130
    told = capsys.readouterr()
    games = json.loads(told.out)["games"]
    assert 200 < games < 2000
    assert f"interrupted; the first {games:,} of 2,000 games are in {tmp_path / 'data'}" in told.err
    assert [row["game"] for row in rows(tmp_path / "data", "games")] == list(range(games))
    assert set(read(tmp_path / "data", "routes")["game"].to_pylist()) <= set(range(games))


def test_which_routes_winners_use_is_one_query(tmp_path: Path) -> None:
    assert run(tmp_path / "data", games=200) == 0
    routes = read(tmp_path / "data", "routes")
    used = routes.group_by(["route", "winner"]).aggregate([([], "count_all")])
    counted = Counter((row["route"], row["winner"]) for row in routes.to_pylist())
    assert {(row["route"], row["winner"]): row["count_all"] for row in used.to_pylist()} == counted
