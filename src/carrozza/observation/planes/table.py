"""The phase, and single numbers."""

import numpy as np

from carrozza.kernel.bits import bit
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.markers import PAIR
from carrozza.kernel.state import OPENING, PAY_MARKER, PAY_ROUTE, PAY_STATION, TICKETS_DRAWN, TUNNEL, State
from carrozza.kernel.stations import station_price
from carrozza.kernel.tickets import fewest_to_keep
from carrozza.observation import declaration as slices
from carrozza.observation.cells.octets import in_octet
from carrozza.observation.cells.writing import write_set
from carrozza.observation.declaration import MOST, Plan, word_at


@rule
def write_phase(plan: Plan, state: State, out: Grid) -> None:
    write_set(out, word_at(plan, slices.PHASE), whole(plan.phase_words), bit(whole(plan.phase_at[state.phase])))


@rule
def price_due(board: Board, state: State) -> int:
    """What the payment that is due costs; 0 where none is."""
    if state.phase == PAY_ROUTE:
        return whole(board.length[state.route])
    if state.phase == TUNNEL:
        return whole(state.due)
    if state.phase == PAY_STATION:
        return station_price(state, whole(state.actor))
    return PAIR if state.phase == PAY_MARKER else 0


@rule
def number_of(plan: Plan, number: int, value: int) -> np.uint64:
    """The cell of one of the table's numbers, at its place among them."""
    return in_octet(min(MOST, value >> whole(plan.halvings[number])), number - slices.DECK_SIZE)


@rule
def write_table(board: Board, plan: Plan, state: State, seat: int, out: Grid) -> None:
    """Eight numbers, which every board has: one word."""
    keep = fewest_to_keep(board, state, seat) if state.phase == OPENING or state.phase == TICKETS_DRAWN else 0
    out[word_at(plan, slices.DECK_SIZE)] = (
        number_of(plan, slices.DECK_SIZE, whole(state.deck_size))
        | number_of(plan, slices.DISCARD_SIZE, whole(state.discard_size))
        | number_of(plan, slices.TICKETS_LEFT, whole(state.ticket_deck_size))
        | number_of(plan, slices.LAST_TURNS, max(0, whole(state.turns_left)))
        | number_of(plan, slices.TURNS, whole(state.turns))
        | number_of(plan, slices.PASSES, whole(state.passes))
        | number_of(plan, slices.PRICE, price_due(board, state))
        | number_of(plan, slices.KEEP_AT_LEAST, keep)
    )
