"""All that an environment shows, look after look, folded into one word for each game and array.

It is computed where the arrays lie, by NumPy or CuPy, so that every look at thousands of games can be compared and not
the last one alone. A difference in any bit shows.
"""

import hashlib
from typing import Any, Final

import numpy as np

from carrozza.kernel.layout import Grid

_TOP_HALF, _MOST = np.uint64(32), np.uint64(29)
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_SHOWN: Final = (
    *("states", "observations", "mask", "mask_words", "hidden", "rewards"),
    *("acted", "seat", "terminations", "truncations"),
)
_OF_EPISODES: Final = ("total", "returned", "game", "winner", "learner", "decisions")


class Folded:
    def __init__(self, games: Any, arrays: Any) -> None:
        """`arrays` is the module of the arrays: NumPy or CuPy."""
        self._games = games
        self._arrays = arrays
        self._weights: dict[str, Any] = {}
        self._words: dict[str, Any] = {}

    def look(self) -> None:
        shown = {name: getattr(self._games, name) for name in _SHOWN}
        shown |= {name: getattr(self._games.episode, name) for name in _OF_EPISODES}
        for name, array in shown.items():
            self._fold(name, _words_of(self._arrays, array))

    def _fold(self, name: str, rows: Any) -> None:
        if name not in self._words:
            self._weights[name] = [self._arrays.asarray(weights) for weights in _odd_numbers(rows.shape[1])]
            self._words[name] = self._arrays.zeros(len(rows), np.uint64)
        first, second = self._weights[name]
        mixed = rows * first
        mixed ^= mixed >> _TOP_HALF
        mixed *= second
        before = self._words[name]
        self._words[name] = (before ^ (before >> _MOST)) * _ODD + mixed.sum(axis=1, dtype=np.uint64)

    def digests(self) -> dict[str, str]:
        """By array."""
        copied = {name: words.get() if hasattr(words, "get") else words for name, words in self._words.items()}
        return {name: hashlib.sha256(words.tobytes()).hexdigest()[:12] for name, words in copied.items()}


def _odd_numbers(number: int) -> list[Grid]:
    chance = np.random.default_rng(number)
    return [chance.integers(1, 1 << 63, number, np.uint64) * np.uint64(2) + np.uint64(1) for _ in range(2)]


def _words_of(arrays: Any, array: Any) -> Any:
    """The bytes of each game as whole words, the last of them filled up."""
    if hasattr(array, "field"):  # records on a GPU
        array = array.data
    elif array.dtype.names:
        array = array.view(np.int8).reshape(len(array), -1)
    rows = arrays.ascontiguousarray(array).reshape(len(array), -1).view(np.int8)
    missing = -rows.shape[1] % 8
    if missing:
        rows = arrays.concatenate((rows, arrays.zeros((len(rows), missing), np.int8)), axis=1)
    return arrays.ascontiguousarray(rows).view(np.uint64)
