"""What can go wrong when a board is laid out."""

from carrozza.words.phrases import Phrase


class LayoutError(ValueError):
    """A board that cannot be laid out; the reason names the city or route and says what would help."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


class LayoutCancelled(Exception):
    """Whoever asked for a layout does not want it any more; nothing has been kept."""
