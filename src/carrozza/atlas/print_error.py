"""The error of prints and pictures."""


class PrintError(ValueError):
    """Something that cannot be printed or made into a picture; the message says why and what would work."""
