"""Games played at random, in many styles, with every position on record."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import blank
from carrozza.kernel.legal import legal
from carrozza.kernel.setup import new_game
from carrozza.kernel.state import STATE, State, blank_state, copied
from tests.laws.loops import play_out

LONGEST_GAME = 10_000
"""Decisions no game in these styles comes near."""

Style = tuple[int, ...]
"""For each sort of decision, how much it is liked: 1 or more."""

EVENLY: Style = (1, 1, 1, 1, 1, 1, 1, 1)
BUILDER: Style = (90, 20, 1, 9, 9, 1, 1, 1)
HOARDER: Style = (1, 1, 1, 90, 900, 1, 9, 1)
COLLECTOR: Style = (9, 1, 1, 1, 9, 900, 1, 9)
HESITANT: Style = (30, 1, 1, 30, 30, 1, 90, 1)
STYLES = (EVENLY, BUILDER, HOARDER, COLLECTOR, HESITANT)


@dataclass(frozen=True)
class Game:
    """A game from one position on: `states[i]`, in which `masks[i]` is legal and `actions[i]` is played."""

    board: Board
    states: Any
    masks: npt.NDArray[np.uint64]
    actions: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.actions)


def new_state(board: Board, seats: int, seed: int, first: int = -1) -> State:
    return new_game(board, seats, seed, first)


def alone(state: Any) -> Any:
    """An array of this one state."""
    return np.stack([State.of(state).record]).view(np.recarray)


def raw(states: Any) -> bytes:
    made: bytes = states.tobytes()
    return made


def mask_of(board: Board, state: State) -> npt.NDArray[np.uint64]:
    mask = np.zeros(WORDS, np.uint64)
    legal(board, state, mask)
    return mask


def bits_of(words: Any) -> npt.NDArray[np.bool_]:
    """The bits of the last axis of words, lowest first."""
    octets = np.ascontiguousarray(words, np.uint64).view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").astype(np.bool_)


def played_from(board: Board, state: State, seed: int, style: Style = EVENLY) -> Game:
    """Play a copy of the state to the end."""
    dice = blank_state()
    dice.rng = np.uint64(seed % 2**64)
    states, masks, actions = room_for_a_game()
    made = play_out(board, copied(state), dice, np.array(style), states.view(np.ndarray), masks, actions)
    return Game(board, states[: made + 1].copy(), masks[: made + 1].copy(), actions[:made].copy())


@cache
def room_for_a_game() -> tuple[Any, npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Every game is played in the same place, and copied from there."""
    masks = np.zeros((LONGEST_GAME + 1, WORDS), np.uint64)
    return blank(STATE, LONGEST_GAME + 1), masks, np.zeros(LONGEST_GAME, np.int64)


def played(board: Board, seats: int, seed: int, style: Style = EVENLY) -> Game:
    return played_from(board, new_state(board, seats, seed), seed, style)
