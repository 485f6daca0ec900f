"""Checkpoints: a training as one file, from which it goes on.

On the CPU the games are in it too, so that with a budget of decisions the resumed training gives the same weights as
one that was never interrupted. On a GPU, and with several processes, new games are dealt.
"""

import copy
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import torch
from torch import Tensor

from carrozza import boards
from carrozza.folders import write_whole
from carrozza.kernel.layout import Grid
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError
from carrozza.learning.league.members import League
from carrozza.learning.league.plan import GroupPlan
from carrozza.learning.networks.flat import FlatNetwork
from carrozza.learning.schedule import Progress
from carrozza.learning.training.peers import Peers
from carrozza.learning.training.trainer import Trainer

Kind = TypeVar("Kind", bound=Trainer)
FORMAT: Final = 1


def save_checkpoint(file: Path, trainer: Trainer) -> None:
    """Write it as a whole or not at all."""
    kept = {
        "format": FORMAT,
        "observation": trainer.most.digest,
        "network": trainer.network.state_dict(),
        "optimiser": trainer.optimiser.state_dict(),
        "progress": vars(trainer.progress),
        "chance": trainer.chance.get_state(),
        "league_chance": _listed(trainer.league_chance.getstate()),
        "league": trainer.league.as_json(),
        "seated": trainer.seated,
        "past": {member.name: _weights(trainer.networks[member.name]) for member in trainer.league.of_kind("past")},
        "plans": [group.plan.as_json() for group in trainer.groups],
        "games": [_packed(group.env.saved()) for group in trainer.groups] if _keeps_games(trainer) else [],
    }
    content = io.BytesIO()
    torch.save(kept, content)
    write_whole(file, content.getvalue())


def _keeps_games(trainer: Trainer) -> bool:
    return trainer.config.device == "cpu" and trainer.peers.number == 1


def load_checkpoint(file: Path, config: Config, board: boards.Board, peers: Peers | None = None) -> Trainer:
    """The training as it was; a `LearningError` says why not."""
    return restored(file, config, lambda plans, deals: Trainer(config, board, peers, plans, deals))


def restored(file: Path, config: Config, make: Callable[[list[GroupPlan], int], Kind]) -> Kind:
    """The same for any kind of trainer, which `make` makes of the plans of its groups and the number of its deals."""
    kept = _read(file, config.device)
    plans = [GroupPlan.from_json(plan) for plan in kept["plans"]]
    trainer = make(plans, kept["progress"]["rounds"])
    if kept["format"] != FORMAT or kept["observation"] != trainer.most.digest:
        trainer.close()
        raise LearningError(f"{file}: made by another version of Carrozza or for another board: train anew, with --out")
    _restore(trainer, kept)
    return trainer


def rounds_in(file: Path) -> int:
    """How many rounds were over at the checkpoint."""
    rounds: int = _read(file, "cpu")["progress"]["rounds"]
    return rounds


def _read(file: Path, device: str) -> dict[str, Any]:
    try:
        kept: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
        return kept
    except FileNotFoundError:
        raise LearningError(f"{file}: there is no checkpoint: begin the run anew, with --out") from None
    except Exception as wrong:
        raise LearningError(f"{file}: cannot be read ({_first_line(wrong)}): begin the run anew, with --out") from None


def _restore(trainer: Trainer, kept: dict[str, Any]) -> None:
    config = trainer.config
    trainer.network.load_state_dict(kept["network"])
    trainer.optimiser.load_state_dict(kept["optimiser"])
    trainer.progress = Progress(**kept["progress"])
    if trainer.peers.rank == 0:
        trainer.chance.set_state(kept["chance"].cpu())
    trainer.league_chance.setstate(_tupled(kept["league_chance"]))
    trainer.league = League.from_json(kept["league"], config.league.hardness, config.league.past_kept)
    trainer.seated = kept["seated"]
    for name, weights in kept["past"].items():
        past = copy.deepcopy(trainer.network)
        past.load_state_dict(weights)
        trainer.networks[name] = past.eval().requires_grad_(False)
    if kept["games"] and _keeps_games(trainer):
        for group, saved in zip(trainer.groups, kept["games"], strict=True):
            group.env.restore(_unpacked(saved, group.env.saved()))


def _weights(network: FlatNetwork) -> dict[str, Tensor]:
    weights: dict[str, Tensor] = network.state_dict()
    return weights


def _packed(arrays: list[Grid]) -> list[Tensor]:
    """As bytes: torch has no records."""
    return [torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8) for array in arrays]


def _unpacked(packed: list[Tensor], like: list[Grid]) -> list[Grid]:
    return [
        np.frombuffer(content.numpy().tobytes(), array.dtype).reshape(array.shape)
        for content, array in zip(packed, like, strict=True)
    ]


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(part) for part in value) if isinstance(value, list) else value


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
