"""The rules as a book: what is said around them, which of them a board plays by, and what each board uses."""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from carrozza.boards import Board
from carrozza.kernel.rules import IDS
from carrozza.words import languages, say

RULES = IDS[1:]

Words = dict[str, Any]
Cell = Callable[[Board, Words], str]


@cache
def words_of(language: str) -> Words:
    if language not in languages():
        raise ValueError(f"no language '{language}'; choose {' or '.join(languages())}")
    file = files("carrozza.words") / "rules.toml"
    words: Words = tomllib.loads(file.read_text(encoding="utf-8"))[language]
    return words


def board_title(board: Board, language: str) -> str:
    """A board's name in a language: ours have one in each, a map maker's own has the title in its file.

    >>> from carrozza import boards
    >>> board_title(boards.load("italy-basic"), "it")
    'Italia base'
    """
    return _named(board, board.id, language) or board.full_title


def map_title(board: Board, language: str) -> str:
    """The same without the ruleset."""
    return _named(board, board.map, language) or board.title


def _named(board: Board, name: str, language: str) -> str | None:
    names: dict[str, str] = words_of(language)["board"]
    return names.get(name) if words_of("en")["board"].get(board.map) == board.title else None


def rule_in_full(rule: str, language: str) -> str:
    """Its sentence, and what is to be said beyond it."""
    message = say(f"rule.{rule}", language)
    note = words_of(language)["note"].get(rule)
    return f"{message} {note}" if note else message


def rules_of(board: Board) -> tuple[str, ...]:
    """The rules that can matter on a board, its variants included.

    >>> from carrozza import boards
    >>> [rule for rule in rules_of(boards.load("new-york")) if rule[0] in "UBWAN"]
    ['N1']
    """
    return tuple(rule for rule in RULES if _UNLESS.get(rule, _UNLESS.get(rule[0], _always))(board))


def _always(board: Board) -> bool:
    return True


_UNLESS: dict[str, Callable[[Board], bool]] = {
    "S6": lambda board: board.rules.network,
    "C7": lambda board: board.rules.ferries,
    "U": lambda board: board.rules.tunnels,
    "B": lambda board: board.rules.stations > 0,
    "W": lambda board: board.rules.network,
    "A": lambda board: bool(board.variants),
    "N": lambda board: board.rules.attractions > 0,
    "E3": lambda board: board.rules.longest_path > 0,
    "W6": lambda board: board.rules.globetrotter > 0,
}
"""Rules, and letters of rules, that only some boards play by."""


def chapters(rules: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rules by their letters."""
    for letter, group in groupby(rules, key=lambda rule: rule[0]):
        yield letter, tuple(group)


def uses(board: Board, language: str) -> Iterator[tuple[str, str]]:
    """What a board uses: names and values, all of them."""
    words = words_of(language)
    for key, cell in ROWS.items():
        yield words["row"][key], cell(board, words)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _cards(board: Board, words: Words) -> str:
    rules = board.rules
    return f"{len(rules.colors)} × {rules.copies} + {rules.locomotives}"


def _opening(board: Board, words: Words) -> str:
    rules = board.rules
    long = f"{rules.opening_long} {words['long']} + " if rules.opening_long else ""
    return f"{long}{rules.opening_tickets} / {rules.opening_keep}"


def _single(board: Board, words: Words) -> str:
    rules = board.rules
    none: str = words["none"]
    return _span(rules.min_seats, rules.single_until) if rules.single_until >= rules.min_seats else none


def _route_points(board: Board, words: Words) -> str:
    longest = max(route.length for route in board.routes)
    return ", ".join(map(str, board.rules.route_points[1 : longest + 1]))


def _tickets(board: Board, words: Words) -> str:
    long = sum(ticket.long for ticket in board.tickets)
    return f"{len(board.tickets)} ({long} {words['longs']})" if long else str(len(board.tickets))


def _ferries(board: Board, words: Words) -> str:
    count = sum(route.ferry > 0 for route in board.routes)
    return _symbols(count, board.rules.ferries, words) or str(count)


def _tunnels(board: Board, words: Words) -> str:
    turned = sorted({route.tunnel for route in board.routes if route.tunnel})
    return _symbols(len(turned), board.rules.tunnels, words) or words["turned"].format(
        number=_span(turned[0], turned[-1])
    )


def _symbols(count: int, in_play: bool, words: Words) -> str:
    """What is said of symbols that do not count, or that the board does not have; else nothing."""
    if count and in_play:
        return ""
    none: str = words["ignored"] if count else words["none"]
    return none


def _number(key: str) -> Cell:
    def cell(board: Board, words: Words) -> str:
        return str(getattr(board.rules, key) or words["none"])

    return cell


def _ties(board: Board, words: Words) -> str:
    return ", ".join(words["tie"][name] for name in board.rules.tie_breaks)


def _yes(there: object, words: Words) -> str:
    return str(words["yes"] if there else words["none"])


ROWS: dict[str, Cell] = {
    "map": lambda board, words: f"{len(board.cities)}, {len(board.routes)}",
    "tickets": _tickets,
    "seats": lambda board, words: _span(board.rules.min_seats, board.rules.max_seats),
    "trains": _number("trains"),
    "cards": _cards,
    "hand": _number("opening_hand"),
    "opening": _opening,
    "refused": lambda board, words: str(words["refused"][board.rules.opening_refused]),
    "drawing": lambda board, words: f"{board.rules.draw_tickets} / {board.rules.draw_keep}",
    "single": _single,
    "points": _route_points,
    "ferries": _ferries,
    "tunnels": _tunnels,
    "stations": _number("stations"),
    "station_points": lambda board, words: str(board.rules.station_points if board.rules.stations else words["none"]),
    "network": lambda board, words: _yes(board.rules.network, words),
    "markers": _number("markers"),
    "longest_path": _number("longest_path"),
    "globetrotter": _number("globetrotter"),
    "attractions": _number("attractions"),
    "last_round": lambda board, words: str(board.rules.last_round_trains),
    "hidden": lambda board, words: _yes(board.rules.hidden_points, words),
    "variants": lambda board, words: ", ".join(words["variant"][name] for name in board.variants) or words["none"],
    "ties": _ties,
}
