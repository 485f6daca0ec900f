"""How a search uses its network.

None of these numbers has been measured with a trained network on every board yet: `benchmarks/search_with_network.py`
compares them.
"""

from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from carrozza.boards.faults import did_you_mean
from carrozza.bots.search.settings import Settings, usual_settings
from carrozza.kernel.layout import blank, cell, record_dtype

SAMPLED, LIKELIEST, PLANNER = range(3)
OTHERS: Final = {"sampled": SAMPLED, "likeliest": LIKELIEST, "planner": PLANNER}
"""Who decides for the others in the tree: the policy, by chance or by its likeliest action, or a planner."""
BATCH: Final = 8
"""Imagined games that go on together: the network is asked for all of them at once."""
WINS: Final = 0.5
"""What winning counts for in a value, next to the margin. A network's chance to win is less of a gamble than the
result of one game, so it counts for more than in a search without."""
MOST_TURNS: Final = 20


class Guidance:
    share: float = cell(np.float64)
    """The network's part in what a leaf is worth; the rest is that of a game played to its end by planners."""
    scale: float = cell(np.float64)
    """What a difference of 1 in logits is worth, at the root."""
    deviation: float = cell(np.float64)
    """How far that may be off: a standard deviation."""
    lowest_mean: float = cell(np.float64)
    """Actions whose prior mean is lower are not tried."""
    planner_mean: float = cell(np.float64)
    """The least that the planner's choice is taken for, next to the policy's."""
    exploration: float = cell(np.float64)
    """How much the little tried attracts, below the root."""
    prior_visits: float = cell(np.float64)
    """How many visits it takes to believe them, below the root."""
    temperature: float = cell(np.float64)
    """Of the policy, where it decides for others by chance."""
    depth: int = cell(np.int32)
    """The value is asked at the first own decision after so many own turns have begun."""
    others: int = cell(np.int32)


GUIDANCE = record_dtype(Guidance)


@dataclass(frozen=True)
class GuidanceOptions:
    """What a spec may set, with its usual values."""

    share: float = 0.5
    depth: int = 1
    others: str = "sampled"

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share {self.share:g}: the network's part in a value is from 0 to 1, such as 0.5")
        if self.depth != int(self.depth) or not 0 <= self.depth <= MOST_TURNS:
            raise ValueError(f"depth {self.depth:g}: whole turns before the value is asked, from 0 to {MOST_TURNS}")
        if self.others not in OTHERS:
            raise ValueError(f"others '{self.others}'{did_you_mean(self.others, OTHERS)}: choose {', '.join(OTHERS)}")

    def record(self) -> Guidance:
        guidance = cast(Guidance, blank(GUIDANCE))
        guidance.share = self.share
        guidance.depth = int(self.depth)
        guidance.others = OTHERS[self.others]
        guidance.scale = 0.015
        guidance.deviation = 0.05
        guidance.lowest_mean = -0.09
        guidance.planner_mean = -0.02
        guidance.exploration = 0.3
        guidance.prior_visits = 8.0
        guidance.temperature = 1.0
        return guidance


def guided_settings() -> Settings:
    """The settings of the search itself."""
    settings = usual_settings()
    settings.wins = WINS
    return settings
