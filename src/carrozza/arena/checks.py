"""Checks of arguments, before anything is played."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.cores import cores

MOST_THREADS: Final = 1024
SEEDS: Final = 1 << 64


class ArenaError(ValueError):
    """The arguments cannot be played, or playing failed."""


class StrictFault(ArenaError):
    """A bot committed a fault in a contest that was to stop at the first one."""

    def __init__(self, message: str, traceback: str = "") -> None:
        super().__init__(message)
        self.traceback = traceback


def check_range(what: str, value: int, fewest: int, most: int | None, allowed: str) -> None:
    if value < fewest or (most is not None and value > most):
        raise ArenaError(f"{what} {value}: {allowed}")


def checked_board(board: boards.Board | str | Path, seats: int) -> boards.Board:
    """The board, if that many can play on it."""
    found = board if isinstance(board, boards.Board) else boards.load(board)
    fewest, most = found.rules.min_seats, found.rules.max_seats
    check_range("players", seats, fewest, most, f"the board {found.id} is for {fewest} to {most}")
    return found


def checked_variants(board: boards.Board, variants: Sequence[str]) -> tuple[str, ...]:
    known = tuple(board.variants)
    for name in variants:
        if name not in known:
            choice = f"choose {', '.join(known)}" if known else "it has none"
            raise ArenaError(f"no variant '{name}' of the board {board.id}{did_you_mean(name, known)}; {choice}")
    return tuple(dict.fromkeys(variants))


def checked_threads(threads: int | None) -> int:
    """All cores by default."""
    if threads is None:
        return cores()
    check_range("threads", threads, 1, MOST_THREADS, f"ask for 1 to {MOST_THREADS}")
    return threads


def checked_seed(seed: int | None) -> int:
    """A random one by default."""
    if seed is None:
        return secrets.randbits(32)
    check_range("seed", seed, 0, SEEDS - 1, f"it must be from 0 to {SEEDS - 1}")
    return seed
