"""Values from outside, before anything reads them: how deep, how many, how long, how large, and which characters."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from carrozza.boards.faults import Fault, reason
from carrozza.words.phrases import Figure, Phrase

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
            return [Fault("file", reason("many_values", most=Figure(MAX_VALUES)))]
        if isinstance(value, dict | list) and depth >= MAX_DEPTH:
            faults.append(Fault(_cut(place), reason("deep", most=MAX_DEPTH)))
        elif isinstance(value, dict):
            faults += _key_faults(place, value)
            waiting += [(f"{place}.{key}".removeprefix("."), item, depth + 1) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{place}[{index}]", item, depth + 1) for index, item in enumerate(value)]
        elif unfit := _unfit(value):
            faults.append(Fault(_cut(place), unfit))
    return faults


def _key_faults(place: str, table: Mapping[Any, Any]) -> Iterator[Fault]:
    for key in table:
        if not isinstance(key, str):
            yield Fault(_cut(place) or "file", reason("key_no_text", kind=type(key).__name__))
        elif len(key) > MAX_KEY:
            yield Fault(_cut(f"{place}.{key}".removeprefix(".")), reason("long_key", most=MAX_KEY))
        elif _FORBIDDEN.search(key):
            yield Fault(_cut(place) or "file", reason("key_character", name=ascii(key)))


def _unfit(value: Any) -> Phrase | None:
    if isinstance(value, str):
        return _unfit_text(value)
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        return reason("large_number", most=Figure(MAX_NUMBER))
    return None


def _unfit_text(text: str) -> Phrase | None:
    if len(text) > MAX_TEXT:
        return reason("long_text", length=Figure(len(text)), most=Figure(MAX_TEXT))
    if found := _FORBIDDEN.search(text):
        return reason("character", character=f"U+{ord(found[0]):04X}")
    return None


def _cut(place: str) -> str:
    """A place that can be printed, whatever its keys are."""
    shown = place.encode("ascii", "backslashreplace").decode() if _FORBIDDEN.search(place) else place
    return shown if len(shown) <= MAX_KEY else f"{shown[:MAX_KEY]}..."
