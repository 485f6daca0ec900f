"""Whole games, from the first prompt to the last, on every board and in both languages."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    MoveAlvin,
    NoMarker,
    PlaceMarker,
    Start,
)
from carrozza.game.records.record import Record
from tests.terminal.driver import WIDTH, Table

ALONE = [
    ("usa", (), ("random", "random"), "en"),
    ("europe", (), ("random",), "it"),
    ("new-york", (), ("random", "random", "random"), "en"),
    ("italy-basic", (), ("random", "random", "random", "random"), "it"),
    ("italy-advanced", (), ("random",), "en"),
    ("old-west", (), ("random", "random"), "it"),
    ("old-west", ("alvin",), ("random",), "en"),
]
SHARED = [
    ("europe", (), ("Ada", "Bruno"), ("random",), "en"),
    ("new-york", (), ("Ada", "Bruno", "Carla"), (), "it"),
    ("old-west", ("alvin",), ("Ada", "Bruno"), (), "en"),
]


def finished(table: Table, chatter: float = 0.1) -> Table:
    """The table after a whole game."""
    assert table.play_by(table.anyhow(4, chatter)) is None, table.text[-2000:]
    assert table.game.finished
    return table


def check(table: Table) -> None:
    """What must be so of every whole game."""
    assert max(map(cell_len, table.text.splitlines())) <= WIDTH
    assert not [line for line in table.text.splitlines() if line.endswith("  ")]
    ending = table.text[table.text.rindex(table.say("terminal.end")) :]
    for name, score in table.game.scores().items():
        assert re.search(rf"{name} .* {score.total}(?!\S)", ending)
    for winner in table.game.winners:
        assert winner in ending.split("\n\n")[-2]
    again = Record.parse(str(table.sitting.record())).replay()
    assert again.result() == table.game.result()


@pytest.mark.parametrize(("board", "variants", "bots", "language"), ALONE)
def test_one_person_plays_to_the_end(
    board: str, variants: tuple[str, ...], bots: tuple[str, ...], language: str
) -> None:
    check(finished(Table(board, bots=bots, seed=2, variants=variants, language=language)))


@pytest.mark.parametrize(("board", "variants", "players", "bots", "language"), SHARED)
def test_several_people_play_to_the_end(
    board: str, variants: tuple[str, ...], players: tuple[str, ...], bots: tuple[str, ...], language: str
) -> None:
    check(finished(Table(board, players, bots, seed=2, variants=variants, language=language), chatter=0.05))


def test_people_meet_every_kind_of_choice() -> None:
    """Tunnels and stations on Europe; start cities, markers and Alvin on Old West."""
    europe = finished(Table("europe", seed=2), chatter=0)
    kinds = {type(played.move) for played in europe.game.history if played.player == "Ada"}
    assert kinds >= {Keep, Draw, DrawTickets, Claim, Decline, BuildStation}
    west = finished(Table("old-west", bots=("random",), seed=2, variants=("alvin",)), chatter=0)
    kinds = {type(played.move) for played in west.game.history if played.player == "Ada"}
    assert kinds >= {Start, PlaceMarker, NoMarker, MoveAlvin}


def test_every_ticket_is_opened_at_the_end_with_the_points_it_makes() -> None:
    table = finished(Table("new-york", seed=5), chatter=0)
    ending = table.text[table.text.rindex(table.say("terminal.end")) :]
    for score in table.game.scores().values():
        points = score.routes
        for ticket in (*score.tickets_completed, *score.tickets_failed):
            value = table.game.board.tickets[table.game.board.ticket_index[ticket]].points
            points += value if ticket in score.tickets_completed else -value
            assert re.search(rf" [+-]{value}  \w+ +{points}$", ending, re.MULTILINE)


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    first, second = (finished(Table("new-york", seed=9)) for _ in range(2))
    assert first.text == second.text


def test_the_game_is_on_file_at_every_prompt(tmp_path: Path) -> None:
    table = Table("new-york", seed=3, file=tmp_path / "game.txt")
    usual = table.anyhow(4)

    def answer(shown: str, prompt: str) -> str:
        saved = Record.load(tmp_path / "game.txt") if table.game.history else None
        assert saved is None or saved.moves == table.game.history
        return usual(shown, prompt)

    assert table.play_by(answer) is None
    assert Record.load(tmp_path / "game.txt").replay().result() == table.game.result()
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]
