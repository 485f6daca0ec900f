"""Prioritised matches: how often each member of the league is met, by how hard it is to beat."""

import math
from collections.abc import Sequence
from typing import Final

LEAST: Final = 0.02
"""Added to each weight: a member that is beaten always is met now and then, or nobody would notice its return."""


def comparable(share: float, seats: int) -> float:
    """A share of wins as if between two: whoever wins their fair share has one half.

    >>> comparable(0.25, 4), comparable(1.0, 4)
    (0.5, 1.0)
    """
    return float(share ** (math.log(2) / math.log(seats))) if share > 0 else 0.0


def priorities(chances: Sequence[float], hardness: float) -> list[float]:
    """The probability to meet each member, where `chances` are those to beat it.

    >>> [round(p, 2) for p in priorities([0.9, 0.5], 2)]
    [0.1, 0.9]
    """
    weights = [(1 - chance) ** hardness + LEAST for chance in chances]
    return [weight / sum(weights) for weight in weights]


def allotted(total: int, weights: Sequence[float], least: int = 0) -> list[int]:
    """Whole numbers in these proportions that add up to `total`: the largest remainders are rounded up. Where `total`
    suffices for it, each is at least so many.

    >>> allotted(10, [1, 1, 1]), allotted(3, [0.6, 0.4])
    ([4, 3, 3], [2, 1])
    """
    least = least if total >= least * len(weights) else 0
    exact = [least + (total - least * len(weights)) * weight / sum(weights) for weight in weights]
    made = [int(number) for number in exact]
    by_remainder = sorted(range(len(made)), key=lambda at: made[at] - exact[at])
    for at in by_remainder[: total - sum(made)]:
        made[at] += 1
    return made
