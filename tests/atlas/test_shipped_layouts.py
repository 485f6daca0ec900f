"""The layouts that come with our boards: fresh, small, and keeping every measure."""

import pytest

from carrozza.atlas.layout import store
from carrozza.atlas.layout.measure import faults, measure
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, load

BOARDS = ("usa", "europe", "new-york", "italy-advanced", "old-west")


def shipped(board: Board) -> Layout:
    notes: list[str] = []
    layout = store.read(store.shipped_file(board), board, notes.append)
    assert layout, f"{store.shipped_file(board)} is missing; run `carrozza board layout {board.id}`"
    assert notes == []
    return layout


@pytest.mark.parametrize("name", BOARDS)
def test_the_layout_is_of_the_board_as_it_is(name: str) -> None:
    """To renew it: `carrozza board layout NAME`."""
    board = load(name)
    layout = shipped(board)
    assert layout.digest == store.digest(board)
    assert store.layout_of(board) == layout
    assert layout.to_text() == store.shipped_file(board).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BOARDS)
def test_the_layout_keeps_every_measure(name: str) -> None:
    board = load(name)
    assert faults(measure(board, shipped(board))) == []


@pytest.mark.parametrize("name", BOARDS)
def test_the_layout_has_its_furniture(name: str) -> None:
    assert set(shipped(load(name)).furniture) == {"title", "points", "compass", "vignette"}


@pytest.mark.parametrize("name", BOARDS)
def test_the_file_is_small(name: str) -> None:
    assert store.shipped_file(load(name)).stat().st_size < 24_000
