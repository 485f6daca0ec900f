"""A training that begins with the network of another one."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from carrozza.bots.neural.weights import read_about
from carrozza.learning.errors import LearningError
from carrozza.learning.training.exporting import weights_file


def begin_with(network: nn.Module, path: str, observation: str, frozen: Callable[[str], nn.Module]) -> frozenset[str]:
    """Copy the weights of a checkpoint, of a run's folder or of a weights file. What such a file lacks, at least the
    value that only training needs, stays as it is: returns the names of these parameters."""
    file = Path(path)
    if file.is_dir():
        file /= "checkpoint.pt"
    if file.suffix != ".pt":
        return _copy(network, frozen(path), file)
    try:
        kept = torch.load(file, map_location="cpu", weights_only=True)
    except Exception as wrong:
        raise LearningError(f"network.start: {file} cannot be read ({wrong}): name a checkpoint or weights") from None
    if kept.get("observation") != observation:
        raise LearningError(f"network.start: {file} is of another board or version: take one of the same board")
    try:
        network.load_state_dict(_with_own_styles(network, kept["network"]))
    except RuntimeError:
        raise _other_shape(file) from None
    return frozenset()


def trained_before(path: str) -> Mapping[str, Any] | None:
    """How the network of a weights file or of a run's folder was trained. A checkpoint alone does not tell."""
    return None if path.endswith(".pt") else read_about(weights_file(path)).training


def _with_own_styles(network: nn.Module, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Styles may be learned by a network that knew none, and left out by one that knows some."""
    own = {name: tensor for name, tensor in network.state_dict().items() if name == "styles"}
    return own | {name: tensor for name, tensor in weights.items() if name != "styles" or own}


def _copy(network: nn.Module, other: nn.Module, file: Path) -> frozenset[str]:
    there = network.state_dict()
    found = {name: tensor for name, tensor in other.state_dict().items() if not name.startswith("value.")}
    if any(there[name].shape != tensor.shape for name, tensor in found.items() if name in there):
        raise _other_shape(file)
    network.load_state_dict(found, strict=False)
    return frozenset(name for name, _ in network.named_parameters() if name not in found)


def _other_shape(file: Path) -> LearningError:
    return LearningError(f"network.start: {file} is of another shape: take its own network.width, blocks and belief")
