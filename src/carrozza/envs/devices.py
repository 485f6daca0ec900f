"""An environment of many games, on the device that is asked for."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from carrozza import boards
from carrozza.envs.vectorised.arguments import Opponents, checked_arguments, checked_choice
from carrozza.envs.vectorised.cpu import CpuVector
from carrozza.observation.spec import Form

DEVICES: Final = ("cpu", "cuda")


def vector(
    board: str | Path | boards.Board,
    seats: int = 2,
    games: int = 1024,
    *,
    variants: Sequence[str] = (),
    opponents: Opponents = None,
    observation: Form | None = "flat",
    reward: str = "win",
    seed: int = 0,
    threads: int | None = None,
    illegal: str = "error",
    hidden: bool = False,
    device: str = "cpu",
) -> CpuVector:
    """Many games on one board, stepped together.

    >>> games = vector("new-york", seats=2, games=4, seed=1)
    >>> _, info = games.reset()
    >>> _, rewards, terminations, truncations, info = games.step(games.mask.argmax(axis=1))
    >>> rewards.shape, int(terminations.sum())
    ((4, 2), 0)
    """
    checked_choice("device", device, DEVICES)
    arguments = checked_arguments(
        board,
        seats,
        games,
        variants=variants,
        opponents=opponents,
        observation=observation,
        reward=reward,
        illegal=illegal,
        hidden=hidden,
        seed=seed,
        threads=threads,
    )
    if device == "cuda":
        from carrozza.envs.gpu.vector import GpuVector  # takes as long to import as CuPy

        return GpuVector(arguments)
    return CpuVector(arguments)
