"""How far a network's chances to win are from what happens, in games of the bot with itself. Needs no torch."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.network_games import NetworkGames, Seated
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.notation import Spec
from carrozza.game.names import Names
from carrozza.kernel.layout import ROUTES, Grid, blank
from carrozza.learning.boards.named import named_board
from carrozza.learning.statistics import calibration_error

SEED: Final = (1 << 41) + 2
"""Of these deals: no training plays them, and no contest."""
GAMES_AT_ONCE: Final = 250
"""That a thread is given."""


@dataclass(frozen=True)
class Calibration:
    error: float
    """The expected calibration error of the decider's chance to win, over all decisions."""
    decisions: int
    games: int


def calibration_of(
    bot: str,
    board: str,
    seats: int,
    games: int,
    variants: Sequence[str] = (),
    threads: int = 1,
) -> Calibration:
    """Of a network as it plays, `neural(...)`: the same bot at all seats."""
    names = Names(named_board(board), [f"seat {seat + 1}" for seat in range(seats)], variants)
    spec = parse_spec(bot)
    firsts = range(0, games, GAMES_AT_ONCE)
    with ThreadPoolExecutor(threads) as pool:
        said = list(pool.map(lambda first: _said(names, spec, first, min(GAMES_AT_ONCE, games - first)), firsts))
    chances, happened = (np.concatenate(column) for column in zip(*said, strict=True))
    return Calibration(calibration_error(chances, happened), len(chances), games)


def _said(names: Names, spec: Spec, first: int, games: int) -> tuple[Grid, Grid]:
    """The decider's chance to win at each decision of some games, and what it won of them in the end."""
    chances: list[Grid] = []
    numbers: list[Grid] = []
    deciders: list[Grid] = []

    def note(network: Seated, of_games: Grid, seats: Grid) -> None:
        chances.append(network.room.win[np.arange(len(seats)), seats].copy())
        numbers.append(of_games)
        deciders.append(seats)

    outcomes = blank(OUTCOME, games)
    played = NetworkGames(names, [spec] * len(names.seats))
    played.play(SEED, first, outcomes, np.zeros(ROUTES, np.int64), note)
    won = outcomes["winner"].astype(np.float64)
    won /= won.sum(axis=1, keepdims=True)
    return np.concatenate(chances), won[np.concatenate(numbers), np.concatenate(deciders)]
