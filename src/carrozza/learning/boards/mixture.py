"""Which boards a network for any board is trained on, and on which it is only measured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from carrozza.boards.model import Board
from carrozza.learning.boards.named import named_board, whole_name
from carrozza.learning.boards.varied import CITIES, HELD_OUT_SEEDS, VariedBoards
from carrozza.observation.spec import ObservationSpec


@dataclass(frozen=True)
class Setup:
    """A board with its variants and a number of seats: what one environment plays."""

    name: str
    """As `named_board` knows it."""
    board: Board
    variants: tuple[str, ...]
    seats: int

    @property
    def tokens(self) -> ObservationSpec:
        return ObservationSpec.of(self.board, self.variants, self.seats, "tokens")


def training_boards(named: Sequence[str], varied: VariedBoards, seed: int) -> list[str]:
    """The names of all boards of a training. `ValueError` where one of them is held out."""
    held_out = set(varied.held_out)
    for name in named:
        if name in held_out or whole_name(name) in held_out:
            raise ValueError(
                f"boards: {name}: it is held out, so it cannot be trained on: take it off one of the lists"
            )
        if name.startswith("synthetic:") and int(name.split(":")[1]) >= HELD_OUT_SEEDS:
            raise ValueError(f"boards: {name}: seeds from {HELD_OUT_SEEDS} on are for measuring alone")
    chance = Random(f"boards of training {seed}")
    parts = [f"part:{chance.choice(list(named))}:{chance.randrange(HELD_OUT_SEEDS)}" for _ in range(varied.parts)]
    largest = f":{varied.most_cities}" if varied.most_cities != CITIES[1] else ""
    made_up = [f"synthetic:{chance.randrange(HELD_OUT_SEEDS)}{largest}" for _ in range(varied.synthetic)]
    return [*named, *parts, *made_up]


def training_setups(
    named: Sequence[str], varied: VariedBoards, players: Sequence[int], variants: Sequence[str], seed: int
) -> list[Setup]:
    """The boards that are named, with every number of players; each of the others with one, so that there are many
    boards and not too many setups: each is computed by itself."""
    chance = Random(f"setups of training {seed}")
    made = setups_of(named, players, variants)
    for name in training_boards(named, varied, seed)[len(named) :]:
        found = setups_of([name], players)
        made += [chance.choice(found)] if found else []
    return made


def setups_of(names: Sequence[str], players: Sequence[int], variants: Sequence[str] = ()) -> list[Setup]:
    """Every board with every number of players that it is for, and once more with those of the variants that it has."""
    return [setup for name in names for setup in _setups(name, players, variants)]


def _setups(name: str, players: Sequence[int], variants: Sequence[str]) -> Iterator[Setup]:
    board = named_board(name)
    played = tuple(sorted(variant for variant in variants if variant in board.variants))
    for seats in players:
        if board.rules.min_seats <= seats <= board.rules.max_seats:
            yield Setup(name, board, (), seats)
            if played:
                yield Setup(name, board, played, seats)
