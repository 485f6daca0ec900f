"""Bots by name, and by the number compiled code knows them by."""

from typing import Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.mind import GREEDY, PLANNER, RANDOM

KINDS: Final = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}


class UnknownBot(ValueError):
    """A name that no bot has."""


def names() -> tuple[str, ...]:
    return tuple(KINDS)


def kind_of(name: str) -> int:
    """The number of the bot of this name.

    >>> kind_of("random")
    0
    """
    if name not in KINDS:
        raise UnknownBot(f"no bot '{name}'{did_you_mean(name, KINDS)}; choose {', '.join(KINDS)}")
    return KINDS[name]
