"""What can go wrong when a board is laid out."""


class LayoutError(ValueError):
    """A board that cannot be laid out; the message names the city or route and says what would help."""
