"""What the terminal shows of a board."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from carrozza.boards import Board, load, names
from carrozza.boards.show import show_board, show_list

ISLE = load(Path(__file__).parent / "isle.toml")


def shown(board: Board, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width)
    show_board(console, board)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lines(text: str) -> set[str]:
    """The lines with their gaps closed."""
    return {" ".join(line.split()) for line in text.splitlines()}


def test_the_list_names_every_board() -> None:
    console = Console(file=io.StringIO(), width=80)
    show_list(console)
    assert isinstance(console.file, io.StringIO)
    words = console.file.getvalue().split()
    assert all(name in words for name in names())


def test_a_board_is_told_in_numbers_and_words() -> None:
    told = lines(shown(ISLE))
    assert "The Isle isle" in told
    assert "routes 7 of 1 to 5 spaces" in told
    assert "parallel 2 doubles, 0 triples" in told
    assert "cards 22: 3 colours x 6, 4 locomotives" in told
    assert "opening 4 cards and 2 tickets, keep at least 1; refused ones go under the deck" in told
    assert "■ gray 4 15" in told
    assert "Ayr - Dunoon (long) ayr-dunoon 6 5 +1" in told
    assert "Cowal * cowal 3 4 2" in told


def test_rules_are_told_where_they_matter() -> None:
    assert "stations 3 each, 4 points for each left over" in lines(shown(load("europe")))
    assert "route points shown only at the end" in lines(shown(load("new-york")))
    assert "city markers 3 each, the start city's among them" in lines(shown(load("old-west")))
    assert not any(line.startswith("stations ") for line in lines(shown(load("italy-basic"))))


def test_italy_shows_its_credit() -> None:
    assert "An original board" in shown(load("italy-advanced"))


def test_names_are_never_read_as_markup() -> None:
    city = ISLE.cities[0].model_copy(update={"name": "Ayr [/bold]"})
    board = ISLE.model_copy(update={"cities": (city, *ISLE.cities[1:])})
    assert "Ayr [/bold] ayr 3 4 3" in lines(shown(board))


@pytest.mark.parametrize("name", names())
def test_every_board_fits_a_narrow_terminal(name: str) -> None:
    told = shown(load(name), width=60)
    assert max(map(len, told.splitlines())) <= 60
    assert "…" not in told
