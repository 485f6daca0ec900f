"""The example boards: made of the lists beside them, laid out, and nothing in them worth a warning."""

from pathlib import Path

import pytest

from carrozza import boards
from carrozza.atlas.layout import store
from carrozza.workshop.advice import advise
from carrozza.workshop.new_board import Lists, new_board
from carrozza.workshop.playtest import playtest

FOLDER = Path(__file__).parents[2] / "examples" / "boards"
NAMES = ("tasmania", "andes-and-pampas")


def example(name: str) -> boards.Board:
    return boards.load(FOLDER / f"{name}.toml")


@pytest.mark.parametrize("name", NAMES)
def test_the_lists_give_the_board(name: str) -> None:
    texts = [(FOLDER / f"{name}.{listed}.txt").read_text(encoding="utf-8") for listed in Lists._fields]
    board = example(name)
    begun = new_board(Lists(*texts), id=name, title=board.title, seats=board.rules.max_seats)
    assert begun.document is not None, (begun.faults, begun.questions)
    made = boards.from_document(begun.document)
    assert (made.cities, made.routes, made.tickets) == (board.cities, board.routes, board.tickets)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_worth_a_warning(name: str) -> None:
    assert [advice.code for advice in advise(example(name)) if advice.severity == "warning"] == []


@pytest.mark.parametrize("name", NAMES)
def test_its_layout_lies_beside_it(name: str) -> None:
    complaints: list[str] = []
    file = store.file_beside(FOLDER / f"{name}.toml")
    layout = store.read(file, example(name), complaints.append)
    assert layout is not None and complaints == []


def test_one_is_small_and_for_two_the_other_large_with_tunnels_and_ferries() -> None:
    small, large = (example(name) for name in NAMES)
    assert (small.rules.max_seats, small.rules.trains) == (2, 12)
    assert len(large.cities) > 35 and large.rules.tunnels and large.rules.ferries


def test_the_small_one_takes_a_quarter_of_an_hour() -> None:
    figures = playtest(example("tasmania"), games=400).figures
    assert figures is not None and max(figures.minutes) <= 15
