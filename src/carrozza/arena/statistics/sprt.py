"""Stopping when it is clear who is stronger: a sequential probability ratio test, deal by deal.

One observation is the mean result of a deal: the share of the comparisons between the two bots that the first has won.
There are three answers: equal (half), the first stronger (half and a margin), the second stronger (half less a
margin). Each of the last two is tested against the first.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from carrozza.arena.checks import ArenaError
from carrozza.kernel.layout import Grid

ERROR: Final = 0.05
"""How often each of the two mistakes may be made: to see a difference where there is none, and not to see one."""
BOUND: Final = float(np.log((1 - ERROR) / ERROR))
FEWEST_DEALS: Final = 12
"""Before that a mean is not yet normally distributed."""
MARGIN: Final = 0.05

STRONGER, WEAKER, EQUAL, UNDECIDED = "stronger", "weaker", "equal", "undecided"


@dataclass(frozen=True)
class Comparison:
    """The answer of the test to how the first bot compares with another."""

    first: str
    other: str
    answer: str
    deals: int
    """How many deals it took, or how many there were."""
    share: float | None
    """The first one's share of their comparisons in these deals."""
    margin: float
    likelihoods: tuple[float, float]
    """Logarithms of the likelihood ratios: of stronger to equal, and of weaker to equal."""

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "other": self.other,
            "answer": self.answer,
            "deals": self.deals,
            "share": self.share,
            "margin": self.margin,
            "log_likelihood_ratios": list(self.likelihoods),
        }


def check_margin(margin: float) -> float:
    if not 0 < margin < 0.5:
        raise ArenaError(f"margin {margin}: it must be between 0 and 0.5, such as {MARGIN}")
    return margin


def compare(first: str, other: str, shares: Grid, margin: float = MARGIN) -> Comparison:
    """The answer after the first deals that decide it. `shares` are the results of whole deals, in their order.

    >>> compare("a", "b", np.tile([1.0, 0.5], 50)).answer
    'stronger'
    """
    up, down = _ratios(shares, margin), _ratios(1 - shares, margin)
    decided = {STRONGER: up >= BOUND, WEAKER: down >= BOUND, EQUAL: (up <= -BOUND) & (down <= -BOUND)}
    after = {answer: int(when.argmax()) + FEWEST_DEALS for answer, at in decided.items() if (when := _late(at)).any()}
    answer = min(after, key=lambda known: after[known], default=UNDECIDED)
    deals = after.get(answer, len(shares))
    return Comparison(
        first=first,
        other=other,
        answer=answer,
        deals=deals,
        share=float(shares[:deals].mean()) if deals else None,
        margin=margin,
        likelihoods=(float(up[deals - 1]), float(down[deals - 1])) if deals else (0.0, 0.0),
    )


def _late(decided: Grid) -> Grid:
    return decided[FEWEST_DEALS - 1 :]


def _ratios(shares: Grid, margin: float) -> Grid:
    """After each deal, the logarithm of the likelihood ratio of a half and the margin to a half.

    The variance is that of the deals so far and of two more, one won and one lost: no run of equal results looks
    certain too early."""
    number = np.arange(1, len(shares) + 1)
    mean = shares.cumsum() / number
    squares = (shares**2).cumsum() - number * mean**2
    variance = (squares + 0.5) / (number + 2)
    ratios: Grid = number * margin * (mean - 0.5 - margin / 2) / variance
    return ratios
