"""Routes as people paste them: `Milano - Roma 3 red`, `Lyon - Nice 2 blue/green tunnel`, or a table."""

from typing import Final, NamedTuple

from carrozza.boards.model import GRAY, MAX_LENGTH, MAX_PARALLEL, PALETTE
from carrozza.workshop.new_board.joined_lines import Cities, Joined, read_joined
from carrozza.workshop.new_board.line_faults import LineFault, Unreadable
from carrozza.workshop.new_board.tables import Columns

COLUMNS: Final[Columns] = {
    "length": ("spaces", "lunghezza", "caselle"),
    "color": ("colour", "colors", "colours", "colore", "colori"),
    "lanes": ("routes", "number", "linee"),
    "tunnel": ("galleria",),
    "ferry": ("traghetto",),
}
_ITALIAN: Final = ("rosso", "arancione", "giallo", "verde", "blu", "viola", "rosa", "nero", "bianco")
COLORS: Final = (
    {name: name for name in PALETTE}
    | dict(zip(_ITALIAN, PALETTE, strict=True))
    | dict.fromkeys((GRAY, "grey", "any", "grigio"), GRAY)
)
TUNNEL: Final = ("tunnel", "galleria")
FERRY: Final = ("ferry", "traghetto")
LANES: Final = {"single": 1, "x1": 1, "double": 2, "doppia": 2, "x2": 2, "triple": 3, "tripla": 3, "x3": 3}
TUNNEL_CARDS: Final = 3


class RouteLine(NamedTuple):
    """One to three routes between two cities; what was left out is none."""

    line: int
    a: str
    b: str
    length: int | None
    colors: tuple[str | None, ...]
    """One for each route."""
    tunnel: int = 0
    ferry: int = 0


def read_routes(text: str, cities: Cities) -> tuple[list[RouteLine], list[LineFault]]:
    """The routes of a pasted list, and what cannot be read."""
    return read_joined("routes", text, cities, COLUMNS, route_of)


def is_word(word: str) -> bool:
    """Whether a word says something of a route, and is no name."""
    return (
        word.isdecimal()
        or word in LANES
        or word in TUNNEL
        or word in FERRY
        or all(w in COLORS for w in word.split("/"))
    )


def route_of(joined: Joined) -> RouteLine:
    lengths: list[int] = []
    colors: list[str] = []
    symbols = {"tunnel": 0, "ferry": 0}
    lanes, symbol = 1, ""
    for word in joined.words:
        if word.isdecimal() and symbol:
            symbols[symbol] = _number(word, 1, TUNNEL_CARDS if symbol == "tunnel" else MAX_LENGTH, symbol)
            symbol = ""
            continue
        symbol = "tunnel" if word in TUNNEL else "ferry" if word in FERRY else ""
        if symbol:
            symbols[symbol] = TUNNEL_CARDS if symbol == "tunnel" else 1
        elif word.isdecimal():
            lengths.append(_number(word, 1, MAX_LENGTH, "length"))
        elif word in LANES:
            lanes = LANES[word]
        elif all(color in COLORS for color in word.split("/")):
            colors += [COLORS[color] for color in word.split("/")]
        else:
            raise Unreadable("unknown_word", word=word)
    return _checked(RouteLine(joined.line, joined.a, joined.b, None, (), **symbols), lengths, colors, lanes)


def _number(word: str, least: int, most: int, code: str) -> int:
    number = int(word[:6])
    if not least <= number <= most:
        raise Unreadable(f"{code}_number", text=word)
    return number


def _checked(route: RouteLine, lengths: list[int], colors: list[str], lanes: int) -> RouteLine:
    lanes = max(lanes, len(lengths), len(colors))
    if len(set(lengths)) > 1:
        raise Unreadable("unequal_lengths")
    if lanes > MAX_PARALLEL:
        raise Unreadable("many_lanes", lanes=lanes)
    if len(colors) not in (0, 1, lanes):
        raise Unreadable("colors_number", colors=len(colors), lanes=lanes)
    length = lengths[0] if lengths else None
    if route.tunnel and route.ferry:
        raise Unreadable("tunnel_and_ferry")
    if length is not None and route.ferry > length:
        raise Unreadable("ferry_number", text=route.ferry)
    given: tuple[str | None, ...] = tuple(colors) if len(colors) == lanes else (*colors, None)[:1] * lanes
    return route._replace(length=length, colors=given)
