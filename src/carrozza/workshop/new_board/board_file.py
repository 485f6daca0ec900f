"""A document as the text of a board file, with remarks on what can be changed."""

from collections.abc import Mapping
from typing import Any, Final

from carrozza.boards.model import Rules
from carrozza.boards.toml_text import to_toml

HEAD: Final = """\
# {title}: begun with `carrozza board new`.
#
# `carrozza board {file}` checks and shows it; docs/boards.md describes every key.

"""
REMARKS: Final = {
    "cities = [": "lat, lon: degrees, north and east positive. attraction = true: a tourist attraction.",
    "routes = [": "length: 1 to 8 spaces. color: a card colour, or gray for any; two lines with the same cities are a "
    "double.\n# ferry: spaces that take a locomotive. tunnel: cards that are turned, 1 to 3.",
    "tickets = [": "points: 1 to 99. long = true: a long ticket, dealt apart where opening_long is 1.",
    "[rules]": "What is left out, or stands behind a #, is as on the USA board.",
}


def board_file_text(document: Mapping[str, Any], file: str = "FILE.toml") -> str:
    """The text of a board file with a remark on each part, and on every switch of the rules.

    >>> print(board_file_text({"id": "isle", "title": "Isle", "rules": {"trains": 12}}).splitlines()[9])
    trains = 12  # the trains of each player, 1 to 64
    """
    with_rules = {**document, "rules": document.get("rules", {})}
    lines = [line for line in to_toml(with_rules).splitlines() for line in _remarked(line)]
    begin = lines.index("[rules]") + 1
    end = next((number for number in range(begin, len(lines)) if not lines[number]), len(lines))
    lines[begin:end] = _explained(lines[begin:end])
    return HEAD.format(title=_one_line(document["title"]), file=_one_line(file)) + "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _remarked(line: str) -> list[str]:
    return [f"# {REMARKS[line]}", line] if line in REMARKS else [line]


def _explained(lines: list[str]) -> list[str]:
    """The switches that are set, then those that are not, each with what it does."""
    given = {line.split(" =")[0]: line for line in lines}
    usual = to_toml({"rules": Rules().model_dump(mode="json")}).splitlines()[1:]
    others = {line.split(" =")[0]: f"# {line}" for line in usual}
    return [
        _with_description(key, line)
        for key, line in (given | {k: v for k, v in others.items() if k not in given}).items()
    ]


def _with_description(key: str, line: str) -> str:
    return f"{line}  # {Rules.meaning_of(key)}"
