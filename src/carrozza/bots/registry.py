"""Bots by name, and by the number compiled code knows them by."""

from typing import Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.chance_player import Luck, choose_any
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import NOBODY

RANDOM: Final = 0
KINDS: Final = {"random": RANDOM}


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


@rule
def decide(kind: int, mask: Grid, luck: Luck) -> int:
    """The action that a bot of this kind takes, of those in the mask."""
    if kind == RANDOM:
        return choose_any(mask, luck)
    return NOBODY
