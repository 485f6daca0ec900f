"""Faults: what is wrong with a board, where, and what to do about it."""

from collections.abc import Iterable
from typing import NamedTuple

from carrozza.boards.naming import nearest


class Fault(NamedTuple):
    """One thing wrong in a board file: where, and what to do about it."""

    place: str
    message: str
    name: str | None = None
    """The city, route or ticket of the place, where there is one."""

    def __str__(self) -> str:
        named = f" ({self.name})" if self.name else ""
        return f"{self.place}{named}: {self.message}"


class BoardError(ValueError):
    """A board that cannot be used, with every fault found in it."""

    def __init__(self, source: str, faults: Iterable[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__(source, self.faults)

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.source}: {self.faults[0]}"
        return "\n".join([f"{self.source} has {len(self.faults)} faults:", *(f"  {fault}" for fault in self.faults)])


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, or nothing.

    >>> did_you_mean("pariss", ["paris", "roma"])
    " (did you mean 'paris'?)"
    """
    near = nearest(wrong, known)
    return f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""
