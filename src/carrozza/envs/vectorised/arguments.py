"""Checks of what an environment of many games is asked for, before anything is compiled or allocated."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.cores import cores
from carrozza.bots.specs.checked import check, parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.bots.specs.notation import Spec, split_specs
from carrozza.bots.specs.parameters import COMPILED
from carrozza.envs.errors import EnvError
from carrozza.envs.vectorised.rewards import REWARDS
from carrozza.envs.vectorised.slots import FLAT, LOSE, TOKENS, Options
from carrozza.game.names import Names
from carrozza.game.seating import seat_table
from carrozza.observation.spec import Form, ObservationSpec

MOST_GAMES: Final = 1 << 24
MOST_THREADS: Final = 1024
SEEDS: Final = 1 << 64
OBSERVATIONS: Final[dict[Form | None, int]] = {"flat": FLAT, "tokens": TOKENS, None: 0}
ILLEGAL: Final = {"error": 0, "lose": LOSE}

BoardName = str | Path | boards.Board
Choice = TypeVar("Choice")
Opponents = str | Sequence[str | Spec] | None


@dataclass(frozen=True)
class Arguments:
    """What was asked for, checked."""

    names: Names
    specs: tuple[Spec, ...]
    """The opponents, in the order in which they sit behind the learner; none in self-play."""
    games: int
    observation: Form | None
    reward: str
    illegal: str
    hidden: bool
    seed: int
    threads: int

    @property
    def seats(self) -> int:
        return len(self.names.seats)

    @cached_property
    def observed(self) -> ObservationSpec | None:
        """What an observation looks like."""
        if self.observation is None:
            return None
        return ObservationSpec.of(self.names.board, self.names.variants, self.seats, self.observation)

    def options(self) -> Options:
        made = Options()
        made.seats = self.seats
        made.reward = REWARDS[self.reward]
        made.illegal = ILLEGAL[self.illegal]
        made.observation = OBSERVATIONS[self.observation]
        made.bots = len(self.specs)
        made.hidden = self.hidden
        return made


def checked_arguments(
    board: BoardName,
    seats: int,
    games: int,
    *,
    variants: Sequence[str] = (),
    opponents: Opponents = None,
    observation: Form | None = "flat",
    reward: str = "win",
    illegal: str = "error",
    hidden: bool = False,
    seed: int = 0,
    threads: int | None = None,
) -> Arguments:
    """An `EnvError`, `BoardError`, `GameError` or `BadSpec` (all `ValueError`s) says what cannot be, and what can."""
    names = checked_setup(board, seats, variants)
    return Arguments(
        names=names,
        specs=checked_opponents(opponents, len(names.seats), names.board.id),
        games=checked_whole("games", games, 1, MOST_GAMES),
        observation=checked_choice("observation", observation, tuple(OBSERVATIONS)),
        reward=checked_choice("reward", reward, REWARDS),
        illegal=checked_choice("illegal", illegal, ILLEGAL),
        hidden=checked_choice("hidden", hidden, (False, True)),
        seed=checked_whole("seed", seed, 0, SEEDS - 1),
        threads=cores() if threads is None else checked_whole("threads", threads, 1, MOST_THREADS),
    )


def checked_setup(board: BoardName, seats: int, variants: Sequence[str]) -> Names:
    """How many sit at which board."""
    made = board if isinstance(board, boards.Board) else boards.load(board)
    number = whole_number("seats", seats, made.rules.min_seats, made.rules.max_seats)
    return seat_table(made, number, checked_list("variants", variants, "alvin"))


def checked_list(what: str, value: object, such_as: str) -> list[Any]:
    """A text is no list here: it would be one of letters."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise EnvError(f"{what}={value!r}: it must be a list, such as ['{such_as}']")
    return list(value)


def checked_whole(what: str, value: object, fewest: int, most: int) -> int:
    number = whole_number(what, value, fewest, most)
    if not fewest <= number <= most:
        raise EnvError(f"{what}={number}: it must be from {fewest} to {most}")
    return number


def whole_number(what: str, value: object, fewest: int, most: int) -> int:
    """Any whole number, those out of range too."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise EnvError(f"{what}={value!r}: it must be a whole number from {fewest} to {most}")
    return int(value.__index__())


def checked_choice(what: str, value: Choice, known: Collection[Choice]) -> Choice:
    if value not in list(known):
        names = [str(name) for name in known]
        raise EnvError(f"{what}={value!r}{did_you_mean(str(value), names)}; choose {', '.join(names)}")
    return value


def checked_opponents(opponents: Opponents, seats: int, board: str) -> tuple[Spec, ...]:
    """A bot for each seat but the learner's; one text without a comma stands for all of them."""
    if opponents is None:
        return ()
    given = listed_opponents(opponents)
    if isinstance(opponents, str) and len(given) == 1:
        given *= seats - 1
    if len(given) != seats - 1:
        raise EnvError(
            f"{len(given)} opponents for {seats} seats: name {seats - 1}, one for each seat but the learner's, "
            "or None for self-play"
        )
    return tuple(_inside(spec, board) for spec in given)


def listed_opponents(opponents: str | Sequence[str | Spec]) -> list[str | Spec]:
    """The specs of a text with commas, or those of a list."""
    if isinstance(opponents, str):
        return list(split_specs(opponents))
    return checked_list("opponents", opponents, "planner")


def checked_opponent(given: str | Spec) -> Spec:
    if isinstance(given, Spec):
        return check(given)
    if not isinstance(given, str):
        raise EnvError(f"opponent {given!r}: it must be the spec of a bot, such as 'planner'")
    return parse_spec(given)


def _inside(given: str | Spec, board: str) -> Spec:
    spec = check(resolve(checked_opponent(given), board))
    if not spec.compiled:
        raise EnvError(
            f"'{given}' cannot play inside an environment of many games: only compiled bots can "
            f"({', '.join(COMPILED)}); play others with carrozza.envs.seat or in the arena"
        )
    return spec
