"""Lengths where they were left out: spaces by the distance, on the scale of the board."""

from collections.abc import Sequence
from statistics import median
from typing import Final

USUAL: Final = 2.9
SMALL: Final = 2.2
"""The mean length of a pair on the printed boards, and on the small one of New York."""
SMALL_BOARD: Final = 18
"""Cities of which a board counts as small."""
GROWTH: Final = 0.8
"""The power of the distance that spaces follow."""
LONGEST: Final = 6
"""Printed boards have hardly any longer ones."""


def suggested_lengths(
    distances: Sequence[float], given: Sequence[int | None], cities: int, mean: float | None = None
) -> list[int]:
    """The lengths given, and for the others so many spaces as the distance asks for, 1 to 6. Spaces grow a little
    slower than kilometres, as on printed boards, where short routes are drawn out.

    A space is as far as on the routes whose length was given; where these are fewer than a third, as far as gives the
    mean length of a printed board of this size.

    >>> suggested_lengths([100, 200, 300, 600], [1, 2, 3, None], cities=4)
    [1, 2, 3, 5]
    """
    grown = [distance**GROWTH for distance in distances]
    known = [distance / length for distance, length in zip(grown, given, strict=True) if length]
    if 3 * len(known) >= len(given):
        unit = median(known)
    else:
        wanted = mean or (SMALL if cities <= SMALL_BOARD else USUAL)
        unit = sum(grown) / len(grown) / wanted
    return [
        length or min(LONGEST, max(1, round(distance / max(unit, 1e-9))))
        for distance, length in zip(grown, given, strict=True)
    ]
