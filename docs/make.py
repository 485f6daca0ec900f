"""Make the pages and schemas that follow from the sources: `python -m docs.make`."""

import json
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from carrozza import boards
from carrozza.boards import Board
from carrozza.game.referee import json_schema
from carrozza.game.words import languages, say
from carrozza.kernel.rules import IDS

HERE = Path(__file__).parent
RULES = IDS[1:]
PAGES = {"en": "rules.md", "it": "rules.it.md"}

Words = dict[str, Any]
Cell = Callable[[Board, Words], str]


def generated() -> dict[str, str]:
    """Every generated file of this folder: its name and its text."""
    schemas = {f"{of}.schema.json": json_schema(of) for of in ("case", "verdict")}
    schemas["board.schema.json"] = boards.json_schema()
    files = {name: json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}
    return files | {PAGES[language]: rules_page(language) for language in languages()}


@cache
def words_of(language: str) -> Words:
    words: Words = tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))[language]
    return words


def rules_page(language: str) -> str:
    return "\n".join(_rules_page(language, words_of(language))) + "\n"


def _rules_page(language: str, words: Words) -> Iterator[str]:
    yield f"<!-- {words['made']} -->"
    yield f"# {words['title']}"
    for paragraph in words["intro"]:
        yield f"\n{paragraph}"
    yield f"\n## {words['boards']}\n"
    yield from (f"- **{words['board'][name]}**: {told}" for name, told in words["credit"].items())
    yield f"\n{words['trademark']}"
    yield f"\n## {words['uses']}\n"
    yield from board_table(words)
    for letter, rules in groupby(RULES, key=lambda rule: rule[0]):
        yield f"\n## {words['group'][letter]} ({letter})\n"
        for rule in rules:
            yield _rule(rule, language, words)
    yield f"\n## {words['decisions']}\n"
    yield words["decided"].format(rules=", ".join(decisions(language)))
    yield f"\n## {words['knowledge']}\n"
    yield from words["known"]


def _rule(rule: str, language: str, words: Words) -> str:
    told = f"- **{rule}** {say(f'rule.{rule}', language)}"
    note = words["note"].get(rule)
    return f"{told} {note}" if note else told


def decisions(language: str) -> list[str]:
    """The rules that say, here or in the game's own words, that we decided something."""
    words = words_of(language)
    return [rule for rule in RULES if words["ours"] in _rule(rule, language, words)]


def board_table(words: Words) -> Iterator[str]:
    every = [boards.load(name) for name in boards.names()]
    yield f"| | {' | '.join(words['board'][board.id] for board in every)} |"
    yield f"|---{'|---' * len(every)}|"
    for key, cell in ROWS.items():
        yield f"| {words['row'][key]} | {' | '.join(cell(board, words) for board in every)} |"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _cards(board: Board, words: Words) -> str:
    rules = board.rules
    return f"{len(rules.colors)} × {rules.copies} + {rules.locomotives}"


def _opening(board: Board, words: Words) -> str:
    rules = board.rules
    long = f"{rules.opening_long} {words['long']} + " if rules.opening_long else ""
    return f"{long}{rules.opening_tickets} / {rules.opening_keep}"


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
    "single": lambda board, words: _span(board.rules.min_seats, board.rules.single_until),
    "ferries": _ferries,
    "tunnels": _tunnels,
    "stations": _number("stations"),
    "network": lambda board, words: _yes(board.rules.network, words),
    "markers": _number("markers"),
    "longest_path": _number("longest_path"),
    "globetrotter": _number("globetrotter"),
    "attractions": _number("attractions"),
    "hidden": lambda board, words: _yes(board.rules.hidden_points, words),
    "variants": lambda board, words: ", ".join(words["variant"][name] for name in board.variants) or words["none"],
    "ties": _ties,
}


def main() -> None:
    for name, text in generated().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
