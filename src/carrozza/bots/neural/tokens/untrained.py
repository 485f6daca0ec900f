"""A network for any board that has learned nothing, for tests, measurements and examples."""

import numpy as np

from carrozza.bots.neural.tokens.at_board import about_tokens
from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.untrained import Draws
from carrozza.bots.neural.weights.file import Weights


def untrained_token_weights(sizes: TokenSizes | None = None, seed: int = 1) -> Weights:
    """Of a size that lets what goes in reach what comes out."""
    draws, chosen = Draws(seed), sizes or TokenSizes()
    matrices = {
        name: (draws.uniform(shape) * 1.7 / shape[-2] ** 0.5).astype(np.float32)
        for name, shape in chosen.matrices.items()
    }
    vectors = {name: (draws.uniform(shape) * 0.1).astype(np.float32) for name, shape in chosen.vectors.items()}
    return Weights(about_tokens(matrices, {"seed": seed}), matrices, vectors)
