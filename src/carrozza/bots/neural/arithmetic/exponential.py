"""The exponential function with the same bits everywhere: the system's differs from one C library to the next."""

import math
from typing import Final

from carrozza.kernel.compiled import entry

LEAST: Final = -80.0
"""Below this it is taken for 0."""
_LOG2_E: Final = 1.4426950408889634
_LN2_HIGH: Final = 6.93147180369123816490e-01
_LN2_LOW: Final = 1.90821492927058770002e-10
"""The logarithm of 2 in two parts: a multiple of the first by a small whole number is exact."""
_TERMS: Final = tuple(1.0 / math.factorial(power) for power in range(13, -1, -1))


@entry
def exp_of_negative(x: float) -> float:
    """e to the power of x, for x of at most 0: a power of 2, times a polynomial of what is left of x.

    >>> abs(exp_of_negative(-1.0) - math.exp(-1.0)) < 1e-15
    True
    """
    if x < LEAST:
        return 0.0
    halvings = math.floor(0.5 - x * _LOG2_E)
    rest = (x + halvings * _LN2_HIGH) + halvings * _LN2_LOW
    total = 0.0
    for term in _TERMS:
        total = total * rest + term
    for _ in range(halvings):
        total *= 0.5
    return total
