"""Networks that have learned nothing: weights drawn at random from a seed, for tests, measurements and examples."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.bots.neural.flat import about_flat, flat_shapes, most_spec
from carrozza.bots.neural.weights.file import Weights

_STEP = 0x9E3779B97F4A7C15
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


class Draws:
    """The same numbers on every machine and with every version: NumPy may change what its generators draw."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def uniform(self, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """From -1 to 1, by SplitMix64."""
        number = int(np.prod(shape))
        first = (self._seed + (self._drawn + 1) * _STEP) % (1 << 64)
        self._drawn += number
        with np.errstate(over="ignore"):
            words = np.uint64(first) + np.arange(number, dtype=np.uint64) * np.uint64(_STEP)
            words = (words ^ (words >> np.uint64(30))) * _MIX_1
            words = (words ^ (words >> np.uint64(27))) * _MIX_2
        words ^= words >> np.uint64(31)
        return (words >> np.uint64(11)).astype(np.float64).reshape(shape) * 2.0**-52 - 1.0


def untrained_weights(
    board: str | boards.Board,
    variants: Collection[str] = (),
    width: int = 256,
    inner: int | None = None,
    blocks: int = 3,
    seed: int = 1,
) -> Weights:
    """A flat network whose outputs depend on all of its inputs; the same seed gives the same weights.

    >>> untrained_weights("new-york", width=8).matrices["logits"].shape
    (8, 384)
    """
    draws = Draws(seed)
    cells = most_spec(board, variants).size
    matrices, vectors = flat_shapes(cells, width, width if inner is None else inner, blocks)
    spread = {name: 0.1 if name == "first" else 2.0 / shape[-2] ** 0.5 for name, shape in matrices.items()}
    return Weights(
        about_flat(board, variants, width, blocks, {"untrained": True, "seed": seed}),
        {name: (draws.uniform(shape) * spread[name]).astype(np.float32) for name, shape in matrices.items()},
        {name: (draws.uniform(shape) * 0.1 + (name == "gains")).astype(np.float32) for name, shape in vectors.items()},
    )
