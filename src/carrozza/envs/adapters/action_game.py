"""One game that is played by actions: the kernel's state with its mask, for environments that step a game at a time."""

from typing import Any

import numpy as np

from carrozza.envs.adapters.action_text import action_text
from carrozza.envs.errors import EnvError, IllegalAction
from carrozza.game.errors import IllegalMove
from carrozza.game.move_actions import carry_out
from carrozza.game.moves import BuildStation, Claim, Move, PlaceMarker
from carrozza.game.names import Names, blank_mask
from carrozza.game.position import Position
from carrozza.game.view import View
from carrozza.kernel import rules
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.refusals import apply
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, State, blank_state
from carrozza.kernel.turns import finish, play
from carrozza.kernel.view import make_view

BY_CHANCE = -1
"""Who starts (S5)."""
TWO_DECISIONS = (Claim, BuildStation, PlaceMarker)
"""Moves that are two actions: a place, then a payment."""


class ActionGame:
    """A game in the kernel's numbers. `mask` has a one for each legal action of `seat`, the seat to decide."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.board = names.compiled
        self.seats = len(names.seats)
        self.state = blank_state()
        self.decisions = 0
        self.mask: Grid = np.zeros(ACTIONS, np.int8)
        self._words = blank_mask()
        self._view = blank_state()

    def deal(self, seed: int) -> None:
        """Begin a new game (S1-S5), the one that `set_up` deals from this seed."""
        self.state = blank_state()
        set_up(self.board, self.state, self.seats, np.uint64(seed), BY_CHANCE)
        self.decisions = 0
        self.look()

    def look(self) -> None:
        """Bring the mask up to date with the state. Each mask is an array of its own: whoever has it may keep it."""
        legal(self.board, self.state, self._words)
        self.mask = np.unpackbits(self._words.view(np.uint8), bitorder="little").view(np.int8)

    @property
    def seat(self) -> int:
        """Who has to decide; -1 after the end."""
        return self.state.actor

    @property
    def over(self) -> bool:
        return self.state.phase == OVER

    @property
    def mask_words(self) -> Grid:
        """The mask as the kernel has it."""
        return self._words

    def play(self, action: int) -> None:
        """Carry out an action that the mask allows."""
        play(self.board, self.state, action)
        self.decisions += 1
        self.look()

    def play_move(self, move: Move) -> None:
        """Carry out a legal move: one action, or two."""
        carry_out(self.names, self.state, move)
        self.decisions += 2 if isinstance(move, TWO_DECISIONS) else 1
        self.look()

    def stop(self) -> None:
        """End the game here: it is scored as it stands."""
        finish(self.state)
        self.look()

    def refusal(self, action: Any) -> IllegalAction | None:
        """Why an action cannot be played; none where it is legal."""
        number = _whole_number(action)
        if 0 <= number < ACTIONS and self.mask[number]:
            return None
        rule = apply_any(self.board, self.state, number)
        return refused(self.names, self.seat, number, rules.IDS[rule])

    def view_state(self, seat: int) -> State:
        """What a seat may know, in a state that the next call writes over."""
        make_view(self.state, seat, self._view)
        return self._view

    def view(self, seat: int) -> View:
        return View(self.names, self.view_state(seat), self.names.seats[seat])

    def position(self) -> Position:
        return Position(self.names, self.state)


def apply_any(board: Board, state: State, action: int) -> int:
    """The kernel's `apply`, of any number: one that does not fit into 64 bits is no action either."""
    return apply(board, state, max(-1, min(action, ACTIONS)), blank_mask())


def refused(names: Names, seat: int, action: int, rule: str) -> IllegalAction:
    """Why a seat cannot play an action: the rule that it breaks."""
    meant = f" ({action_text(names, action)})" if 0 <= action < ACTIONS else ""
    message = f"seat {seat} may not play action {action}{meant} now, by rule {rule}: {IllegalMove(rule)}"
    return IllegalAction(f"{message} Choose an action that the mask has.", 0, action, rule)


def _whole_number(action: Any) -> int:
    try:
        return int(action.__index__())
    except (AttributeError, TypeError):
        raise EnvError(f"action {action!r}: it must be a whole number from 0 to {ACTIONS - 1}") from None
