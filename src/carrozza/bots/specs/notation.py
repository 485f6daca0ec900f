"""Bots as text: `planner(blocking=0.3)`, `search:500ms`, `exec:./mybot --fast(move=1s)`, `./mybot.py:Eager(n=2)`."""

import math
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from carrozza.bots.specs.parameters import COMPILED

PROGRAM: Final = "exec"
CLASS_FILE: Final = ".py"
"""The name of every spec that names a class in a Python file; no other bot can have it."""

Value = int | float | str
"""What a parameter may be set to."""

NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_AMOUNT = re.compile(r"(\d{1,12}(?:\.\d{1,12})?) ?(ms|s)?")
_CLASS_FILE = re.compile(r"(?P<file>.+\.py)(:(?P<class_name>[A-Za-z_]\w*))?(:(?P<budget>[^:]*))?")
_BARE = re.compile(r"[\w./:@%+-]+", re.ASCII)


class BadSpec(ValueError):
    """A text that describes no bot: what is wrong with it, where, and how to write it."""


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: a time, or a number of iterations."""

    milliseconds: int | None = None
    iterations: int | None = None

    @property
    def seconds(self) -> float | None:
        return None if self.milliseconds is None else self.milliseconds / 1000

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """
        >>> str(Budget.parse("0.5s")), str(Budget.parse("2000"))
        ('500ms', '2000')
        """
        found = _AMOUNT.fullmatch(text.strip())
        if found is None or (found[2] is None and "." in found[1]):
            raise BadSpec(f"'{text}' is no budget: write a time such as 500ms or 1.5s, or a whole number of iterations")
        if found[2] is None:
            made = cls(iterations=int(found[1]))
        else:
            made = cls(milliseconds=round(float(found[1]) * (1000 if found[2] == "s" else 1)))
        if not made.milliseconds and not made.iterations:
            raise BadSpec(f"'{text}' is too small a budget: the least is 1ms, or 1 iteration")
        return made

    def __str__(self) -> str:
        if self.milliseconds is None:
            return str(self.iterations)
        seconds, rest = divmod(self.milliseconds, 1000)
        return f"{self.milliseconds}ms" if rest else f"{seconds}s"


@dataclass(frozen=True)
class Spec:
    """A bot as it can be written: prints the canonical text, which reads back to an equal one."""

    name: str
    budget: Budget | None = None
    settings: tuple[tuple[str, Value], ...] = ()
    """The parameters that were set, by name."""
    command: tuple[str, ...] = ()
    """The program of an `exec` bot, and its arguments."""
    file: str = ""
    """The Python file of a class bot, as it was written; and its class."""
    class_name: str = ""

    @property
    def parameters(self) -> dict[str, Value]:
        return dict(self.settings)

    @property
    def compiled(self) -> bool:
        """Whether the compiled loop can play it. (A level is not: `levels.resolve` says what it stands for.)"""
        return self.name in COMPILED

    def __str__(self) -> str:
        head = _quoted(f"{self.file}:{self.class_name}") if self.file else self.name
        if self.command:
            head += f":{' '.join(map(_quoted, self.command))}"
        elif self.budget is not None:
            head += f":{self.budget}"
        written = ",".join(f"{name}={_written(value)}" for name, value in self.settings)
        return f"{head}({written})" if written else head


def split_specs(text: str) -> list[str]:
    """The specs of a list, separated by commas that are not inside parentheses or quotes.

    >>> split_specs("planner(a=1,b=2), random, exec:./bot 'x,y'")
    ['planner(a=1,b=2)', 'random', "exec:./bot 'x,y'"]
    """
    return [piece for piece in _split(text) if piece]


def read_spec(text: str) -> Spec:
    """What a text says, whether or not there is such a bot: `parse_spec` checks that too."""
    text = text.strip()
    head, inside = _cut(text)
    name, colon, rest = head.partition(":")
    name = name.strip().lower()
    if name != PROGRAM and (place := _CLASS_FILE.fullmatch(_one_word(head))):
        return _class_file(text, place, tuple(sorted(_settings(text, inside))))
    if not NAME.fullmatch(name):
        problem = "is no name of a bot" if name else "names no bot"
        raise BadSpec(f"'{text}' {problem}: write one such as planner, search:1s or exec:./mybot")
    settings = tuple(sorted(_settings(text, inside)))
    if name == PROGRAM:
        return Spec(name, None, settings, _command(text, rest))
    return Spec(name, _budget(text, rest) if colon else None, settings)


def _one_word(head: str) -> str:
    """The path that a text holds, without its quotes; empty where it holds several words."""
    words = shlex.split(head)
    return words[0] if len(words) == 1 else ""


def _class_file(text: str, place: re.Match[str], settings: tuple[tuple[str, Value], ...]) -> Spec:
    if place["class_name"] is None:
        raise BadSpec(
            f"'{text}' names no class: write {place['file']}:ClassName, or exec:{place['file']} for a program"
        )
    budget = None if place["budget"] is None else _budget(text, place["budget"])
    return Spec(CLASS_FILE, budget, settings, file=place["file"], class_name=place["class_name"])


def _budget(text: str, rest: str) -> Budget:
    try:
        return Budget.parse(rest)
    except BadSpec as wrong:
        raise BadSpec(f"'{text}': {wrong}") from None


def _command(text: str, rest: str) -> tuple[str, ...]:
    words = tuple(shlex.split(rest))
    if not words or not words[0]:
        raise BadSpec(f"'{text}' names no program: write exec:./mybot, with its arguments behind it")
    return words


def _cut(text: str) -> tuple[str, str]:
    """What stands before the parentheses, and what in them."""
    opened = [place for place, mark, depth in _unquoted(text) if mark == "(" and depth == 1]
    if not opened:
        return text, ""
    if len(opened) > 1 or not text.endswith(")"):
        rule = "parameters stand once, at the end, as in planner(blocking=0.3)"
        raise BadSpec(f"'{text}': {rule}; quote parentheses that belong to a command")
    return text[: opened[0]], text[opened[0] + 1 : -1]


def _settings(text: str, inside: str) -> Iterator[tuple[str, Value]]:
    seen = set()
    for piece in _split(inside) if inside.strip() else ():
        name, equals, value = piece.partition("=")
        name = name.strip()
        if not equals or not _PARAMETER.fullmatch(name) or not value.strip():
            raise BadSpec(f"'{text}': '{piece}' sets no parameter: write name=value, with commas between several")
        if name in seen:
            raise BadSpec(f"'{text}': {name} is set twice; leave one out")
        seen.add(name)
        yield name, _value(text, value.strip())


def _value(text: str, written: str) -> Value:
    if any(mark in written for mark in "'\"\\"):
        words = shlex.split(written)
        if len(words) != 1:
            raise BadSpec(f"'{text}': {written} is not one value: put quotes around the whole of it")
        return words[0]
    if not _NUMBER.fullmatch(written):
        return written
    if written.lstrip("+-").isdecimal():
        return int(written)
    if not math.isfinite(float(written)):
        raise BadSpec(f"'{text}': {written} is too large a number")
    return float(written)


def _written(value: Value) -> str:
    if isinstance(value, str):
        return value if _BARE.fullmatch(value) and not _NUMBER.fullmatch(value) else _quoted(value, always=True)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _quoted(word: str, *, always: bool = False) -> str:
    """As a shell would have it; commas too, as they part one spec from the next."""
    quoted = shlex.quote(word)
    return f"'{word}'" if quoted == word and (always or "," in word) else quoted


def _split(text: str) -> Iterator[str]:
    begun = 0
    for place, mark, depth in _unquoted(text):
        if mark == "," and depth == 0:
            yield text[begun:place].strip()
            begun = place + 1
    yield text[begun:].strip()


def _unquoted(text: str) -> Iterator[tuple[int, str, int]]:
    """Every character that is not quoted: its place, itself, and how deep in parentheses it stands."""
    depth, quote, opened, escaped = 0, "", 0, False
    for place, mark in enumerate(text):
        if escaped:
            escaped = False
        elif quote:
            quote = "" if mark == quote else quote
            escaped = mark == "\\" and quote == '"'
        elif mark in "'\"":
            quote, opened = mark, place
        elif mark == "\\":
            escaped = True
        else:
            depth += mark == "("
            yield place, mark, depth
            depth -= mark == ")"
            if depth < 0:
                raise BadSpec(f"'{text}': the ) at character {place + 1} closes nothing")
    if quote:
        raise BadSpec(f"'{text}': the quote at character {opened + 1} is not closed")
    if depth or escaped:
        raise BadSpec(f"'{text}': a parenthesis is not closed" if depth else f"'{text}' ends in a lone backslash")
