"""The report as a page: one file, nothing fetched or run, every text of the board escaped."""

import re
from html.parser import HTMLParser

import pytest

from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.boards import Board
from carrozza.workshop.playtest import PlaytestReport, playtest, report_html

VOID = {"meta"}
HOSTILE = "\"><script>alert(1)</script>&amp;<b x='y'>"


class Reader(HTMLParser):
    """Every tag is closed in its order; what there is is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


def hostile(board: Board) -> Board:
    cities = tuple(city.model_copy(update={"name": f"{city.name}{HOSTILE}"}) for city in board.cities)
    values = {name: getattr(board, name) for name in Board.model_fields}
    return Board(**values | {"cities": cities, "title": f"T{HOSTILE}"})


@pytest.fixture(scope="module")
def board() -> Board:
    return boards.load("new-york")


@pytest.fixture(scope="module")
def report(board: Board) -> PlaytestReport:
    return playtest(board, games=300)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("laid_out", [True, False])
def test_the_page_stands_alone(board: Board, report: PlaytestReport, language: str, laid_out: bool) -> None:
    page = report_html(report, board, layout_of(board) if laid_out else None, language)
    reader = read(page)
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "embed", "a", "base", "form"}
    names = {name for name, _ in reader.attributes}
    assert not [name for name in names if name.startswith("on")] and "src" not in names
    assert all((value or "").startswith("#") for name, value in reader.attributes if name == "href")
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/)", page)
    assert "default-src 'none'" in page and "prefers-color-scheme:dark" in page
    assert f'lang="{language}"' in page
    for ticket in report.tickets:
        assert f">{ticket.points}<" in page


def test_nothing_in_a_board_becomes_markup(board: Board, report: PlaytestReport) -> None:
    bad = hostile(board)
    titled = report.model_copy(update={"title": bad.title})
    for layout in (layout_of(board), None):
        reader = read(report_html(titled, bad, layout))
        assert "script" not in reader.tags and "b" not in reader.tags
        assert HOSTILE.replace("&amp;", "&") in reader.text or HOSTILE in reader.text


def test_a_report_of_no_games_is_a_page_too(board: Board, report: PlaytestReport) -> None:
    nothing = report.model_copy(
        update={"figures": None, "tables": (), "tickets": (), "routes": (), "games": 0, "interrupted": True}
    )
    assert "nothing to report" in read(report_html(nothing, board)).text


def test_before_and_after_are_shown(board: Board, report: PlaytestReport) -> None:
    changed = report.tickets[0].model_copy(update={"points": report.tickets[0].points + 3})
    after = report.model_copy(update={"tickets": (changed, *report.tickets[1:])})
    text = read(report_html(after, board, before=report)).text
    assert "Before and after" in text
    assert "Before and after" not in read(report_html(report, board)).text
