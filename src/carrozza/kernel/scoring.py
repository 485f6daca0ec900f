"""The final scoring (K5, B4-B6, W6, A4, N1, E2-E4)."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import TIE_BREAKS, Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import ROUTE_WORDS, SEATS, STATIONS, Grid, Record, cell, whole
from carrozza.kernel.paths import EDGES, Workings, longest_path
from carrozza.kernel.state import NOBODY, State
from carrozza.kernel.stations import stations_left

BY_TICKETS = TIE_BREAKS["completed-tickets"]
BY_PATH = TIE_BREAKS["longest-path"]
BY_STATIONS = TIE_BREAKS["fewest-stations"]
BY_PATH_BONUS = TIE_BREAKS["longest-path-bonus"]


class Scores(Record):
    completed: Grid = cell(np.uint64, SEATS)
    routes: Grid = cell(np.int16, SEATS)
    tickets: Grid = cell(np.int16, SEATS)
    stations: Grid = cell(np.int16, SEATS)
    longest_path: Grid = cell(np.int16, SEATS)
    longest_path_length: Grid = cell(np.int16, SEATS)
    globetrotter: Grid = cell(np.int16, SEATS)
    attractions: Grid = cell(np.int16, SEATS)
    alvin: Grid = cell(np.int16, SEATS)
    total: Grid = cell(np.int16, SEATS)
    borrowed: Grid = cell(np.int16, SEATS, STATIONS)
    """The routes its stations use (B5); -1 for none."""
    winner: Grid = cell(np.int8, SEATS)


SCORES = Scores.dtype


def blank_scores() -> Scores:
    return Scores()


@rule
def root(label: Grid, city: int) -> int:
    while label[city] != city:
        city = whole(label[city])
    return city


@rule
def join(label: Grid, a: int, b: int) -> None:
    label[root(label, b)] = root(label, a)


@rule
def label_network(board: Board, state: State, seat: int, label: Grid) -> None:
    """Cities joined by the seat's own routes share one label."""
    for city in range(board.cities):
        label[city] = city
    for word in range(ROUTE_WORDS):
        routes = state.owned[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            join(label, whole(board.city_a[route]), whole(board.city_b[route]))
    for city in range(board.cities):
        label[city] = root(label, city)


@rule
def completed_tickets(board: Board, tickets: np.uint64, label: Grid) -> np.uint64:
    done = NONE
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        if root(label, whole(board.ticket_a[ticket])) == root(label, whole(board.ticket_b[ticket])):
            done |= bit(ticket)
    return done


@rule
def ticket_points(board: Board, tickets: np.uint64, completed: np.uint64) -> int:
    """K5: the completed ones count for, the others against."""
    points = 0
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        worth = whole(board.ticket_points[ticket])
        points += worth if has(completed, ticket) else -worth
    return points


@rule
def list_lendable(board: Board, state: State, seat: int, work: Workings) -> int:
    """For each of the seat's stations, the others' routes there that reach something new. Returns the stations."""
    stations = 0
    cities = state.stations[seat]
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        work.lendable_size[stations] = 0
        for other in range(state.seats):
            if other != seat:
                for word in range(ROUTE_WORDS):
                    routes = state.owned[other, word] & board.routes_of[city, word]
                    while routes != NONE:
                        route = word * 64 + lowest(routes)
                        routes = without_lowest(routes)
                        list_if_new(board, work, stations, route)
        stations += 1
    return stations


@rule
def list_if_new(board: Board, work: Workings, station: int, route: int) -> None:
    """Leave out routes that join nothing, or the same networks as one listed before."""
    a, b = whole(work.label[board.city_a[route]]), whole(work.label[board.city_b[route]])
    if a == b:
        return
    size = whole(work.lendable_size[station])
    for i in range(size):
        listed = whole(work.lendable[station, i])
        c, d = whole(work.label[board.city_a[listed]]), whole(work.label[board.city_b[listed]])
        if (a == c and b == d) or (a == d and b == c):
            return
    if size < EDGES:
        work.lendable[station, size] = route
        work.lendable_size[station] = size + 1


@rule
def join_borrowed(board: Board, work: Workings, choice: int, station: int) -> int:
    """Join the chosen route of one station (0: none) to the network; returns the route."""
    if choice == 0:
        return NOBODY
    route = whole(work.lendable[station, choice - 1])
    join(work.merged, whole(board.city_a[route]), whole(board.city_b[route]))
    return route


@rule
def score_tickets(board: Board, state: State, seat: int, scores: Scores, work: Workings) -> None:
    """K5; B5: the stations' routes are chosen for the greatest total, then the most completed tickets, then the fewest
    routes borrowed."""
    label_network(board, state, seat, work.label)
    tickets = state.tickets[seat]
    scores.completed[seat] = completed_tickets(board, tickets, work.label)
    scores.tickets[seat] = ticket_points(board, tickets, scores.completed[seat])
    for station in range(STATIONS):
        scores.borrowed[seat, station] = NOBODY
        work.lendable_size[station] = 0
    if state.stations[seat] == NONE or scores.completed[seat] == tickets:
        return
    list_lendable(board, state, seat, work)
    fewest = 0
    for i in range(whole(work.lendable_size[0]) + 1):
        for j in range(whole(work.lendable_size[1]) + 1):
            for k in range(whole(work.lendable_size[2]) + 1):
                used = min(i, 1) + min(j, 1) + min(k, 1)
                fewest = try_borrowing(board, state, seat, scores, work, i, j, k, used, fewest)


@rule
def try_borrowing(
    board: Board,
    state: State,
    seat: int,
    scores: Scores,
    work: Workings,
    i: int,
    j: int,
    k: int,
    used: int,
    fewest: int,
) -> int:
    for city in range(board.cities):
        work.merged[city] = work.label[city]
    first = join_borrowed(board, work, i, 0)
    second = join_borrowed(board, work, j, 1)
    third = join_borrowed(board, work, k, 2)
    done = completed_tickets(board, state.tickets[seat], work.merged)
    points = ticket_points(board, state.tickets[seat], done)
    gain = points - whole(scores.tickets[seat])
    more = count(done) - count(scores.completed[seat])
    if gain > 0 or (gain == 0 and (more > 0 or (more == 0 and used < fewest))):
        scores.tickets[seat] = points
        scores.completed[seat] = done
        scores.borrowed[seat, 0] = first
        scores.borrowed[seat, 1] = second
        scores.borrowed[seat, 2] = third
        return used
    return fewest


@rule
def cities_reached(board: Board, state: State, seat: int) -> np.uint64:
    cities = NONE
    for word in range(ROUTE_WORDS):
        routes = state.owned[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            cities |= bit(whole(board.city_a[route])) | bit(whole(board.city_b[route]))
    return cities


@rule
def score_seat(board: Board, state: State, seat: int, scores: Scores, work: Workings) -> None:
    """B4, A4, N1; the longest path is measured only where the board rewards it (W8)."""
    score_tickets(board, state, seat, scores, work)
    alvin = whole(board.alvin_points) * whole(state.catches[seat])
    scores.routes[seat] = whole(state.points[seat]) - alvin
    if state.alvin_city >= 0 and state.alvin_holder == seat:
        alvin += whole(board.alvin_points)
    scores.alvin[seat] = alvin
    scores.stations[seat] = stations_left(board, state, seat) * whole(board.station_points)
    scores.attractions[seat] = 0
    if board.attractions > 0:
        reached = cities_reached(board, state, seat) & board.attractions_in
        scores.attractions[seat] = count(reached) * whole(board.attractions)
    scores.longest_path_length[seat] = 0
    if board.longest_path > 0:
        scores.longest_path_length[seat] = longest_path(board, state, seat, work)


@rule
def award_bonuses(board: Board, state: State, scores: Scores) -> None:
    """E3, W6: to every player tied for it, where there is anything to reward."""
    longest, most = 1, 1
    for seat in range(state.seats):
        longest = max(longest, whole(scores.longest_path_length[seat]))
        most = max(most, count(scores.completed[seat]))
    for seat in range(state.seats):
        scores.longest_path[seat] = board.longest_path if scores.longest_path_length[seat] == longest else 0
        scores.globetrotter[seat] = board.globetrotter if count(scores.completed[seat]) == most else 0


@rule
def add_up(scores: Scores, seat: int) -> int:
    """E2."""
    return (
        whole(scores.routes[seat])
        + whole(scores.tickets[seat])
        + whole(scores.stations[seat])
        + whole(scores.longest_path[seat])
        + whole(scores.globetrotter[seat])
        + whole(scores.attractions[seat])
        + whole(scores.alvin[seat])
    )


@rule
def standing(state: State, scores: Scores, seat: int, criterion: int) -> int:
    """What a tie is broken by (E4): more is better."""
    if criterion == BY_TICKETS:
        return count(scores.completed[seat])
    if criterion == BY_PATH:
        return whole(scores.longest_path_length[seat])
    if criterion == BY_STATIONS:
        return -count(state.stations[seat])
    if criterion == BY_PATH_BONUS:
        return whole(scores.longest_path[seat])
    return 0


@rule
def keep_best(state: State, scores: Scores, criterion: int) -> None:
    """Of those still winning, keep the ones that stand best."""
    best = -(1 << 14)
    for seat in range(state.seats):
        if scores.winner[seat]:
            best = max(best, standing(state, scores, seat, criterion))
    for seat in range(state.seats):
        if scores.winner[seat] and standing(state, scores, seat, criterion) < best:
            scores.winner[seat] = 0


@rule
def choose_winners(board: Board, state: State, scores: Scores) -> None:
    """E4: most points, then the board's tie breaks; what is still equal is shared."""
    best = whole(scores.total[0])
    for seat in range(state.seats):
        best = max(best, whole(scores.total[seat]))
    for seat in range(SEATS):
        scores.winner[seat] = 1 if seat < state.seats and scores.total[seat] == best else 0
    for i in range(len(board.tie_breaks)):
        keep_best(state, scores, whole(board.tie_breaks[i]))


@entry
def score(board: Board, state: State, scores: Scores, work: Workings) -> None:
    """Score the game as it stands."""
    for seat in range(state.seats):
        score_seat(board, state, seat, scores, work)
    award_bonuses(board, state, scores)
    for seat in range(state.seats):
        scores.total[seat] = add_up(scores, seat)
    choose_winners(board, state, scores)
