"""Boards and cards on paper: the right sheets, in their true size, with everything that must be on them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from io import BytesIO
from math import hypot
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from carrozza import __version__, boards
from carrozza.atlas.drawing.palette import SPACES, mixed
from carrozza.atlas.layout.store import digest, layout_of
from carrozza.atlas.layout_model import Layout
from carrozza.atlas.press import DEFAULT_PARTS, PrintError, print_board, print_command
from carrozza.atlas.press.pages import RULER
from carrozza.atlas.press.papers import MARGIN, PAPERS
from carrozza.atlas.press.printing import CARD_LONG, CARD_SHORT
from carrozza.atlas.press.rules_sheet import broken, rules_pages
from carrozza.atlas.press.taxis import taxi, yellow_cab
from carrozza.atlas.press.ticket_cards import TicketCards
from carrozza.atlas.press.train_cards import train_card
from carrozza.atlas.press.wagons import engine, wagon
from carrozza.atlas.sizes import SPACE_LENGTH, SPACE_WIDTH
from carrozza.boards import Board
from carrozza.game.sentences.rulebook import rules_of
from tests.atlas.test_press_render import POINTS_A_MM, embedded_fonts
from tests.atlas.triangle import hand_made, triangle

pytestmark = pytest.mark.slow

Shape = list[tuple[float, float]]


@pytest.fixture(name="board")
def _board(tmp_path: Path) -> Board:
    return triangle(tmp_path)


@pytest.fixture(name="layout")
def _layout(board: Board) -> Layout:
    return hand_made(board)


def printed(
    board: Board, layout: Layout, paper: str, *parts: str, bleed: float = 0.0, language: str = "en"
) -> PdfReader:
    document = print_board(board, paper, bleed=bleed, parts=parts or DEFAULT_PARTS, language=language, layout=layout)
    return PdfReader(BytesIO(document))


def size(page: PageObject) -> tuple[float, float]:
    """The size of a page in millimetres."""
    return float(page.mediabox.width) / POINTS_A_MM, float(page.mediabox.height) / POINTS_A_MM


def shapes(page: PageObject) -> Iterator[tuple[Shape, float, float]]:
    """Every outline of a page as its corners, with the millimetres that one unit is worth along x and y there."""
    found: list[tuple[Shape, float, float]] = []

    def look(operator: bytes, operands: list[float], matrix: list[float], _: list[float]) -> None:
        if operator == b"m":
            units = [hypot(*matrix[start : start + 2]) / POINTS_A_MM for start in (0, 2)]
            found.append(([], units[0], units[1]))
        if operator in (b"m", b"l", b"c") and found:
            found[-1][0].append((float(operands[-2]), float(operands[-1])))

    page.extract_text(visitor_operand_before=look)
    yield from found


def extents(page: PageObject) -> Iterator[tuple[float, float]]:
    """How wide and high every outline is in millimetres, before it is turned."""
    for corners, across, down in shapes(page):
        xs, ys = zip(*corners, strict=True)
        yield (max(xs) - min(xs)) * across, (max(ys) - min(ys)) * down


def filled_boxes(page: PageObject) -> dict[str, list[tuple[float, float]]]:
    """By colour, how wide and high in millimetres everything is that is filled with it."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    colour, corners = "", []

    def look(operator: bytes, operands: list[float], matrix: list[float], _: list[float]) -> None:
        nonlocal colour, corners
        if operator in (b"sc", b"scn", b"rg") and len(operands) == 3:
            colour = "#" + "".join(f"{round(255 * float(value)):02X}" for value in operands)
        elif operator in (b"m", b"l", b"c"):
            corners.append((float(operands[-2]), float(operands[-1])))
        elif operator in (b"f", b"f*", b"B", b"B*", b"S", b"n") and corners:
            if operator not in (b"S", b"n"):
                xs, ys = zip(*corners, strict=True)
                across, down = (hypot(*matrix[start : start + 2]) / POINTS_A_MM for start in (0, 2))
                found[colour].append(((max(xs) - min(xs)) * across, (max(ys) - min(ys)) * down))
            corners = []

    page.extract_text(visitor_operand_before=look)
    return found


def near(value: float, wanted: float) -> bool:
    return abs(value - wanted) < 0.02


def test_a_space_measures_20_by_9_millimetres_on_paper(board: Board, layout: Layout) -> None:
    for paper in ("a4", "full"):
        page = printed(board, layout, paper, "board").pages[0]
        spaces = [box for box in extents(page) if near(box[0], SPACE_LENGTH) and near(box[1], SPACE_WIDTH)]
        assert len(spaces) >= sum(route.length for route in board.routes)


def test_a_space_on_paper_has_its_colour_all_over(board: Board, layout: Layout) -> None:
    page = printed(board, layout, "full", "board").pages[0]
    fills = filled_boxes(page)
    for route in board.routes:
        boxes = fills[SPACES[route.color].fill]
        assert sum(near(width, SPACE_LENGTH) and near(height, SPACE_WIDTH) for width, height in boxes) >= route.length


def test_the_ruler_measures_50_millimetres(board: Board, layout: Layout) -> None:
    for page in printed(board, layout, "a4", "board").pages:
        assert sum(near(width, RULER) and near(height, 0) for width, height in extents(page)) == 1


def test_every_sheet_says_where_it_goes(board: Board, layout: Layout) -> None:
    pages = printed(board, layout, "a4", "board").pages
    assert len(pages) == 2
    assert "row 1 of 2, column 1 of 1, sheet 1 of 2" in pages[0].extract_text()
    assert "row 2 of 2, column 1 of 1, sheet 2 of 2" in pages[1].extract_text()
    assert "glue sheet 2 here" in pages[0].extract_text()
    assert "glue" not in pages[1].extract_text()


def test_every_sheet_has_title_and_version(board: Board, layout: Layout) -> None:
    for page in printed(board, layout, "a4", "board").pages:
        text = page.extract_text()
        assert "The Triangle" in text
        assert f"Carrozza {__version__}" in text
        assert "a space is 20 × 9 mm" in text


def test_the_version_names_the_map(board: Board, layout: Layout) -> None:
    text = printed(board, layout, "a4", "board").pages[0].extract_text()
    assert f"version {digest(board)[:8]}" in text


@pytest.mark.parametrize(
    ("paper", "wanted"),
    [
        ("a3", (297, 420)),
        ("a2", (420, 594)),
        ("a1", (594, 841)),
        ("letter", (215.9, 279.4)),
        ("tabloid", (279.4, 431.8)),
    ],
)
def test_sheets_have_the_size_of_their_paper(
    board: Board, layout: Layout, paper: str, wanted: tuple[float, float]
) -> None:
    for page in printed(board, layout, paper).pages:
        assert sorted(size(page)) == pytest.approx(sorted(wanted), abs=0.05)


def test_full_is_one_page_as_large_as_the_board(board: Board, layout: Layout) -> None:
    (page,) = printed(board, layout, "full", "board").pages
    assert size(page) == pytest.approx((layout.width, layout.height), abs=0.05)


def test_full_with_bleed_has_room_for_cut_marks(board: Board, layout: Layout) -> None:
    (page,) = printed(board, layout, "full", "board", bleed=3).pages
    width, height = size(page)
    assert width > layout.width + 2 * 3
    assert height > layout.height + 2 * 3
    assert "version" in page.extract_text()


def test_fonts_are_inside(board: Board, layout: Layout) -> None:
    names = {"CarrozzaSans-Regular", "CarrozzaSans-Bold", "CarrozzaSerif-Bold"}
    assert embedded_fonts(print_board(board, "a4", parts=["board"], layout=layout)) == names
    assert embedded_fonts(print_board(board, "a4", parts=["tickets", "trains"], layout=layout)) == names


def test_there_is_a_card_for_every_ticket(board: Board, layout: Layout) -> None:
    (page,) = printed(board, layout, "a4", "tickets").pages
    text = page.extract_text()
    cities = Counter(name for ticket in board.tickets for name in (ticket.a, ticket.b))
    for city, count in cities.items():
        assert len(re.findall(rf"^{city}$", text, re.MULTILINE | re.IGNORECASE)) == count
    assert len(re.findall("^points$", text, re.MULTILINE)) == len(board.tickets)


def test_there_is_a_card_for_every_train_card(board: Board, layout: Layout) -> None:
    pages = printed(board, layout, "a4", "trains").pages
    names = Counter(word.lower() for page in pages for word in page.extract_text().split())
    rules = board.rules
    assert {colour: names[colour] for colour in rules.colors} == dict.fromkeys(rules.colors, rules.copies)
    assert names["locomotive"] == rules.locomotives
    assert len(pages) == 7


def test_cards_have_their_size(board: Board, layout: Layout) -> None:
    for part, wanted in (("tickets", (CARD_LONG, CARD_SHORT)), ("trains", (CARD_SHORT, CARD_LONG))):
        for bleed in (0.0, 3.0):
            page = printed(board, layout, "a4", part, bleed=bleed).pages[0]
            cut = (wanted[0] + 2 * bleed, wanted[1] + 2 * bleed)
            assert any(near(width, cut[0]) and near(height, cut[1]) for width, height in extents(page))


def test_backs_lie_behind_their_faces(board: Board, layout: Layout) -> None:
    faces, back = printed(board, layout, "a4", "tickets", "backs").pages
    assert "backs" not in faces.extract_text()
    assert "tickets, backs, sheet 1 of 1" in back.extract_text()
    assert back.extract_text().count("The Triangle") == len(board.tickets) + 1


def test_parts_come_in_their_order_whatever_was_asked_first(board: Board, layout: Layout) -> None:
    pages = printed(board, layout, "a4", "trains", "board", "tickets").pages
    assert len(pages) == 2 + 1 + 7
    assert "sheet 1 of 2" in pages[0].extract_text()
    assert "The Triangle: tickets" in pages[2].extract_text()


def test_italian_sheets_speak_italian(board: Board, layout: Layout) -> None:
    pages = printed(board, layout, "a4", language="it").pages
    assert "riga 1 di 2, colonna 1 di 1, foglio 1 di 2" in pages[0].extract_text()
    assert "punti" in pages[2].extract_text()
    assert "Rossa" in pages[3].extract_text()


def test_the_rules_sheet_has_the_board_s_own_rules_and_numbers(board: Board, layout: Layout) -> None:
    pages = printed(board, layout, "a4", "rules").pages
    words = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert len(pages) <= 2
    assert "The Triangle: rules, sheet 1 of" in words
    assert "points for a route of length 1, 2, 3 … 1, 2, 4, 7" in words
    assert {rule for rule in rules_of(board) if f" {rule} " in words} == set(rules_of(board))
    assert "U1" not in words and "B1" not in words


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("name", boards.names())
def test_the_rules_of_every_board_take_a_page_or_two(name: str, paper: str, language: str) -> None:
    board = boards.load(name)
    pages = rules_pages(board, PAPERS[paper], language, lambda sheet, sheets: f"{sheet} {sheets}")
    assert len(pages) <= 2
    for page in pages:
        for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"', page.svg):
            assert MARGIN <= float(x) <= PAPERS[paper].width - MARGIN
            assert MARGIN <= float(y) <= PAPERS[paper].height - MARGIN


def test_lines_are_broken_between_words() -> None:
    assert broken("one two  three", 3.0, 1000.0) == ["one two three"]
    assert broken("one two three", 3.0, 1.0) == ["one", "two", "three"]


def test_an_interrupt_leaves_no_half_written_file(
    board: Board, layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrozza.atlas.press.printing.layout_of", lambda board, progress=None: layout)
    out = tmp_path / "triangle.pdf"
    out.write_bytes(b"before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        print_command(board, "a4", out, parts=["rules"])
    assert out.read_bytes() == b"before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["triangle.pdf", "triangle.toml"]


def test_the_same_board_prints_the_same_bytes(board: Board, layout: Layout) -> None:
    assert print_board(board, "a4", layout=layout) == print_board(board, "a4", layout=layout)


@pytest.mark.parametrize("name", boards.names())
def test_every_colour_of_our_boards_has_a_card_of_its_own(name: str) -> None:
    board = boards.load(name)
    kinds = (*board.rules.colors, "locomotive")
    assert len({train_card(kind, "en", board.drawing.train) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("kind", ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"])
def test_where_taxis_go_no_card_shows_a_wagon(kind: str) -> None:
    wagon_drawn, taxi_drawn = (engine(), yellow_cab()) if kind == "locomotive" else (wagon(kind), taxi(kind))
    on_rails, in_town = train_card(kind, "en", "wagon"), train_card(kind, "en", "taxi")
    assert wagon_drawn in on_rails and taxi_drawn not in on_rails
    assert taxi_drawn in in_town and wagon_drawn not in in_town


def test_new_york_is_printed_with_taxis() -> None:
    board = boards.load("new-york")
    pages = printed(board, layout_of(board), "a4", "trains").pages
    words = Counter(word.lower() for page in pages for word in page.extract_text().split())
    assert words["locomotive"] == 0
    assert words["taxi"] == 2 * board.rules.locomotives, "on the roof and below"


def test_a_long_ticket_is_marked(board: Board, layout: Layout) -> None:
    cards = TicketCards(board, layout, "en")
    ticket = board.tickets[0]
    assert "long ticket" not in cards.face(ticket)
    assert "long ticket" in cards.face(ticket.model_copy(update={"long": True}))


def test_colours_are_mixed_evenly() -> None:
    assert mixed("#102030", "#102030", 0.3) == "#102030"
    assert mixed("#ff0000", "#0000ff", 1.0) == "#0000ff"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"paper": "a9"}, "no paper 'a9'.*; choose a4"),
        ({"bleed": -1.0}, "a bleed is 0 to 5 mm, not -1"),
        ({"bleed": 50.0}, "a bleed is 0 to 5 mm, not 50"),
        ({"parts": ["dice"]}, "no part 'dice' to print; choose out of board, tickets, trains, backs, rules"),
        ({"parts": ["backs"]}, "nothing to print; choose at least one of board, tickets, trains, rules"),
        ({"parts": []}, "nothing to print"),
        ({"language": "tlh"}, "no language 'tlh'; choose en or it"),
    ],
)
def test_what_cannot_be_printed_is_refused(board: Board, layout: Layout, wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        print_board(board, layout=layout, **wrong)  # type: ignore[arg-type]


def test_the_command_writes_a_file_and_says_what_is_in_it(
    board: Board, layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrozza.atlas.press.printing.layout_of", lambda board, progress=None: layout)
    told: list[str] = []
    out = tmp_path / "triangle.pdf"
    summary = print_command(board, "a4", out, progress=lambda what, _: told.append(what))
    assert len(PdfReader(out).pages) == 10
    assert "board on 2 sheets, tickets on 1 sheet, train cards on 7 sheets" in summary
    assert told == ["board", "tickets", "trains", "pdf"]


def test_a_file_that_cannot_be_written_is_told(
    board: Board, layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrozza.atlas.press.printing.layout_of", lambda board, progress=None: layout)
    with pytest.raises(PrintError, match=r"triangle\.pdf cannot be written: No such file or directory"):
        print_command(board, "a4", tmp_path / "nowhere" / "triangle.pdf", parts=["tickets"])


def test_tickets_are_numbered(board: Board, layout: Layout) -> None:
    cards = TicketCards(board, layout, "en")
    for place, ticket in enumerate(board.tickets, 1):
        assert f">{place:02d} / {len(board.tickets)}<" in cards.face(ticket)


def test_cards_of_our_boards_are_named_in_the_language() -> None:
    europe = boards.load("europe")
    cards = TicketCards(europe, layout_of(europe), "it")
    assert "Europa · biglietto" in cards.face(europe.tickets[-1])
