"""Networks made by hand, which say what a test wants them to say."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from carrozza import boards
from carrozza.bots.neural.flat import about_flat, flat_shapes, most_spec
from carrozza.bots.neural.weights import Weights, write_weights
from carrozza.kernel.layout import SEATS
from tests.bots.neural.networks import random_weights

WIDTH = 16
STEADY = 1000.0
"""So large a number in the first place keeps the norm, and with it the scale of all others, as it is."""


class Maker:
    """Arrays of a network with one block that adds nothing: what is not set is 0."""

    def __init__(self, board: str, variants: tuple[str, ...] = ()) -> None:
        self.board = boards.load(board)
        self.variants = variants
        self.spec = most_spec(self.board, variants)
        matrices, vectors = flat_shapes(self.spec.size, WIDTH, WIDTH, 1)
        self.matrices = {name: np.zeros(shape, np.float32) for name, shape in matrices.items()}
        self.vectors = {name: np.zeros(shape, np.float32) for name, shape in vectors.items()}
        self.vectors["gains"][:] = STEADY / np.sqrt(WIDTH)
        self.vectors["first_bias"][0] = STEADY

    def prefer(self, favourites: Mapping[int, float]) -> "Maker":
        """These actions, by these logits."""
        for action, logit in favourites.items():
            self.vectors["logits_bias"][action] = logit
        return self

    def value_points(self, worth: float = 1.0) -> "Maker":
        """The margin is the viewer's points so far, times this."""
        points = self.spec.slice("players.points")
        self.matrices["first"][points.at, 1] = points.unit
        self.matrices["outcome"][1, SEATS] = worth / 64
        self.matrices["outcome"][1, 0] = worth / 64
        return self

    def believe(self, tickets: Mapping[int, float], colour: int, cards: float) -> "Maker":
        """That every other seat holds these tickets, by these logits, and so many cards of a colour."""
        others, number = self.spec.seats - 1, len(self.board.tickets)
        bias = np.zeros((others, number + int(self.spec.compiled.colours) + 1), np.float32)
        for ticket, logit in tickets.items():
            bias[:, ticket] = logit
        bias[:, number + colour] = cards / 8
        self.matrices["belief"] = np.zeros((WIDTH, bias.size), np.float32)
        self.vectors["belief_bias"] = bias.ravel()
        return self

    @property
    def weights(self) -> Weights:
        about = about_flat(self.board, self.variants, WIDTH, 1, {})
        return Weights(about, self.matrices, self.vectors)

    def write(self, folder: Path) -> str:
        path = folder / f"{self.board.id}.npz"
        write_weights(path, self.weights, "float32")
        return str(path)


def write_random(folder: Path, board: str, variants: tuple[str, ...] = (), seed: int = 1) -> str:
    path = folder / f"random-{board}-{seed}.npz"
    write_weights(path, random_weights(board, variants, seed=seed), "float32")
    return str(path)
