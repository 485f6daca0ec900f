"""Which reasons hold for a move in a view: all that are stated follow from what the view's seat may know."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from carrozza.boards.model import LOCOMOTIVE
from carrozza.bots.hints import reasons as why
from carrozza.bots.hints.alternatives import Alternative, Situation
from carrozza.bots.hints.cards import brought_nearer, collected, lacks_locomotives, paid_for, wanted_with
from carrozza.bots.hints.reasons import Reason
from carrozza.game.cards import DECK
from carrozza.game.move_actions import carry_out
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    Move,
    MoveAlvin,
    NoMarker,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.kernel.markers import PAIR
from carrozza.kernel.state import copied

LONG_ROUTE: Final = 4
"""A route of so many spaces is worth its points whatever else it does."""
LONG_DETOUR: Final = 2
LATE: Final = 15
"""With so few trains left to somebody, who has the longest path begins to matter."""


def find_reasons(situation: Situation, move: Move) -> list[Reason]:
    """What speaks for a legal move, the weightiest first."""
    found = list(_of_move(situation, move))
    if len(situation.view.legal_moves) == 1:
        found.insert(0, why.OnlyMove())
    return found


def _of_move(situation: Situation, move: Move) -> Iterator[Reason]:
    match move:
        case Claim(route):
            yield from _of_claim(situation, route, move)
        case PayTunnel():
            yield why.TunnelDue(situation.view.claimed_route or "", situation.view.due)
            yield from _of_claim(situation, situation.view.claimed_route or "", None)
        case Decline():
            yield why.TunnelDue(situation.view.claimed_route or "", situation.view.due)
            yield why.KeepsCards(situation.view.laid.total)
        case Draw(card):
            yield from _of_draw(situation, card)
            yield from _of_moment(situation)
        case DrawTickets():
            yield from _of_drawing_tickets(situation)
        case Keep(tickets):
            yield from _of_keeping(situation, tickets)
        case Start(city):
            yield from _of_start(situation, city)
        case BuildStation(city):
            yield from _of_station(situation, city)
        case MoveAlvin(city):
            yield why.FreeRoutesAt(city, len(situation.claimable_at(city)))
        case PlaceMarker(city):
            if routes := situation.claimable_at(city):
                yield why.MarkerEarns(city, len(routes))
        case NoMarker():
            yield why.KeepsCards(PAIR)


# Claims


def _of_claim(situation: Situation, route: str, move: Claim | None) -> Iterator[Reason]:
    """Of a claim, or of paying a tunnel's extra: then there is no move to try the points with."""
    taken, lost = situation.with_route(route), situation.without_route(route)
    completed = taken.newly_completed
    if completed:
        yield why.Completes(completed)
    yield from _of_scarcity(situation, route, lost)
    on_the_way = tuple(ticket for ticket in situation.ways.helps(route) if ticket not in (*completed, *lost.cut_off))
    if on_the_way:
        yield why.OnTheWay(on_the_way)
    yield from _of_detour(lost, situation.ways.helps(route))
    serves = bool(completed or lost.cut_off or on_the_way)
    if not serves:
        yield from _of_points(situation, route, move)
    yield from _of_rivals(situation, route, serves)
    yield from _of_bonuses(situation, route, taken)
    if serves and situation.route(route).length >= LONG_ROUTE:
        yield from _of_points(situation, route, move)
    yield from _of_moment(situation)


def _of_scarcity(situation: Situation, route: str, lost: Alternative) -> Iterator[Reason]:
    cut_off = lost.cut_off
    if not cut_off:
        return
    cities = [city for city in sorted(situation.route(route).ends) if _is_last_way_into(situation, route, city)]
    for city in cities[:1]:
        yield why.LastWayInto(city, cut_off)
    if not cities:
        yield why.OnlyWay(cut_off)


def _is_last_way_into(situation: Situation, route: str, city: str) -> bool:
    """Parallels count as one way where they close together (C6)."""
    assert situation.view.seat is not None
    if situation.has_route_at(situation.view.seat, city):
        return False
    found = situation.route(route)
    together = situation.board.parallel(found) if situation.view.names.one_closes_all else ()
    same = {route, *(one.id for one in together)}
    return all(one.id in same or not situation.is_free(one.id, situation.seat) for one in situation.routes_at(city))


def _of_detour(lost: Alternative, helped: tuple[str, ...]) -> Iterator[Reason]:
    detours = {ticket: trains for ticket, trains in lost.detours.items() if ticket in helped and trains >= LONG_DETOUR}
    if detours:
        ticket = max(detours, key=lambda ticket: (detours[ticket], ticket))
        yield why.Detour(ticket, detours[ticket])


def _of_rivals(situation: Situation, route: str, serves: bool) -> Iterator[Reason]:
    found = situation.route(route)
    parallels = situation.board.parallel(found)
    holder = next((name for one in parallels if (name := situation.view.owner(one.id)) is not None), None)
    if holder is not None and not any(situation.is_free(one.id, situation.seat) for one in parallels):
        yield why.HalfTaken(route, holder)
    rivals = [name for name in situation.others if _may_take(situation, name, route)]
    at = {name: tuple(c for c in (found.a, found.b) if situation.has_route_at(name, c)) for name in rivals}
    both = next((name for name in rivals if len(at[name]) == 2), None)
    one_end = next((name for name in rivals if len(at[name]) == 1), None)
    if both is not None:
        yield why.RivalAtBothEnds(both, at[both])
    elif one_end is not None and serves:
        yield why.RivalAtEnd(one_end, at[one_end][0])


def _may_take(situation: Situation, player: str, route: str) -> bool:
    return (
        situation.is_free(route, player)
        and situation.is_in_reach(route, player)
        and situation.view.trains(player) >= situation.route(route).length
    )


def _of_bonuses(situation: Situation, route: str, taken: Alternative) -> Iterator[Reason]:
    view, rules, found = situation.view, situation.board.rules, situation.route(route)
    if view.alvin is not None and view.alvin[1] != view.seat and view.alvin[0] in found.ends:
        yield why.CatchesAlvin(view.alvin[0], situation.board.variants["alvin"].points)
    if view.last_turns is None and view.trains(situation.seat) - found.length <= rules.last_round_trains:
        yield why.BeginsLastRound(view.trains(situation.seat) - found.length)
    if rules.longest_path and min(map(view.trains, view.seats)) <= LATE:
        yield from _of_longest_path(situation, taken)
    if rules.attractions:
        new = tuple(city for city in (found.a, found.b) if _is_new_attraction(situation, city))
        if new:
            yield why.NewAttraction(new, rules.attractions)


def _of_longest_path(situation: Situation, taken: Alternative) -> Iterator[Reason]:
    now = situation.view.state
    others = max(situation.path_length(now, situation.names.seat_number(name)) for name in situation.others)
    before, after = situation.path_length(now, situation.seat), situation.path_length(taken.state, situation.seat)
    if before <= others < after:
        yield why.TakesLongestPath(after, others)


def _is_new_attraction(situation: Situation, city: str) -> bool:
    assert situation.view.seat is not None
    is_attraction = situation.board.cities[situation.names.city_number(city)].attraction
    return is_attraction and not situation.has_route_at(situation.view.seat, city)


def _of_points(situation: Situation, route: str, move: Claim | None) -> Iterator[Reason]:
    points = _points_of_claim(situation, route, move)
    if points:
        yield why.RoutePoints(points, situation.route(route).length)


def _points_of_claim(situation: Situation, route: str, move: Claim | None) -> int:
    """C4; where markers may send them elsewhere (W4), the move is tried."""
    found, rules = situation.route(route), situation.board.rules
    if not rules.markers:
        return rules.route_points[found.length]
    if move is None or (rules.tunnels and found.tunnel):
        return 0
    view, after = situation.view, copied(situation.view.state)
    carry_out(situation.names, after, move)
    won = int(after.points[situation.seat]) - view.points(situation.seat)
    caught = int(after.catches[situation.seat]) - int(view.state.catches[situation.seat])
    return won - caught * (situation.board.variants["alvin"].points if caught else 0)


# Cards


def _of_draw(situation: Situation, card: str) -> Iterator[Reason]:
    if card == DECK:
        yield from _of_blind_draw(situation)
        return
    one = brought_nearer(situation, card)
    if one is None:
        yield from _of_waiting(situation)
        return
    points = situation.board.rules.route_points[one.route.length]
    if card == LOCOMOTIVE and lacks_locomotives(situation, one):
        held = situation.view.hand(situation.seat).locomotives
        yield why.FerryNeeds(one.route.id, one.route.ferry, held, one.tickets)
    elif one.missing == 1:
        yield why.LastCardFor(card, one.route.id, points, one.tickets)
    else:
        yield why.CardFor(card, one.route.id, one.held, one.route.length, points, one.tickets)


def _of_blind_draw(situation: Situation) -> Iterator[Reason]:
    lacking = collected(situation)
    if lacking:
        row = {move.card for move in situation.view.legal_moves if isinstance(move, Draw) and move.card != DECK}
        if not any(wanted_with(situation, card) for card in row):
            yield why.NothingInRow()
        yield why.CardsMissing(lacking[0].route.id, lacking[0].missing, lacking[0].tickets)
    elif situation.ways.tickets and not situation.open_tickets:
        yield why.AllCompleted(len(situation.ways.tickets))
    else:
        yield from _of_waiting(situation)


def _of_waiting(situation: Situation) -> Iterator[Reason]:
    """What can be paid for already, and is in no danger yet."""
    for one in paid_for(situation):
        ends = (one.route.a, one.route.b)
        if not any(situation.has_route_at(name, city) for name in situation.others for city in ends):
            yield why.CanWait(one.route.id, one.tickets)
            return


def _of_moment(situation: Situation) -> Iterator[Reason]:
    view, threshold = situation.view, situation.board.rules.last_round_trains
    if view.last_turns is not None:
        yield why.LastTurn()
        return
    for name in sorted(situation.others, key=view.trains)[:1]:
        trains = view.trains(name)
        ends = (route for route in situation.board.routes if trains - threshold <= route.length <= trains)
        if any(situation.is_free(route.id, name) and situation.is_in_reach(route.id, name) for route in ends):
            yield why.EndNear(name, trains)


# Tickets


def _of_drawing_tickets(situation: Situation) -> Iterator[Reason]:
    view = situation.view
    if situation.ways.tickets and not situation.open_tickets:
        yield why.AllCompleted(len(situation.ways.tickets))
    yield why.TrainsLeft(view.trains(situation.seat), min(map(view.trains, situation.others)))


def _of_keeping(situation: Situation, kept: tuple[str, ...]) -> Iterator[Reason]:
    ways = situation.ways
    yield from _of_shared_ways(situation, kept)
    refused = [ticket for ticket in situation.view.offered(situation.seat) if ticket not in kept]
    yield from (why.LeftOutWithoutWay(ticket) for ticket in refused if ways.trains_to_go(ticket) is None)
    needs = {ticket: trains for ticket in kept if (trains := ways.trains_to_go(ticket)) is not None}
    yield from (why.TicketJoined(ticket) for ticket in needs if needs[ticket] == 0)
    costs = {ticket: trains for ticket in refused if (trains := ways.trains_to_go(ticket))}
    if costs:
        dearest = max(costs, key=lambda ticket: (costs[ticket], ticket))
        yield why.LeftOut(dearest, costs[dearest])
    for ticket in sorted(needs, key=lambda ticket: needs[ticket]):
        if needs[ticket]:
            yield why.TicketNeeds(ticket, needs[ticket])


def _of_shared_ways(situation: Situation, kept: tuple[str, ...]) -> Iterator[Reason]:
    """The two tickets with most free routes in common, one of them kept now."""
    to_claim = {
        ticket: set(situation.ways.way(ticket)) - situation.own_routes for ticket in (*kept, *situation.open_tickets)
    }
    pairs = [pair for pair in combinations(to_claim, 2) if set(pair) & set(kept)]
    shared = {pair: len(to_claim[pair[0]] & to_claim[pair[1]]) for pair in pairs}
    best = max(shared, key=lambda pair: shared[pair], default=None)
    if best is not None and shared[best]:
        yield why.SharedWay(best, shared[best])


# Cities


def _of_start(situation: Situation, city: str) -> Iterator[Reason]:
    tickets = situation.board.tickets
    ends = {ticket: tickets[situation.names.ticket_number(ticket)] for ticket in situation.open_tickets}
    ending = tuple(ticket for ticket, found in ends.items() if city in (found.a, found.b))
    if ending:
        yield why.TicketsEndAt(city, ending)
    through = tuple(
        ticket
        for ticket in situation.open_tickets
        if ticket not in ending and any(city in situation.route(route).ends for route in situation.ways.way(ticket))
    )
    if through:
        yield why.WaysThrough(city, through)
    yield why.FreeRoutesAt(city, len(situation.claimable_at(city)))


def _of_station(situation: Situation, city: str) -> Iterator[Reason]:
    completed = situation.with_station(city).newly_completed
    if completed:
        yield why.StationCompletes(city, completed)
    without = tuple(ticket for ticket in situation.open_tickets if situation.ways.trains_to_go(ticket) is None)
    if without:
        yield why.NoWayLeft(without)
