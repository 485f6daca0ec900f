"""A slot is the place of one game among many: when its game ends, the next one begins in it.

What a slot holds is in arrays with one row for each slot, so that a thread of the CPU or of a GPU steps any of them by
its index. The rules are given these arrays in four bundles, which compiled code takes apart again.
"""

from typing import Final, NamedTuple

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.board import Board
from carrozza.kernel.layout import SEATS, Grid, Record, cell
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search

FLAT: Final = 1
TOKENS: Final = 2
"""The forms of observations; 0: there are none."""
LOSE: Final = 1
"""Whoever plays an illegal action loses the game at once. (Else actions are checked before the step.)"""
DECISIONS_LIMIT: Final = 10_000
"""A game that takes more is cut off (truncated). Random and sensible play takes some hundreds; but seats that decline
every tunnel could play for ever."""


class Options(Record):
    """What all games of an environment are played by."""

    seats: int = cell(np.int8)
    reward: int = cell(np.int8)
    """One of `rewards.REWARDS`."""
    illegal: int = cell(np.int8)
    """`LOSE`, or 0."""
    observation: int = cell(np.int8)
    """`FLAT`, `TOKENS`, or 0."""
    bots: int = cell(np.int8)
    """How many seats bots play: none in self-play, else all but one."""
    hidden: int = cell(np.int8)
    """Whether `Results.hidden` is written."""


class Slot(Record):
    """What is kept of the game in a slot, beside its state."""

    seed: np.uint64 = cell(np.uint64)
    """Game k has the seed `stream(seed, k)`."""
    rng: np.uint64 = cell(np.uint64)
    """The generator of the random policy."""
    tickets: Grid = cell(np.uint64, SEATS)
    """The tickets for which `ticket_points` was computed, ..."""
    game: int = cell(np.int64)
    """The number of the game in this slot, from 0."""
    potential: Grid = cell(np.float32, SEATS)
    returned: Grid = cell(np.float32, SEATS)
    """The sum of the rewards of this game so far."""
    decisions: int = cell(np.int32)
    points: Grid = cell(np.int16, SEATS)
    """The points that have been rewarded."""
    ticket_points: Grid = cell(np.int16, SEATS)
    trains: Grid = cell(np.int8, SEATS)
    """... and the trains that were left then."""
    learner: int = cell(np.int8)
    """The seat that is not played by a bot; -1 in self-play."""


class Episode(Record):
    """Statistics of the game that ended last in a slot."""

    game: int = cell(np.int64)
    decisions: int = cell(np.int32)
    """Of all seats, bots included."""
    returned: Grid = cell(np.float32, SEATS)
    """The sum of each seat's rewards."""
    turns: int = cell(np.int16)
    total: Grid = cell(np.int16, SEATS)
    """The final scores."""
    tickets_completed: Grid = cell(np.int8, SEATS)
    tickets_failed: Grid = cell(np.int8, SEATS)
    winner: Grid = cell(np.int8, SEATS)
    """1 for whoever won, alone or with others."""
    learner: int = cell(np.int8)
    illegal: int = cell(np.int8)
    """The seat that lost by an illegal action; -1 for none."""


SLOT: Final = Slot.dtype
EPISODE: Final = Episode.dtype


class Shared(NamedTuple):
    """What all games read and none writes."""

    board: Board
    graph: BoardGraph
    plan: Plan
    """Where the slices of a flat observation lie, ..."""
    runs: Grid
    """... and how tokens are made of it."""
    options: Options
    blank: Grid
    """One zeroed state."""
    bots: Grid
    """The memory of each opponent before a game, in the order of the specs."""


class Games(NamedTuple):
    """The games, one row for each slot."""

    states: Grid
    slots: Grid
    memories: Grid
    """The memory of each seat's bot: (slots, seats); of no use in self-play."""
    recalls: Grid
    """What the observation keeps of each seat: (slots, seats); of no use without observations."""


class Room(NamedTuple):
    """What one thread computes in; nothing in it outlives a step."""

    views: Grid
    """One state."""
    scratch: Scratch
    scores: Scores
    workings: Workings
    search: Search
    flat: Grid
    """A flat observation, of which tokens are made."""


class Results(NamedTuple):
    """What a step writes, one row for each slot."""

    mask_words: Grid
    mask: Grid
    """The same with a byte for each action, eight of them in a word of 64 bits."""
    observations: Grid
    """What the seat to move observes, flat: eight cells (int8) in a word of 64 bits."""
    tokens: Grid
    """The same as tokens, where they are asked for."""
    hidden: Grid
    """What the other seats hold, where it is asked for."""
    seat: Grid
    """Who is to move now."""
    acted: Grid
    """Whose action was played in this step."""
    rewards: Grid
    """(slots, seats)"""
    terminations: Grid
    truncations: Grid
    episodes: Grid
