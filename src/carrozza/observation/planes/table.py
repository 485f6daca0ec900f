"""The phase, and single numbers."""

from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.markers import PAIR
from carrozza.kernel.state import OPENING, PAY_MARKER, PAY_ROUTE, PAY_STATION, TICKETS_DRAWN, TUNNEL, State
from carrozza.kernel.stations import station_price
from carrozza.kernel.tickets import fewest_to_keep
from carrozza.observation import declaration as slices
from carrozza.observation.declaration import MOST, Plan, word_at
from carrozza.observation.octets import clear_words, put


@rule
def write_phase(plan: Plan, state: State, out: Grid) -> None:
    clear_words(out, word_at(plan, slices.PHASE), whole(plan.phase_words))
    put(out, whole(plan.at[slices.PHASE]) + whole(plan.phase_at[state.phase]), 1)


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
def put_number(plan: Plan, out: Grid, number: int, value: int) -> None:
    put(out, whole(plan.at[number]), min(MOST, value >> whole(plan.halvings[number])))


@rule
def write_table(board: Board, plan: Plan, state: State, seat: int, out: Grid) -> None:
    clear_words(out, word_at(plan, slices.DECK_SIZE), whole(plan.table_words))
    put_number(plan, out, slices.DECK_SIZE, whole(state.deck_size))
    put_number(plan, out, slices.DISCARD_SIZE, whole(state.discard_size))
    put_number(plan, out, slices.TICKETS_LEFT, whole(state.ticket_deck_size))
    put_number(plan, out, slices.LAST_TURNS, max(0, whole(state.turns_left)))
    put_number(plan, out, slices.TURNS, whole(state.turns))
    put_number(plan, out, slices.PASSES, whole(state.passes))
    put_number(plan, out, slices.PRICE, price_due(board, state))
    if state.phase == OPENING or state.phase == TICKETS_DRAWN:
        put_number(plan, out, slices.KEEP_AT_LEAST, fewest_to_keep(board, state, seat))
