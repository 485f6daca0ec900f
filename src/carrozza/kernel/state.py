"""The state of a game: one record of fixed size, with nothing hidden elsewhere.

A *view* is a state too: what its viewer may not know is blank (see `view.py`), so whatever reads public facts and
the viewer's own cards reads both.
"""

from typing import Final

import numpy as np

from carrozza.kernel.layout import (
    CARDS,
    KINDS,
    OFFERED,
    ROUTE_WORDS,
    SEATS,
    TICKETS,
    Grid,
    Record,
    cell,
)

OPENING: Final = 0
"""Every seat chooses among its first tickets (S3)."""
START: Final = 1
"""Each seat places its start city (S6)."""
TURN: Final = 2
SECOND: Final = 3
"""The second card of a draw (D1)."""
PAY_ROUTE: Final = 4
TUNNEL: Final = 5
"""Extra cards are due (U4)."""
TICKETS_DRAWN: Final = 6
PAY_STATION: Final = 7
MOVE_ALVIN: Final = 8
MARKER: Final = 9
"""A marker may be placed on the claimed route (W3)."""
PAY_MARKER: Final = 10
OVER: Final = 11

NOBODY: Final = -1
EVERYTHING: Final = -1
"""The viewer of a full state."""
WATCHER: Final = -2
"""The viewer of what everybody at the table sees."""
SHUFFLED: Final = -2
"""Returned by somebody, nobody knows by whom (S4)."""
SCRIPT: Final = 64


class State(Record):
    rng: np.uint64 = cell(np.uint64)
    """Where the generator is (see `chance.py`)."""
    key_low: np.uint64 = cell(np.uint64)
    key_high: np.uint64 = cell(np.uint64)
    """The key of a long seed; 0 with a short one, and never in a view."""
    owned: Grid = cell(np.uint64, SEATS, ROUTE_WORDS)
    free: Grid = cell(np.uint64, SEATS, ROUTE_WORDS)
    """Routes this seat may still claim (C1, C5, C6)."""
    reach: Grid = cell(np.uint64, SEATS, ROUTE_WORDS)
    """Routes that end in this seat's network (W2); on other boards all."""
    stations: Grid = cell(np.uint64, SEATS)
    markers: Grid = cell(np.uint64, SEATS)
    tickets: Grid = cell(np.uint64, SEATS)
    gone: Grid = cell(np.uint64, SEATS)
    """Opening tickets this seat refused for good (S4: out of the game)."""
    refused: Grid = cell(np.uint64, SEATS)
    """Opening tickets this seat refused that were shuffled with the others' (S4: shuffled)."""
    unused: np.uint64 = cell(np.uint64)
    """Tickets that were never in the game (S3: long ones nobody was dealt)."""

    viewer: int = cell(np.int8)
    seats: int = cell(np.int8)
    first: int = cell(np.int8)
    actor: int = cell(np.int8)
    phase: int = cell(np.int8)
    passes: int = cell(np.int8)
    """How many seats in a row have passed (T3)."""
    turns_left: int = cell(np.int8)
    """Turns left in the last round (E1); -1 before it."""
    turns: int = cell(np.int16)
    """Turns ended so far."""

    points: Grid = cell(np.int16, SEATS)
    trains: Grid = cell(np.int8, SEATS)
    start: Grid = cell(np.int8, SEATS)
    catches: Grid = cell(np.int8, SEATS)
    alvin_city: int = cell(np.int8)
    alvin_holder: int = cell(np.int8)

    hand: Grid = cell(np.int8, SEATS, KINDS)
    hand_size: Grid = cell(np.int8, SEATS)
    known: Grid = cell(np.int8, SEATS, KINDS)
    """Cards everybody knows this seat to hold: taken face up and not played since."""
    blind: Grid = cell(np.int8, SEATS, KINDS)
    """Cards this seat drew unseen from the present deck."""
    blind_size: Grid = cell(np.int8, SEATS)
    deck: Grid = cell(np.int8, CARDS)
    """The top is at `deck_size - 1`."""
    deck_size: int = cell(np.int8)
    deck_bound: Grid = cell(np.int8, KINDS)
    """What the present deck was made of, less what has come off it in the open."""
    row: Grid = cell(np.int8, KINDS)
    row_size: int = cell(np.int8)
    discard: Grid = cell(np.int8, KINDS)
    discard_size: int = cell(np.int8)

    route: int = cell(np.int16)
    """The route being claimed."""
    city: int = cell(np.int8)
    """The city chosen for a station or a marker."""
    laid: Grid = cell(np.int8, KINDS)
    turned: Grid = cell(np.int8, KINDS)
    due: int = cell(np.int8)

    ticket_count: Grid = cell(np.int8, SEATS)
    offered: Grid = cell(np.int8, SEATS, OFFERED)
    offered_size: Grid = cell(np.int8, SEATS)
    chosen: Grid = cell(np.int8, SEATS)
    """The set kept in the opening; -1 before the choice, `HIDDEN_CHOICE` in the others' views."""
    opening_kept: Grid = cell(np.int8, SEATS)
    gone_size: Grid = cell(np.int8, SEATS)
    drew_refused: Grid = cell(np.int8, SEATS)
    """How many of the shuffled tickets this seat has drawn."""
    ticket_deck: Grid = cell(np.int8, TICKETS)
    """A ring: the top is at `ticket_top`."""
    ticket_returner: Grid = cell(np.int8, TICKETS)
    """Who put the ticket at this place of the ring, and so knows it; -1 where nobody does, `SHUFFLED` where it was
    refused in the opening."""
    ticket_top: int = cell(np.int8)
    ticket_deck_size: int = cell(np.int8)

    script: Grid = cell(np.int8, SCRIPT)
    """Cards that must come next, for games whose cards were written down at a real table."""
    script_at: int = cell(np.int8)
    script_size: int = cell(np.int8)
    taken: Grid = cell(np.int8, SCRIPT)
    """The first cards that came off the deck since `taken_size` was set back to 0, for records."""
    taken_size: int = cell(np.int8)


HIDDEN_CHOICE: Final = 0
STATE = State.dtype


def blank_state() -> State:
    return State()


def copied(state: State) -> State:
    """A state of its own with the same bytes."""
    return State.of(state).copy()
