"""The final scoring (K5, B4-B6, W6, A4, N1, E2-E4)."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import TIE_BREAKS, Board
from carrozza.kernel.borrowing import add_up_tickets, choose_borrowed, list_lendable
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import ROUTE_WORDS, SEATS, STATIONS, Grid, Record, cell, whole
from carrozza.kernel.longest_path import longest_path
from carrozza.kernel.paths import Workings
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
def join_borrowed(board: Board, work: Workings, station: int) -> int:
    """Join the route that a station uses to the network; returns the route."""
    choice = whole(work.borrowed[station])
    if choice == 0:
        return NOBODY
    route = whole(work.lendable[station, choice - 1])
    join(work.label, whole(board.city_a[route]), whole(board.city_b[route]))
    return route


@rule
def score_tickets(board: Board, state: State, seat: int, scores: Scores, work: Workings) -> None:
    """K5; B5: where tickets are left to complete, stations borrow routes."""
    label_network(board, state, seat, work.label)
    tickets = state.tickets[seat]
    scores.completed[seat] = completed_tickets(board, tickets, work.label)
    for station in range(STATIONS):
        scores.borrowed[seat, station] = NOBODY
    if state.stations[seat] != NONE and scores.completed[seat] != tickets:
        list_lendable(board, state, seat, work)
        add_up_tickets(board, tickets & ~scores.completed[seat], work)
        choose_borrowed(board, work)
        for station in range(STATIONS):
            scores.borrowed[seat, station] = join_borrowed(board, work, station)
        scores.completed[seat] = completed_tickets(board, tickets, work.label)
    scores.tickets[seat] = ticket_points(board, tickets, scores.completed[seat])


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
