"""Digests of games, so that what one machine played can be compared on another."""

import hashlib
from typing import Any, Final

import numpy as np

CHUNK: Final = 100
"""Games of one digest."""


def digest(*arrays: Any) -> str:
    found = hashlib.sha256()
    for array in arrays:
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:16]


def digests(*arrays: Any) -> list[str]:
    """One for every hundred games. Records must lie there as plain bytes, a row for each."""
    return [digest(*(array[at : at + CHUNK] for array in arrays)) for at in range(0, len(arrays[0]), CHUNK)]


def differing(expected: list[str], found: list[str]) -> int:
    """How many of the hundreds differ."""
    return sum(one != other for one, other in zip(expected, found, strict=True))
