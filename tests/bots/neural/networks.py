"""Small networks for tests, and what a network computes, in plain NumPy."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.bots.neural.untrained import Draws, untrained_weights
from carrozza.bots.neural.weights import Weights
from carrozza.bots.specs.networks import STYLES

Doubles = npt.NDArray[np.float64]
EPSILON = 1e-5


def random_weights(
    board: str, variants: Collection[str] = (), width: int = 24, inner: int = 40, blocks: int = 2, seed: int = 1
) -> Weights:
    return untrained_weights(board, variants, width, inner, blocks, seed)


def with_styles(weights: Weights) -> Weights:
    styles = Draws(7).uniform((len(STYLES), weights.about.width)).astype(np.float32)
    return replace(weights, vectors={**weights.vectors, "styles": styles})


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
