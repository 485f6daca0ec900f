"""How the search divides its games among the candidates.

What winning and the margin count for and the optimism were chosen by replaying stored games of some hundred
positions; the depth and the proposals by short matches and by how well final scores were foretold; the rest by
judgement.
"""

import numpy as np

from carrozza.kernel.layout import blank, cell, record_dtype


class Settings:
    optimism: float = cell(np.float64)
    """How many deviations a candidate is believed to be better than it seems while others are tried."""
    certainty: float = cell(np.float64)
    """By how many deviations the leader must be ahead of all others to end the search early."""
    wins: float = cell(np.float64)
    """What winning counts for in the value of a game, next to the margin."""
    scale: float = cell(np.float64)
    """The margin, in points, at which a lead is mostly won."""
    planner_share: float = cell(np.float64)
    """How much of the attention below the root belongs to the planner's choice."""
    exploration: float = cell(np.float64)
    """How much the little tried attracts, below the root."""
    prior_visits: float = cell(np.float64)
    """How many visits it takes to believe them rather than the prior mean, below the root."""
    width: float = cell(np.float64)
    """A node has `width * sqrt(visits)` own alternatives."""
    branching_visits: int = cell(np.int32)
    """Below so many visits a node follows the planner alone."""
    proposals: int = cell(np.int32)
    """Sets of tickets each of the others is proposed."""
    depth: int = cell(np.int32)
    """Decisions below the root that are kept in the tree."""


SETTINGS = record_dtype(Settings)


def usual_settings() -> Settings:
    settings: Settings = blank(SETTINGS)
    settings.optimism = 0.85
    settings.certainty = 2.0
    settings.wins = 0.2
    settings.scale = 25.0
    settings.planner_share = 0.7
    settings.exploration = 0.05
    settings.prior_visits = 30.0
    settings.width = 0.15
    settings.branching_visits = 30
    settings.proposals = 5
    settings.depth = 8
    return settings
