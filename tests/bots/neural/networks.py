"""Networks for tests: small, with weights drawn at random from a seed, and what they compute, in plain NumPy."""

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.bots.neural.flat import about_flat, flat_shapes, most_spec
from carrozza.bots.neural.weights import Weights

Doubles = npt.NDArray[np.float64]
EPSILON = 1e-5


class Draws:
    """The same numbers on every machine and version: SplitMix64, as NumPy may change its generators' methods."""

    def __init__(self, seed: int) -> None:
        self._seed = np.uint64(seed)

    def uniform(self, shape: tuple[int, ...]) -> Doubles:
        """From -1 to 1."""
        number = int(np.prod(shape))
        with np.errstate(over="ignore"):
            words = self._seed + np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            self._seed = words[-1] if number else self._seed
            words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        drawn = ((words ^ (words >> np.uint64(31))) >> np.uint64(11)).astype(np.float64)
        return drawn.reshape(shape) * 2.0**-52 - 1.0


def random_weights(
    board: str, variants: Collection[str] = (), width: int = 24, inner: int = 40, blocks: int = 2, seed: int = 1
) -> Weights:
    """Weights of a size that lets what goes in reach what comes out, and cells of 0 to 127 count alike."""
    draws = Draws(seed)
    matrices, vectors = flat_shapes(most_spec(board, variants).size, width, inner, blocks)
    spread = {name: 0.1 if name == "first" else 2.0 / shape[-2] ** 0.5 for name, shape in matrices.items()}
    return Weights(
        about_flat(board, variants, width, blocks, {"seed": seed}),
        {name: (draws.uniform(shape) * spread[name]).astype(np.float32) for name, shape in matrices.items()},
        {name: (draws.uniform(shape) * 0.1 + (name == "gains")).astype(np.float32) for name, shape in vectors.items()},
    )


def reference(weights: Weights, cells: npt.NDArray[Any]) -> tuple[Doubles, Doubles]:
    """Logits and outcome of observations (..., cells) with most seats, in float64."""
    w = {name: array.astype(np.float64) for name, array in {**weights.matrices, **weights.vectors}.items()}
    hidden = w["first_bias"] + cells.astype(np.float64) @ w["first"]
    for block in range(weights.about.blocks):
        inner = np.maximum(w["up_bias"][block] + rms(hidden, w["gains"][block]) @ w["up"][block], 0.0)
        hidden = hidden + w["down_bias"][block] + inner @ w["down"][block]
    read = rms(hidden, w["gains"][-1])
    return w["logits_bias"] + read @ w["logits"], w["outcome_bias"] + read @ w["outcome"]


def rms(hidden: Doubles, gain: Doubles) -> Doubles:
    normed: Doubles = hidden / np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + EPSILON) * gain
    return normed
