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
from tests.terminal.driver import WIDTH, ScriptedTerminal

pytestmark = pytest.mark.slow

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


def finished(terminal: ScriptedTerminal, chatter: float = 0.1) -> ScriptedTerminal:
    """The terminal after a whole game."""
    assert terminal.play_by(terminal.anyhow(4, chatter)) is None, terminal.text[-2000:]
    assert terminal.game.finished
    return terminal


def check(terminal: ScriptedTerminal) -> None:
    """What must be so of every whole game."""
    assert max(map(cell_len, terminal.text.splitlines())) <= WIDTH
    assert not [line for line in terminal.text.splitlines() if line.endswith("  ")]
    ending = terminal.text[terminal.text.rindex(terminal.say("terminal.end")) :]
    for name, score in terminal.game.scores().items():
        assert re.search(rf"{name} .* {score.total}(?!\S)", ending)
    for winner in terminal.game.winners:
        assert winner in ending.split("\n\n")[-2]
    again = Record.parse(str(terminal.terminal_game.record())).replay()
    assert again.result() == terminal.game.result()


@pytest.mark.parametrize(("board", "variants", "bots", "language"), ALONE)
def test_one_person_plays_to_the_end(
    board: str, variants: tuple[str, ...], bots: tuple[str, ...], language: str
) -> None:
    check(finished(ScriptedTerminal(board, bots=bots, seed=2, variants=variants, language=language)))


@pytest.mark.parametrize(("board", "variants", "players", "bots", "language"), SHARED)
def test_several_people_play_to_the_end(
    board: str, variants: tuple[str, ...], players: tuple[str, ...], bots: tuple[str, ...], language: str
) -> None:
    check(finished(ScriptedTerminal(board, players, bots, seed=2, variants=variants, language=language), chatter=0.05))


def test_people_meet_every_kind_of_choice() -> None:
    """Tunnels and stations on Europe; start cities, markers and Alvin on Old West."""
    europe = finished(ScriptedTerminal("europe", seed=2), chatter=0)
    kinds = {type(played.move) for played in europe.game.history if played.player == "Ada"}
    assert kinds >= {Keep, Draw, DrawTickets, Claim, Decline, BuildStation}
    west = finished(ScriptedTerminal("old-west", bots=("random",), seed=2, variants=("alvin",)), chatter=0)
    kinds = {type(played.move) for played in west.game.history if played.player == "Ada"}
    assert kinds >= {Start, PlaceMarker, NoMarker, MoveAlvin}


def test_every_ticket_is_opened_at_the_end_with_the_points_it_makes() -> None:
    terminal = finished(ScriptedTerminal("new-york", seed=5), chatter=0)
    ending = terminal.text[terminal.text.rindex(terminal.say("terminal.end")) :]
    for score in terminal.game.scores().values():
        points = score.routes
        for ticket in (*score.tickets_completed, *score.tickets_failed):
            value = terminal.game.board.tickets[terminal.game.board.ticket_index[ticket]].points
            points += value if ticket in score.tickets_completed else -value
            assert re.search(rf" [+-]{value}  \w+ +{points}$", ending, re.MULTILINE)


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    first, second = (finished(ScriptedTerminal("new-york", seed=9)) for _ in range(2))
    assert first.text == second.text


def test_the_game_is_on_file_at_every_prompt(tmp_path: Path) -> None:
    terminal = ScriptedTerminal("new-york", seed=3, file=tmp_path / "game.txt")
    usual = terminal.anyhow(4)

    def answer(shown: str, prompt: str) -> str:
        saved = Record.load(tmp_path / "game.txt") if terminal.game.history else None
        assert saved is None or saved.moves == terminal.game.history
        return usual(shown, prompt)

    assert terminal.play_by(answer) is None
    assert Record.load(tmp_path / "game.txt").replay().result() == terminal.game.result()
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]
