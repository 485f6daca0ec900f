"""What can go wrong when a board is laid out."""


class LayoutError(ValueError):
    """A board that cannot be laid out; the message names the city or route and says what would help."""


class LayoutCancelled(Exception):
    """Whoever asked for a layout does not want it any more; nothing has been kept."""
