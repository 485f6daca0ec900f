"""Which proposed routes lead over water: the ferries."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from carrozza.atlas.geography import on_land
from carrozza.workshop.globe import Point
from carrozza.workshop.new_board.proposed_network import Pair

SAMPLES: Final = np.linspace(0.1, 0.9, 9)
"""Where along a route the ground is looked at, its ends left out: ports lie on the shore."""
WET: Final = 0.5
"""The share of a route at sea from which it is a ferry."""
LONG_FERRY: Final = 5
"""Spaces from which a ferry takes two locomotives."""


def over_water(points: Sequence[Point], pairs: Sequence[Pair]) -> set[Pair]:
    """The pairs between which there is more water than land."""
    if not pairs:
        return set()
    places = np.array(points, dtype=np.float64)
    begins, ends = (places[[pair[side] for pair in pairs]] for side in (0, 1))
    ways = ends - begins
    ways[:, 1] = (ways[:, 1] + 180) % 360 - 180
    along = begins[:, None] + SAMPLES[:, None] * ways[:, None]
    wet = 1 - on_land(along.reshape(-1, 2)).reshape(len(pairs), -1).mean(axis=1)
    return {pair for pair, share in zip(pairs, wet, strict=True) if share > WET}


def locomotives_for(length: int) -> int:
    """How many a ferry of that length takes."""
    return 2 if length >= LONG_FERRY else 1
