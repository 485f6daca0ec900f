"""How a search uses its network."""

from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from carrozza.boards.faults import did_you_mean
from carrozza.bots.search.settings import Settings, usual_settings
from carrozza.kernel.layout import blank, cell, record_dtype

LIKELIEST, SAMPLED = range(2)
OTHERS: Final = {"likeliest": LIKELIEST, "sampled": SAMPLED}
"""How the others decide in imagined games: by the policy's likeliest action, or by chance as it says."""
BATCH: Final = 16
"""Imagined games that go on together: the network is asked for all of them at once."""
WINS: Final = 0.5
"""What winning counts for in a value, next to the margin. A network's chance to win is less of a gamble than the
result of one game, so it counts for more than in a search without."""
TO_THE_END: Final = 100
"""No game begins so many turns of a seat."""


class Guidance:
    scale: float = cell(np.float64)
    """What a difference of 1 in logits is worth."""
    deviation: float = cell(np.float64)
    """How far that may be off: a standard deviation."""
    lowest_mean: float = cell(np.float64)
    """Actions whose prior mean is lower are not tried."""
    planner_mean: float = cell(np.float64)
    """The least that the planner's choice is taken for, next to the policy's."""
    temperature: float = cell(np.float64)
    """Of the policy, where it decides for others by chance."""
    depth: int = cell(np.int32)
    """The value is asked when so many own turns have begun; a game that ends before counts as it ended."""
    others: int = cell(np.int32)


GUIDANCE = record_dtype(Guidance)


@dataclass(frozen=True)
class GuidanceOptions:
    """What a spec may set, with its usual values."""

    depth: int = TO_THE_END
    others: str = "likeliest"

    def __post_init__(self) -> None:
        if self.depth != int(self.depth) or not 0 <= self.depth <= TO_THE_END:
            raise ValueError(f"depth {self.depth:g}: whole turns before the value is asked, from 0 to {TO_THE_END}")
        if self.others not in OTHERS:
            raise ValueError(f"others '{self.others}'{did_you_mean(self.others, OTHERS)}: choose {', '.join(OTHERS)}")

    def record(self) -> Guidance:
        guidance = cast(Guidance, blank(GUIDANCE))
        guidance.depth = int(self.depth)
        guidance.others = OTHERS[self.others]
        guidance.scale = 0.007
        guidance.deviation = 0.04
        guidance.lowest_mean = -0.05
        guidance.planner_mean = -0.02
        guidance.temperature = 1.0
        return guidance


def guided_settings() -> Settings:
    """The settings of the search itself."""
    settings = usual_settings()
    settings.wins = WINS
    return settings
