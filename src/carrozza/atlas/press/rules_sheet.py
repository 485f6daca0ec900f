"""The rules sheet: the numbers of a board and the rules it plays by, in columns, on one page or two."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from carrozza.atlas.drawing.svg import Markup
from carrozza.atlas.fonts import Family, text_width
from carrozza.atlas.press.pages import line, page, written
from carrozza.atlas.press.papers import MARGIN, Paper
from carrozza.atlas.render import Page
from carrozza.boards import Board
from carrozza.game.sentences.rulebook import board_title, chapters, rule_in_full, rules_of, uses, words_of
from carrozza.words import say

SIZES: Final = ((1, (3.3, 3.1, 2.9, 2.7)), (2, (3.3, 3.1, 2.9, 2.7, 2.5, 2.3)))
"""The letters, in millimetres, that are tried until all fits on so many pages; the smallest are 6.5 points."""

EDGE: Final = MARGIN + 4.0
GUTTER: Final = 8.0
COLUMN: Final = 80.0
"""About as wide as a column is."""

TITLE: Final = 9.0
HEAD: Final = 14.0
"""The title of the first page, and all that stands above its columns."""

FOOT: Final = 8.0
LEADING: Final = 1.32
IDS: Final = 2.6
"""The width of the rules' ids, in letters."""

VALUES: Final = 0.4
"""The share of a column that the values of the table take."""

Caption = Callable[[int, int], str]


class Words(NamedTuple):
    """A piece of text: how far from the left of its column its anchor is, and how it is written."""

    x: float
    text: str
    size: float
    classes: str
    anchor: str | None = None


class Row(NamedTuple):
    """One line of a column, by its height; `together` with the next one, it is never the last of a column."""

    height: float
    words: tuple[Words, ...]
    together: bool = False


def rules_pages(board: Board, paper: Paper, language: str, caption: Caption) -> list[Page]:
    """The rules of a board, in letters as large as its pages allow."""
    count = max(1, round((paper.width - 2 * EDGE) / (COLUMN + GUTTER)))
    width = (paper.width - 2 * EDGE - (count - 1) * GUTTER) / count
    columns = _fitted_columns(board, paper, language, count, width)
    sheets = [columns[start : start + count] for start in range(0, len(columns), count)]
    title = board_title(board, language)
    return [
        _page(sheet, paper, width, title if number == 1 else None, caption(number, len(sheets)))
        for number, sheet in enumerate(sheets, 1)
    ]


def _fitted_columns(board: Board, paper: Paper, language: str, count: int, width: float) -> list[list[Row]]:
    for pages, sizes in SIZES:
        for size in sizes:
            columns = list(_columns(list(_rows(board, language, size, width)), count, paper))
            if len(columns) <= pages * count:
                return columns
    return columns


def _page(columns: Sequence[Sequence[Row]], paper: Paper, width: float, title: str | None, caption: str) -> Page:
    drawn: list[Markup] = []
    top = EDGE
    if title is not None:
        room = paper.width - 2 * EDGE
        size = TITLE * min(1.0, room / text_width(title, TITLE, "serif", bold=True))
        drawn.append(written(title, EDGE, EDGE + TITLE * 0.8, size, "p-serif p-bold p-ink"))
        drawn.append(line(EDGE, EDGE + HEAD - 3.5, paper.width - EDGE, EDGE + HEAD - 3.5))
        top += HEAD
    for index, rows in enumerate(columns):
        drawn += _column(rows, EDGE + index * (width + GUTTER), top)
    drawn.append(written(caption, paper.width / 2, paper.height - MARGIN, 2.8, "p-sans p-soft", "middle"))
    return page(paper.width, paper.height, *drawn)


def _column(rows: Sequence[Row], x: float, y: float) -> Iterator[Markup]:
    for row in rows:
        y += row.height
        for words in row.words:
            yield written(words.text, x + words.x, y, words.size, words.classes, words.anchor)


def _columns(rows: Sequence[Row], count: int, paper: Paper) -> Iterator[list[Row]]:
    """The rows in columns; those of the first page are shorter by its title."""
    room = paper.height - EDGE - MARGIN - FOOT
    begin = number = 0
    while begin < len(rows):
        height, end = room - (HEAD if number < count else 0.0), begin
        while end < len(rows) and (height := height - rows[end].height) >= 0:
            end += 1
        while end < len(rows) and end > begin + 1 and rows[end - 1].together:
            end -= 1
        end = max(end, begin + 1)
        yield [row for at, row in enumerate(rows[begin:end]) if row.words or at]
        begin, number = end, number + 1


def _rows(board: Board, language: str, size: float, width: float) -> Iterator[Row]:
    words = words_of(language)
    facts = [(name, value) for name, value in uses(board, language) if value != words["none"]]
    yield from _paragraph(words["intro"][1].replace("*", ""), size, width)
    yield from _heading(say("print.numbers", language), size, width)
    for name, value in facts:
        yield from _fact(name, value, size, width)
    yield from _paragraph(say("print.numbers_hold", language), size, width, "p-sans p-soft")
    for letter, rules in chapters(rules_of(board)):
        yield from _heading(words["group"][letter], size, width)
        for rule in rules:
            yield from _rule(rule, rule_in_full(rule, language).replace(f" ({words['ours']})", ""), size, width)
    yield Row(size, ())
    yield from _paragraph(words["trademark"], 0.85 * size, width, "p-sans p-soft")


def _heading(text: str, size: float, width: float) -> Iterator[Row]:
    large = 1.35 * size
    yield Row(0.7 * size, (), together=True)
    for part in broken(text, large, width, "serif", bold=True):
        yield Row(large * LEADING, (Words(0.0, part, large, "p-serif p-bold p-ink"),), together=True)


def _paragraph(text: str, size: float, width: float, classes: str = "p-sans p-ink") -> Iterator[Row]:
    lines = broken(text, size, width)
    for at, part in enumerate(lines):
        yield Row(size * LEADING, (Words(0.0, part, size, classes),), together=at < len(lines) - 1)


def _rule(rule: str, text: str, size: float, width: float) -> Iterator[Row]:
    """A rule beside its id."""
    indent = IDS * size
    lines = broken(text, size, width - indent)
    for at, part in enumerate(lines):
        named = (Words(0.0, rule, size, "p-sans p-bold p-soft"),) if at == 0 else ()
        yield Row(size * LEADING, (*named, Words(indent, part, size, "p-sans p-ink")), together=at < len(lines) - 1)
    yield Row(0.3 * size, ())


def _fact(name: str, value: str, size: float, width: float) -> Iterator[Row]:
    """A line of the table: what it is on the left, this board's value on the right."""
    names = broken(name, size, (1 - VALUES) * width - size)
    values = broken(value, size, VALUES * width, bold=True)
    for at in range(count := max(len(names), len(values))):
        left = [Words(0.0, part, size, "p-sans p-ink") for part in names[at : at + 1]]
        right = [Words(width, part, size, "p-sans p-bold p-ink", "end") for part in values[at : at + 1]]
        yield Row(size * LEADING, (*left, *right), together=at < count - 1)


def broken(text: str, size: float, width: float, family: Family = "sans", *, bold: bool = False) -> list[str]:
    """The words of a text in lines no wider than this, but for a word that is wider by itself."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, family, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
