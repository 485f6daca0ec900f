"""Checks of what an environment of many games is asked for, before anything is compiled or allocated."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.cores import cores
from carrozza.bots.specs.checked import check, parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.bots.specs.notation import Spec, split_specs
from carrozza.bots.specs.parameters import COMPILED
from carrozza.envs.errors import EnvError
from carrozza.envs.vectorised.rewards import REWARDS
from carrozza.envs.vectorised.slots import LOSE, Options
from carrozza.game.names import Names
from carrozza.game.seating import seat_table

MOST_GAMES: Final = 1 << 24
MOST_THREADS: Final = 1024
SEEDS: Final = 1 << 64
ILLEGAL: Final = {"error": 0, "lose": LOSE}

Opponents = str | Sequence[str | Spec] | None


@dataclass(frozen=True)
class Arguments:
    """What was asked for, checked."""

    names: Names
    specs: tuple[Spec, ...]
    """The opponents, in the order in which they sit behind the learner; none in self-play."""
    games: int
    reward: str
    illegal: str
    seed: int
    threads: int

    @property
    def seats(self) -> int:
        return len(self.names.seats)

    def options(self) -> Options:
        made = Options()
        made.seats = self.seats
        made.reward = REWARDS[self.reward]
        made.illegal = ILLEGAL[self.illegal]
        made.bots = len(self.specs)
        return made


def checked_arguments(
    board: str | Path | boards.Board,
    seats: int,
    games: int,
    *,
    variants: Sequence[str] = (),
    opponents: Opponents = None,
    reward: str = "win",
    illegal: str = "error",
    seed: int = 0,
    threads: int | None = None,
) -> Arguments:
    """An `EnvError`, `BoardError`, `GameError` or `BadSpec` (all `ValueError`s) says what cannot be, and what can."""
    names = seat_table(board, checked_whole("seats", seats, 1, MOST_GAMES), variants)
    return Arguments(
        names=names,
        specs=checked_opponents(opponents, len(names.seats), names.board.id),
        games=checked_whole("games", games, 1, MOST_GAMES),
        reward=checked_choice("reward", reward, REWARDS),
        illegal=checked_choice("illegal", illegal, ILLEGAL),
        seed=checked_whole("seed", seed, 0, SEEDS - 1),
        threads=cores() if threads is None else checked_whole("threads", threads, 1, MOST_THREADS),
    )


def checked_whole(what: str, value: object, fewest: int, most: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise EnvError(f"{what}={value!r}: it must be a whole number from {fewest} to {most}")
    number = value.__index__()
    if not fewest <= number <= most:
        raise EnvError(f"{what}={number}: it must be from {fewest} to {most}")
    return int(number)


def checked_choice(what: str, value: str, known: Collection[str]) -> str:
    if value not in known:
        raise EnvError(f"{what}={value!r}{did_you_mean(str(value), known)}; choose {', '.join(known)}")
    return value


def checked_opponents(opponents: Opponents, seats: int, board: str) -> tuple[Spec, ...]:
    """A bot for each seat but the learner's; one text without a comma stands for all of them."""
    if opponents is None:
        return ()
    given = split_specs(opponents) if isinstance(opponents, str) else list(opponents)
    if isinstance(opponents, str) and len(given) == 1:
        given *= seats - 1
    if len(given) != seats - 1:
        raise EnvError(
            f"{len(given)} opponents for {seats} seats: name {seats - 1}, one for each seat but the learner's, "
            "or None for self-play"
        )
    return tuple(_inside(spec, board) for spec in given)


def _inside(given: str | Spec, board: str) -> Spec:
    spec = check(resolve(parse_spec(given) if isinstance(given, str) else check(given), board))
    if not spec.compiled:
        raise EnvError(
            f"'{given}' cannot play inside an environment of many games: only compiled bots can "
            f"({', '.join(COMPILED)}); play others with carrozza.envs.seat or in the arena"
        )
    return spec
