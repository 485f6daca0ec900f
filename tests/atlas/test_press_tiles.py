"""A board is cut into tiles that fit the paper, cover the board and overlap enough to be glued."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.atlas.layout_model import Box
from carrozza.atlas.press import PrintError
from carrozza.atlas.press.card_sheets import grid
from carrozza.atlas.press.papers import MARGIN, MAX_BLEED, PAPERS, Paper, checked_bleed, paper_named
from carrozza.atlas.press.tiles import FOOT, OVERLAP, Tile, tiling

papers = st.sampled_from(sorted(PAPERS.values()))
lengths = st.floats(50, 1500)


def right(tile: Tile) -> float:
    return tile.window.x + tile.window.width


def bottom(tile: Tile) -> float:
    return tile.window.y + tile.window.height


@given(width=lengths, height=lengths, paper=papers, bleed=st.sampled_from([0.0, 3.0]))
def test_tiles_cover_the_board_and_overlap(width: float, height: float, paper: Paper, bleed: float) -> None:
    whole = Box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    cut = tiling(whole, paper)
    tiles = {(tile.row, tile.column): tile for tile in cut.tiles}
    assert tiles.keys() == set(product(range(cut.rows), range(cut.columns)))
    for (row, column), tile in tiles.items():
        assert tile.window.width <= cut.paper.width - 2 * MARGIN + 1e-6
        assert tile.window.height <= cut.paper.height - 2 * MARGIN - FOOT + 1e-6
        if below := tiles.get((row + 1, column)):
            assert bottom(tile) - below.window.y == pytest.approx(OVERLAP)
        if beside := tiles.get((row, column + 1)):
            assert right(tile) - beside.window.x == pytest.approx(OVERLAP)
    last = tiles[cut.rows - 1, cut.columns - 1]
    assert (tiles[0, 0].window.x, tiles[0, 0].window.y) == (whole.x, whole.y)
    assert (right(last), bottom(last)) == pytest.approx((width + bleed, height + bleed))


@given(width=lengths, height=lengths, paper=papers)
def test_the_paper_lies_as_needs_fewer_sheets(width: float, height: float, paper: Paper) -> None:
    upright, turned = Box(0, 0, width, height), Box(0, 0, height, width)
    assert len(tiling(upright, paper).tiles) == len(tiling(upright, paper.turned).tiles)
    area = (paper.width - 2 * MARGIN - OVERLAP) * (paper.height - 2 * MARGIN - FOOT - OVERLAP)
    fewest = (width - OVERLAP) * (height - OVERLAP) / area
    assert fewest * 0.9 <= min(len(tiling(upright, paper).tiles), len(tiling(turned, paper).tiles))


def test_sheets_are_numbered_row_by_row() -> None:
    cut = tiling(Box(0, 0, 600, 380), PAPERS["a4"])
    assert [cut.number(tile.row, tile.column) for tile in cut.tiles] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_small_board_is_one_sheet() -> None:
    assert len(tiling(Box(0, 0, 200, 150), PAPERS["a4"]).tiles) == 1


@pytest.mark.parametrize("name", ["A4", " a3 ", "letter", "tabloid", "a1", "a2"])
def test_papers_are_known_by_name(name: str) -> None:
    paper = paper_named(name)
    assert paper is not None
    assert paper.name == name.strip().lower()
    assert paper.width < paper.height
    assert paper_named("full") is None


def test_an_unknown_paper_lists_those_there_are() -> None:
    with pytest.raises(PrintError, match=r"no paper 'a9'.*; choose a4, a3, a2, a1, letter, tabloid or full"):
        paper_named("a9")


@pytest.mark.parametrize("bleed", [-1.0, MAX_BLEED + 0.1, float("nan")])
def test_a_bleed_that_cannot_be_is_refused(bleed: float) -> None:
    with pytest.raises(PrintError, match="a bleed is 0 to 5 mm"):
        checked_bleed(bleed)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_cards_fit_their_sheet_and_do_not_touch(paper: Paper, bleed: float) -> None:
    lies = grid(44, 68, bleed, paper)
    assert lies.area.x >= MARGIN and lies.area.y >= MARGIN
    assert lies.left(lies.columns - 1) + 44 + bleed <= lies.paper.width - MARGIN + 1e-6
    assert lies.top(lies.rows - 1) + 68 + bleed <= lies.paper.height - MARGIN + 1e-6
    if lies.columns > 1:
        assert lies.left(1) - lies.left(0) == pytest.approx(44 + 2 * bleed)


def test_sixteen_cards_fit_on_a4() -> None:
    assert grid(44, 68, 0, PAPERS["a4"]).count == 16
