"""What geography cannot do."""


class GeographyError(ValueError):
    """A map that cannot be drawn; the message says which city is at fault and how to mend it."""
