"""The games of a vector, played one at a time by the kernel: what the vectorised ones must equal."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from carrozza import boards
from carrozza.bots.compiled.bot import CompiledBot
from carrozza.bots.specs.checked import parse_spec
from carrozza.game import View
from carrozza.game.seating import seat_table
from carrozza.kernel.actions import WORDS
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.refusals import apply
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.setup import new_game
from carrozza.kernel.state import OVER, State, blank_state
from carrozza.kernel.view import make_view


@dataclass
class PlainGame:
    """One game after another, as slot `slot` of a vector has them."""

    board: str
    seats: int
    seed: int
    slot: int
    variants: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    number: int = 0
    """Of the game, from 0."""
    decisions: int = 0
    state: State = field(default_factory=blank_state)
    bots: dict[int, CompiledBot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin()

    @cached_property
    def names(self) -> Any:
        return seat_table(boards.load(self.board), self.seats, self.variants)

    def begin(self) -> None:
        seed = stream(stream(np.uint64(self.seed), self.slot), self.number)
        self.state = new_game(self.names.compiled, self.seats, int(seed), -1)
        self.decisions = 0
        self.learner = (self.slot + self.number) % self.seats
        seated = {(self.learner + 1 + i) % self.seats: spec for i, spec in enumerate(self.opponents)}
        self.bots = {
            seat: CompiledBot(parse_spec(spec), self.names, int(stream(seed, seat))) for seat, spec in seated.items()
        }
        self.play_bots()

    @property
    def mask(self) -> Grid:
        mask: Grid = np.zeros(WORDS, np.uint64)
        legal(self.names.compiled, self.state, mask)
        return mask

    def play(self, action: int) -> bool:
        """True where that ended the game; `next` begins another."""
        self.play_one(action)
        self.play_bots()
        return bool(self.state.phase == OVER)

    def play_one(self, action: int) -> None:
        assert apply(self.names.compiled, self.state, action, np.zeros(WORDS, np.uint64)) == 0
        self.decisions += 1

    def play_bots(self) -> None:
        while self.state.phase != OVER and self.state.actor in self.bots:
            seat = int(self.state.actor)
            make_view(self.state, seat, view := blank_state())
            self.play_one(self.bots[seat].decide(View(self.names, view, self.names.seats[seat]), self.mask))

    def next(self) -> None:
        self.number += 1
        self.begin()

    def scores(self) -> Scores:
        scores = blank_scores()
        score(self.names.compiled, self.state, scores, blank_workings())
        return scores
