"""Games played at random, in many styles, with every position on record."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.kernel.actions import (
    ACTIONS,
    CITY,
    DECLINE,
    DRAW_BLIND,
    DRAW_TICKETS,
    MISC,
    PAY,
    PAY_LOCOMOTIVES,
    SKIP,
    WORDS,
)
from carrozza.kernel.bits import has
from carrozza.kernel.board import Board
from carrozza.kernel.chance import below
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, blank, whole
from carrozza.kernel.legal import anything, legal
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, STATE, State, blank_state
from carrozza.kernel.turns import play

CLAIMS, CITIES, PAYMENTS, ROW_CARDS, BLIND_CARDS, TICKET_DRAWS, REFUSALS, KEEPS = range(8)
SORTS = 8
"""The sorts of decision that a style of play likes more or less."""

LONGEST_GAME = 4000
"""Decisions no game in these styles comes near."""

Style = tuple[int, ...]
"""For each sort of decision, how much it is liked: 1 or more."""

EVENLY: Style = (1, 1, 1, 1, 1, 1, 1, 1)
BUILDER: Style = (90, 20, 1, 9, 9, 1, 1, 1)
HOARDER: Style = (1, 1, 1, 90, 900, 1, 9, 1)
COLLECTOR: Style = (9, 1, 1, 1, 9, 900, 1, 9)
HESITANT: Style = (30, 1, 1, 30, 30, 1, 90, 1)
STYLES = (EVENLY, BUILDER, HOARDER, COLLECTOR, HESITANT)


@rule
def sort_of(action: int) -> int:
    if action < CITY:
        return CLAIMS
    if action < PAY:
        return CITIES
    if action < MISC or action == PAY_LOCOMOTIVES:
        return PAYMENTS
    if action < DRAW_BLIND:
        return ROW_CARDS
    if action == DRAW_BLIND:
        return BLIND_CARDS
    if action == DRAW_TICKETS:
        return TICKET_DRAWS
    if action in (DECLINE, SKIP):
        return REFUSALS
    return KEEPS


@rule
def choose(mask: Grid, style: Grid, dice: State) -> int:
    """A legal action, the liked sorts more often. The dice are a state of which only the generator is used."""
    total = 0
    for action in range(ACTIONS):
        if has(mask[action // 64], action % 64):
            total += whole(style[sort_of(action)])
    at = below(dice, total)
    for action in range(ACTIONS):
        if has(mask[action // 64], action % 64):
            at -= whole(style[sort_of(action)])
            if at < 0:
                return action
    return -1


@entry
def play_out(board: Board, state: State, dice: State, style: Grid, states: Grid, masks: Grid, actions: Grid) -> int:
    """Play on to the end, or until nothing is legal, or the record is full. Returns the decisions made."""
    made = 0
    states[0] = state
    legal(board, state, masks[0])
    while made < len(actions) and state.phase != OVER and anything(masks[made]):
        actions[made] = choose(masks[made], style, dice)
        play(board, state, whole(actions[made]))
        made += 1
        states[made] = state
        legal(board, state, masks[made])
    return made


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
    state = blank_state()
    set_up(board, state, seats, np.uint64(seed), first)
    return state


def copied(state: State) -> State:
    twin: State = state.copy()  # type: ignore[attr-defined]
    return twin


def alone(state: Any) -> Any:
    """An array of this one state."""
    return np.stack([state]).view(np.recarray)


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
    dice.rng = np.uint64(seed)
    states = blank(STATE, LONGEST_GAME + 1)
    masks = np.zeros((LONGEST_GAME + 1, WORDS), np.uint64)
    actions = np.zeros(LONGEST_GAME, np.int64)
    made = play_out(board, copied(state), dice, np.array(style), states.view(np.ndarray), masks, actions)
    return Game(board, states[: made + 1].copy(), masks[: made + 1].copy(), actions[:made].copy())


def played(board: Board, seats: int, seed: int, style: Style = EVENLY) -> Game:
    return played_from(board, new_state(board, seats, seed), seed, style)
