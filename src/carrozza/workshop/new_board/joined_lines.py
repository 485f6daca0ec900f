"""Lines that join two cities, `Milano - Roma 3 red`, or rows of a table: the cities, and the words behind them."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, TypeVar

from carrozza.workshop.gazetteer.folding import folded
from carrozza.workshop.new_board.line_faults import LineFault, ListName, Unreadable
from carrozza.workshop.new_board.tables import Columns, Line, Row, lines_in, rows_in

ENDS: Final[Columns] = {
    "a": ("from", "start", "da", "city a", "city 1"),
    "b": ("to", "end", "city b", "city 2"),
}
BETWEEN: Final = re.compile(r"\s+(?:[-–—]+>?|<[-–—]+>)\s+|\s*[→↔|\t]\s*")
NO: Final = ("", "0", "no", "false", "-")
YES: Final = ("yes", "true", "x", "sì", "si", "vero")

Read = TypeVar("Read")


class Joined(NamedTuple):
    """Two cities by their ids, and the words behind them in small letters."""

    line: int
    a: str
    b: str
    words: tuple[str, ...]


class Cities:
    """The ids of a board's cities by any spelling of their names."""

    def __init__(self, names: Mapping[str, str], others: Mapping[str, str] = {}) -> None:
        """Names by their ids, and ids by other texts for them, such as a name with its country."""
        self.names = dict(names)
        self._ids = {folded(city): city for city in names} | {folded(text): city for text, city in others.items()}
        self._ids |= {folded(name): city for city, name in names.items()}

    def find(self, name: str) -> str | None:
        return self._ids.get(folded(name))

    def id_of(self, name: str) -> str:
        if found := self.find(name):
            return found
        near = get_close_matches(folded(name), self._ids, n=1)
        if not near:
            raise Unreadable("unknown_city", name=name)
        raise Unreadable("unknown_city_near", name=name, city=self.names[self._ids[near[0]]])


def read_joined(
    listed: ListName, text: str, cities: Cities, columns: Columns, read: Callable[[Joined], Read]
) -> tuple[list[Read], list[LineFault]]:
    """What `read` makes of every line, and what cannot be read."""
    lines = lines_in(text)
    rows = rows_in(lines, {**ENDS, **columns})
    entries: list[Read] = []
    faults: list[LineFault] = []
    for line in lines if rows is None else rows:
        try:
            entries.append(read(_checked(_joined(line, cities), cities)))
        except Unreadable as wrong:
            faults.append(wrong.at(listed, line.number))
    return entries, faults


def names_in(text: str, columns: Columns, is_word: Callable[[str], bool]) -> list[tuple[int, str]]:
    """The names at the ends of all lines, each once with its line, where no list of cities says which there are.

    What stands behind the second city is told from its name by `is_word`.
    """
    lines = lines_in(text)
    rows = rows_in(lines, {**ENDS, **columns})
    ends = [(line.number, *_bare_ends(line, is_word)) for line in lines]
    if rows is not None:
        ends = [(row.number, *_row_ends(row)) for row in rows]
    names: dict[str, tuple[int, str]] = {}
    for number, *pair in ends:
        for name in pair:
            names.setdefault(folded(name), (number, name))
    names.pop("", None)
    return list(names.values())


def _row_ends(row: Row) -> tuple[str, str]:
    return row.cells.get("a", ""), row.cells.get("b", "")


def _bare_ends(line: Line, is_word: Callable[[str], bool]) -> tuple[str, str]:
    begin, _, rest = _parted(line.text)
    words = rest.split()
    while words and is_word(words[-1].lower()):
        words.pop()
    return begin, " ".join(words)


def _checked(joined: Joined, cities: Cities) -> Joined:
    if joined.a == joined.b:
        raise Unreadable("same_city", name=cities.names[joined.a])
    return joined


def _joined(line: Line | Row, cities: Cities) -> Joined:
    if isinstance(line, Row):
        a, b = _row_ends(line)
        if not a or not b:
            raise Unreadable("two_cities")
        return Joined(line.number, cities.id_of(a), cities.id_of(b), tuple(_words_of_row(line.cells)))
    begin, mark, rest = _parted(line.text)
    if not mark:
        begin, rest = _parted_at_a_hyphen(line.text, cities)
    a = cities.id_of(begin)
    b, words = _city_and_words(rest.split(), cities)
    return Joined(line.number, a, b, tuple(word.lower().strip(",;") for word in words))


def _parted(text: str) -> tuple[str, str, str]:
    """What stands before and behind the first dash; a further dash is only a space."""
    begin, *rest = BETWEEN.split(text)
    return begin.strip(), "-" if rest else "", " ".join(part.strip() for part in rest)


def _parted_at_a_hyphen(text: str, cities: Cities) -> tuple[str, str]:
    """Before and behind the first hyphen that has a city before it."""
    for found in re.finditer("[-–—]", text):
        if cities.find(text[: found.start()]):
            return text[: found.start()], text[found.end() :]
    raise Unreadable("two_cities")


def _city_and_words(words: Sequence[str], cities: Cities) -> tuple[str, Sequence[str]]:
    """The city with the longest name that the words begin with, and the words behind it."""
    for count in range(len(words), 0, -1):
        if city := cities.find(" ".join(words[:count])):
            return city, words[count:]
    if not words:
        raise Unreadable("two_cities")
    letters = [word for word in words if not word[0].isdecimal()]
    return cities.id_of(" ".join(letters[:2])), ()


def _words_of_row(cells: Mapping[str, str]) -> list[str]:
    """A row's cells as the words that a line would have: a number of tunnel cards behind `tunnel`, and so on."""
    words: list[str] = []
    for column, cell in cells.items():
        text = cell.lower()
        if column in ("a", "b") or text in NO:
            continue
        if column == "lanes":
            words.append(f"x{text}")
        elif column in ("tunnel", "ferry", "long"):
            words += [column] if text in YES or text == column else [column, text]
        else:
            words += text.split()
    return words
