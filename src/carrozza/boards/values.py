"""Values from outside, before anything reads them: how deep, how many, how long, how large, and which characters."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from carrozza.boards.faults import Fault

MAX_DEPTH = 10
MAX_VALUES = 100_000
MAX_TEXT = 1_000
MAX_KEY = 200
MAX_NUMBER = 1_000_000_000
MAX_FAULTS = 100
"""More are not told: a file with so many is of another kind."""

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"  # control characters, but for tabs and line ends
    "\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing around
    "\ud800-\udfff]"  # halves of characters, which no file can hold
)


def value_faults(values: Mapping[str, Any]) -> list[Fault]:
    """What makes values from outside unfit to be read at all; the places are those of a board file."""
    faults: list[Fault] = []
    waiting: list[tuple[str, Any, int]] = [("", values, 0)]
    seen = 0
    while waiting and len(faults) < MAX_FAULTS:
        place, value, depth = waiting.pop()
        seen += 1
        if seen > MAX_VALUES:
            return [Fault("file", f"there are more than {MAX_VALUES:,} values; a board needs far fewer")]
        if isinstance(value, dict | list) and depth >= MAX_DEPTH:
            faults.append(Fault(_cut(place), f"lies more than {MAX_DEPTH} levels deep; no key of a board does"))
        elif isinstance(value, dict):
            faults += _key_faults(place, value)
            waiting += [(f"{place}.{key}".removeprefix("."), item, depth + 1) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{place}[{index}]", item, depth + 1) for index, item in enumerate(value)]
        elif message := _message(value):
            faults.append(Fault(_cut(place), message))
    return faults


def _key_faults(place: str, table: Mapping[Any, Any]) -> Iterator[Fault]:
    for key in table:
        if not isinstance(key, str):
            yield Fault(_cut(place) or "file", f"a key is not text but {type(key).__name__}; put it in quotes")
        elif len(key) > MAX_KEY:
            yield Fault(_cut(f"{place}.{key}".removeprefix(".")), f"the key is longer than {MAX_KEY} characters")
        elif _FORBIDDEN.search(key):
            yield Fault(_cut(place) or "file", f"the key {key!a} has a character that cannot be shown; take it out")


def _message(value: Any) -> str | None:
    if isinstance(value, str):
        return _text_message(value)
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        return f"is beyond {MAX_NUMBER:,}; no number of a board is"
    return None


def _text_message(text: str) -> str | None:
    if len(text) > MAX_TEXT:
        return f"has {len(text):,} characters; {MAX_TEXT:,} is the most"
    if found := _FORBIDDEN.search(text):
        return f"has the character U+{ord(found[0]):04X}, which cannot be shown; take it out"
    return None


def _cut(place: str) -> str:
    """A place that can be printed, whatever its keys are."""
    shown = place.encode("ascii", "backslashreplace").decode() if _FORBIDDEN.search(place) else place
    return shown if len(shown) <= MAX_KEY else f"{shown[:MAX_KEY]}..."
