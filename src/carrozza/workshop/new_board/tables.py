"""Pasted text as lines or, where it begins with a header, as a table (CSV)."""

import csv
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from carrozza.workshop.gazetteer.folding import folded

MOST_LINES: Final = 400
LONGEST_LINE: Final = 300
SEPARATORS: Final = ("\t", ";", ",")
COMMENT: Final = "#"


class Line(NamedTuple):
    """A line that says something, and its number in the pasted text, from 1."""

    number: int
    text: str


class Row(NamedTuple):
    """A line of a table: its cells by the column's word."""

    number: int
    cells: Mapping[str, str]


Columns = Mapping[str, tuple[str, ...]]
"""The words that head a column, in any spelling, by our word for it."""


def lines_in(text: str) -> list[Line]:
    """The lines that say something, up to a number that no board needs."""
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    lines = (Line(number, line.strip()[:LONGEST_LINE]) for number, line in numbered)
    return [line for line in lines if line.text and not line.text.startswith(COMMENT)][:MOST_LINES]


def rows_in(lines: Sequence[Line], columns: Columns) -> list[Row] | None:
    """The lines as rows of a table; none where the first is no header."""
    for separator in SEPARATORS:
        if lines and (header := _header(_cells(lines[0], separator), columns)):
            return [Row(line.number, _named(header, _cells(line, separator))) for line in lines[1:]]
    return None


def _cells(line: Line, separator: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line.text], delimiter=separator))]


def _header(cells: Sequence[str], columns: Columns) -> list[str] | None:
    """Our words for the columns, where two cells or more are known and the first one is."""
    words = {folded(word): name for name, spellings in columns.items() for word in (name, *spellings)}
    names = [words.get(folded(cell), "") for cell in cells]
    return names if names[0] and len([name for name in names if name]) > 1 else None


def _named(header: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {name: cell for name, cell in zip(header, cells, strict=False) if name and cell}
