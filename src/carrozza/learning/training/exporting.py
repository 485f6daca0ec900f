"""Weights files of flat networks: written for `carrozza.bots.neural`, and read back to play against."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from carrozza import boards
from carrozza.bots.neural.flat import about_flat, check_flat, most_spec
from carrozza.bots.neural.weights import Weights, read_weights, write_weights
from carrozza.learning.config.model import Saving
from carrozza.learning.errors import LearningError
from carrozza.learning.networks.flat import EPSILON, FlatNetwork, belief_shape
from carrozza.observation.spec import ObservationSpec

Array = npt.NDArray[np.float32]


def _array(tensor: Tensor) -> Array:
    return np.ascontiguousarray(tensor.detach().float().cpu().numpy())


def weights_of(
    network: FlatNetwork, board: boards.Board, variants: tuple[str, ...], training: Mapping[str, Any]
) -> Weights:
    """The scale of the cells goes into the first matrix; the value head stays behind. What would be multiplied with
    cells that are always 0 is still as random as at first, and is written as 0, which makes the file smaller."""
    width, blocks = len(network.gain), list(network.blocks)
    first = _array((network.first.weight * network.scale).T)
    first[most_spec(board, variants).unused] = 0
    matrices = {
        "first": first,
        "up": np.zeros((len(blocks), width, width), np.float32),
        "down": np.zeros((len(blocks), width, width), np.float32),
        "logits": _array(network.logits.weight.T),
        "outcome": _array(network.outcome.weight.T),
    }
    vectors = {
        "first_bias": _array(network.first.bias),
        "up_bias": np.zeros((len(blocks), width), np.float32),
        "down_bias": np.zeros((len(blocks), width), np.float32),
        "logits_bias": _array(network.logits.bias),
        "outcome_bias": _array(network.outcome.bias),
        "gains": np.stack([_array(gain) for gain in (*(block.gain for block in blocks), network.gain)]),
    }
    for number, block in enumerate(blocks):
        for name, layer in (("up", block.up), ("down", block.down)):
            matrices[name][number], vectors[f"{name}_bias"][number] = _array(layer.weight.T), _array(layer.bias)
    if network.belief is not None:
        matrices["belief"], vectors["belief_bias"] = _array(network.belief.weight.T), _array(network.belief.bias)
    if network.styles is not None:
        vectors["styles"] = _array(network.styles)
    return Weights(about_flat(board, variants, width, len(blocks), training), matrices, vectors)


def write_whole_weights(file: Path, weights: Weights, precision: str) -> None:
    """As a whole or not at all."""
    part = file.with_name(f".{file.stem}-{secrets.token_hex(4)}.part")
    try:
        write_weights(part, weights, precision)  # type: ignore[arg-type]
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


def export(file: Path, weights: Weights, saving: Saving, cells: Tensor, mask: Tensor, chosen: Tensor) -> dict[str, Any]:
    """Write the file; `chosen` is what the network plays in these positions. Returns the precision, which is a
    finer one where that of the configuration changes too many decisions, and the share of decisions that are the same
    with each that was tried."""
    seen, legal, wanted = (tensor.cpu().numpy() for tensor in (cells, mask, chosen))
    agreeing: dict[str, float] = {}
    for tried in dict.fromkeys((saving.precision, "float16", "float32")):
        write_whole_weights(file, weights, tried)
        agreeing[tried] = float((played_by(read_weights(file), seen, legal) == wanted).mean())
        if agreeing[tried] >= saving.agreeing:
            return {"precision": tried, "agreeing": agreeing}
    raise LearningError(
        f"{file}: plays otherwise than the network that was trained in more than {1 - saving.agreeing:.2%} of "
        f"{len(wanted)} positions ({agreeing}): a fault of the export, or many actions that are equally good to it"
    )


def played_by(weights: Weights, cells: npt.NDArray[np.int8], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """The likeliest legal action of each position, by the arrays of a file."""
    matrices, vectors = weights.matrices, weights.vectors
    h = vectors["first_bias"] + cells.astype(np.float32) @ matrices["first"]
    for block in range(weights.about.blocks):
        inner = vectors["up_bias"][block] + _rms(h, vectors["gains"][block]) @ matrices["up"][block]
        h = h + vectors["down_bias"][block] + np.maximum(inner, 0) @ matrices["down"][block]
    logits = vectors["logits_bias"] + _rms(h, vectors["gains"][-1]) @ matrices["logits"]
    found: npt.NDArray[np.int64] = np.where(mask, logits, -np.inf).argmax(-1)
    return found


def _rms(h: Array, gain: Array) -> Array:
    scaled: Array = h / np.sqrt(np.square(h).mean(-1, keepdims=True) + np.float32(EPSILON)) * gain
    return scaled


def weights_file(path: str) -> Path:
    """A weights file, or that of a run in a folder."""
    file = Path(path)
    return file / "weights.npz" if file.is_dir() else file


def frozen_network(path: str, most: ObservationSpec) -> FlatNetwork:
    """The network of a weights file. It must be for the same observation as the one that trains."""
    file = weights_file(path)
    weights = read_weights(file)
    spec = most_spec(most.board, weights.about.variants)
    if weights.about.observation_digest != most.digest or spec.digest != most.digest:
        raise LearningError(
            f"{file}: made for {weights.about.board or 'any board'} with "
            f"{', '.join(weights.about.variants) or 'no'} variants, and the training is on {most.board.id} with "
            f"{', '.join(most.variants) or 'none'}: take a network of the same board, variants and version"
        )
    check_flat(weights, most)
    belief = belief_shape(most) if "belief" in weights.matrices else None
    styles = "styles" in weights.vectors
    network = FlatNetwork(most.size, weights.about.width, weights.about.blocks, belief, styles)
    with torch.no_grad():
        _fill(network, weights)
    return network.eval().requires_grad_(False)


def _fill(network: FlatNetwork, weights: Weights) -> None:
    matrices, vectors = weights.matrices, weights.vectors

    def copy(layer: torch.nn.Linear, matrix: Array, bias: Array) -> None:
        layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(matrix.T)))
        layer.bias.copy_(torch.from_numpy(bias))

    for name, layer in (("first", network.first), ("logits", network.logits), ("outcome", network.outcome)):
        copy(layer, matrices[name], vectors[f"{name}_bias"])
    for number, block in enumerate(network.blocks):
        copy(block.up, matrices["up"][number], vectors["up_bias"][number])
        copy(block.down, matrices["down"][number], vectors["down_bias"][number])
        block.gain.copy_(torch.from_numpy(vectors["gains"][number]))
    network.gain.copy_(torch.from_numpy(vectors["gains"][-1]))
    if network.belief is not None:
        copy(network.belief, matrices["belief"], vectors["belief_bias"])
    if network.styles is not None:
        network.styles.copy_(torch.from_numpy(vectors["styles"]))
