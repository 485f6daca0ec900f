"""Weights: what a network has learned, its files, and those that come with the game.

- `file.py`: writing and reading a weights file
- `precision.py`: how its matrices are stored
- `shipped.py`: which of the files that come with the game is for a board
- `errors.py`: what can be wrong with weights
"""

from carrozza.bots.neural.weights.errors import BadWeights, NoWeights
from carrozza.bots.neural.weights.file import (
    About,
    Kind,
    Weights,
    read_about,
    read_weights,
    rewrite_weights,
    write_weights,
)

__all__ = [
    "About",
    "BadWeights",
    "Kind",
    "NoWeights",
    "Weights",
    "read_about",
    "read_weights",
    "rewrite_weights",
    "write_weights",
]
