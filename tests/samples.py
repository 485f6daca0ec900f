"""How much a test tries: all of it in `make test`, a little of it in `make check`.

The Hypothesis profiles of `conftest.py` say which: `--hypothesis-profile check` asks for a tenth.
"""

from hypothesis import settings

FULL = 100
"""The examples of a property in the profile `test`, where nothing else is said."""
SHARE = 10
"""One in so many of them in the profile `check`."""


def samples(number: int) -> int:
    """So many, or a tenth of them in `make check`.

    >>> samples(FULL) == settings().max_examples
    True
    """
    return max(1, number * settings().max_examples // FULL)
