"""What can be wrong with weights."""


class BadWeights(ValueError):
    """Weights that cannot play: what is wrong with them, where, and what to do."""


class NoWeights(ValueError):
    """There is no network for a board, or it has not learned a style."""
