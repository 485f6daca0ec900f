"""The planes of the players: the viewer first, then the others in turn order."""

from carrozza.kernel.bits import NONE, count
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import State
from carrozza.observation import declaration as slices
from carrozza.observation.cells.octets import in_octet
from carrozza.observation.declaration import MOST, Plan, word_at
from carrozza.observation.recall import Recall


@rule
def write_players(board: Board, plan: Plan, state: State, seat: int, recall: Recall, out: Grid) -> None:
    trains = points = cards = blind = tickets = offered = chosen = first = deciding = NONE
    halvings = whole(plan.halvings[slices.SEAT_POINTS])
    other = seat
    for place in range(plan.seats):
        trains |= in_octet(whole(state.trains[other]), place)
        points |= in_octet(min(whole(state.points[other]) >> halvings, MOST), place)
        cards |= in_octet(whole(state.hand_size[other]), place)
        blind |= in_octet(whole(state.blind_size[other]), place)
        tickets |= in_octet(whole(state.ticket_count[other]), place)
        offered |= in_octet(whole(state.offered_size[other]), place)
        chosen |= in_octet(1 if state.chosen[other] >= 0 else 0, place)
        first |= in_octet(1 if state.first == other else 0, place)
        deciding |= in_octet(1 if state.actor == other else 0, place)
        other = other + 1 if other + 1 < plan.seats else 0
    out[word_at(plan, slices.SEAT_TRAINS)] = trains
    out[word_at(plan, slices.SEAT_POINTS)] = points
    out[word_at(plan, slices.SEAT_CARDS)] = cards
    out[word_at(plan, slices.SEAT_BLIND)] = blind
    out[word_at(plan, slices.SEAT_TICKETS)] = tickets
    out[word_at(plan, slices.SEAT_OFFERED)] = offered
    out[word_at(plan, slices.SEAT_CHOSEN)] = chosen
    out[word_at(plan, slices.SEAT_FIRST)] = first
    out[word_at(plan, slices.SEAT_DECIDING)] = deciding
    if board.stations or board.markers or board.alvin_city >= 0 or board.attractions:
        write_own_rules(board, plan, state, seat, recall, out)


@rule
def write_own_rules(board: Board, plan: Plan, state: State, seat: int, recall: Recall, out: Grid) -> None:
    """What only some boards have."""
    stations = markers = catches = alvin = attractions = NONE
    other = seat
    for place in range(plan.seats):
        stations |= in_octet(whole(board.stations) - count(state.stations[other]), place)
        markers |= in_octet(whole(board.markers) - count(state.markers[other]), place)
        catches |= in_octet(whole(state.catches[other]), place)
        alvin |= in_octet(1 if state.alvin_holder == other else 0, place)
        attractions |= in_octet(count(recall.reached[other] & board.attractions_in), place)
        other = other + 1 if other + 1 < plan.seats else 0
    if board.stations:
        out[word_at(plan, slices.SEAT_STATIONS)] = stations
    if board.markers:
        out[word_at(plan, slices.SEAT_MARKERS)] = markers
    if board.alvin_city >= 0:
        out[word_at(plan, slices.SEAT_CATCHES)] = catches
        out[word_at(plan, slices.SEAT_ALVIN)] = alvin
    if board.attractions:
        out[word_at(plan, slices.SEAT_ATTRACTIONS)] = attractions
