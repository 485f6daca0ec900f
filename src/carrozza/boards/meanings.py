"""What the keys of a board file mean, in words."""

from typing import Final

from carrozza.boards.model import (
    MAX_COAST_POINTS,
    MAX_COASTS,
    MAX_COLORS,
    MAX_LENGTH,
    MAX_LINES,
    MAX_OFFER,
    MAX_REACH,
    MAX_SEATS,
    MAX_TRAINS,
    PALETTE,
    Frozen,
)
from carrozza.words.phrases import Phrase

_LIMITS: Final = {
    "coast_points": MAX_COAST_POINTS,
    "coasts": MAX_COASTS,
    "colors": MAX_COLORS,
    "length": MAX_LENGTH,
    "lines": MAX_LINES,
    "offer": MAX_OFFER,
    "palette": ", ".join(PALETTE),
    "reach": MAX_REACH,
    "seats": MAX_SEATS,
    "trains": MAX_TRAINS,
}


def meaning_of(model: type[Frozen], key: str) -> Phrase:
    """What a key of a table stands for.

    >>> from carrozza.boards.model import Route
    >>> str(meaning_of(Route, "length"))
    'the number of spaces, 1 to 8'
    """
    return Phrase(f"board_key.{model.__name__}.{key}", **_LIMITS)
