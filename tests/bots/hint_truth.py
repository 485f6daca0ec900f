"""Whether a reason holds, found out in another way than the program does: by plain walks over the board's routes."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import Any

from carrozza.boards import Route
from carrozza.bots.hints.reasons import Reason
from carrozza.game import View
from carrozza.game.cards import LOCOMOTIVE, Cards
from carrozza.game.moves import Claim, Decline, Draw, Keep, Move, NoMarker, PayTunnel
from carrozza.game.position import Position
from carrozza.game.scores import result_of
from carrozza.game.view_model import held_fields
from carrozza.kernel.claims import take_route
from carrozza.kernel.state import copied


class Truth:
    """One view, read without the program's searches."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.me: str = view.seat
        self.board = view.board
        self.rules = view.board.rules
        self.routes = {route.id: route for route in view.board.routes}
        self.owner = {route: view.owner(route) for route in self.routes}
        self.together = len(view.seats) <= self.rules.single_until
        self.between: dict[frozenset[str], list[str]] = defaultdict(list)
        self.at: dict[str, list[Route]] = defaultdict(list)
        for route in view.board.routes:
            self.between[route.ends].append(route.id)
            for city in route.ends:
                self.at[city].append(route)

    def holds(self, move: Move, reason: Reason) -> bool:
        check: Callable[[Move, Any], bool] = getattr(self, f"_{reason.kind}")
        return check(move, reason)

    # Routes and ways

    def parallels(self, route: Route) -> list[str]:
        return [one for one in self.between[route.ends] if one != route.id]

    def may_claim(self, player: str, route: str, lost: Collection[str] = ()) -> bool:
        """C1, C5, C6."""
        beside = self.parallels(self.routes[route])
        owners = {self.owner[one] for one in beside}
        if self.owner[route] is not None or route in lost or player in owners:
            return False
        return not (self.together and (owners - {None} or set(beside) & set(lost)))

    def own(self, player: str) -> set[str]:
        return {route for route, owner in self.owner.items() if owner == player}

    def cities_of(self, player: str) -> set[str]:
        return {city for route in self.own(player) for city in self.routes[route].ends}

    def in_network(self, player: str, route: str) -> bool:
        """W2."""
        start = self.view.start(player)
        return not self.rules.network or bool(self.routes[route].ends & (self.cities_of(player) | {start}))

    def cost(self, a: str, b: str, mine: Collection[str] = (), lost: Collection[str] = ()) -> int | None:
        """The fewest trains from one city to another."""
        own = self.own(self.me) | set(mine)
        far, waiting = {a: 0}, [(0, a)]
        while waiting:
            trains, city = heapq.heappop(waiting)
            if city == b:
                return trains
            for route in self.at[city]:
                if route.id in own or self.may_claim(self.me, route.id, lost):
                    (there,) = route.ends - {city}
                    further = trains + (0 if route.id in own else route.length)
                    if further < far.get(there, 999):
                        far[there] = further
                        heapq.heappush(waiting, (further, there))
        return None

    def ticket(self, ticket: str) -> tuple[str, str]:
        found = self.board.tickets[self.view.names.ticket_number(ticket)]
        return found.a, found.b

    def completed(self, ticket: str, mine: Collection[str] = (), stations: Collection[str] = ()) -> bool:
        """K5, and B5 by any choice of what stations lend."""
        own = self.own(self.me) | set(mine)
        lent = [self._lent_at(city) for city in (*self.view.stations(self.me), *stations)]
        return any(self._joined(ticket, own.union(*chosen)) for chosen in product(*lent))

    def _lent_at(self, city: str) -> list[set[str]]:
        others = {route for route, owner in self.owner.items() if owner not in (None, self.me)}
        return [set(), *({route.id} for route in self.at[city] if route.id in others)]

    def _joined(self, ticket: str, routes: Collection[str]) -> bool:
        a, b = self.ticket(ticket)
        reached, growing = {a}, True
        while growing:
            new = {city for route in routes for city in self.routes[route].ends if self.routes[route].ends & reached}
            growing = not new <= reached
            reached |= new
        return b in reached

    def to_go(self, ticket: str, mine: Collection[str] = (), lost: Collection[str] = ()) -> int | None:
        if self.completed(ticket, mine):
            return 0
        return self.cost(*self.ticket(ticket), mine, lost)

    def on_cheapest_way(self, route: str, ticket: str) -> bool:
        now = self.to_go(ticket)
        return bool(now) and self.cost(*self.ticket(ticket), [route]) == (now or 0) - self.routes[route].length

    def is_cut_off(self, route: str, ticket: str) -> bool:
        return self.to_go(ticket) is not None and self.to_go(ticket, lost=[route]) is None

    def route_of(self, move: Move) -> str:
        route = move.route if isinstance(move, Claim) else self.view.claimed_route
        assert route is not None
        return route

    # Cards

    def missing(self, route: str, hand: Cards) -> int:
        """How many more cards would pay for it."""
        found = self.routes[route]
        colours = self.rules.colors if found.color == "gray" else (found.color,)
        ferry = found.ferry if self.rules.ferries else 0
        for more in range(found.length + 1):
            locomotives = hand.locomotives + more
            if locomotives >= ferry and any(hand.get(c, 0) + locomotives >= found.length for c in colours):
                return more
        raise AssertionError("locomotives pay for everything")

    def hand(self, and_card: str | None = None) -> Cards:
        hand = dict(self.view.hand(self.me))
        if and_card is not None:
            hand[and_card] = hand.get(and_card, 0) + 1
        return Cards(hand)

    def shown_ways(self) -> Iterator[str]:
        """The routes to be claimed on the ways that the table shows for tickets to be completed."""
        for ticket in held_fields(self.view, self.me)["tickets"]:
            if not ticket["completed"]:
                yield from (route for route in ticket["way"] if self.owner[route] != self.me)

    # Reasons of routes

    def _completes(self, move: Move, reason: Any) -> bool:
        route = self.route_of(move)
        return all(self.completed(one, [route]) and not self.completed(one) for one in reason.tickets)

    def _last_way_into(self, move: Move, reason: Any) -> bool:
        found = self.routes[self.route_of(move)]
        same = {found.id, *(self.parallels(found) if self.together else ())}
        others = [route for route in self.routes.values() if reason.city in route.ends and route.id not in same]
        return (
            reason.city in found.ends
            and reason.city not in self.cities_of(self.me)
            and not any(self.may_claim(self.me, route.id) for route in others)
            and self._only_way(move, reason)
        )

    def _only_way(self, move: Move, reason: Any) -> bool:
        return bool(reason.tickets) and all(self.is_cut_off(self.route_of(move), one) for one in reason.tickets)

    def _detour(self, move: Move, reason: Any) -> bool:
        now, then = self.to_go(reason.ticket), self.to_go(reason.ticket, lost=[self.route_of(move)])
        return now is not None and then is not None and then - now == reason.trains > 0

    def _on_the_way(self, move: Move, reason: Any) -> bool:
        return bool(reason.tickets) and all(self.on_cheapest_way(self.route_of(move), one) for one in reason.tickets)

    def _half_taken(self, move: Move, reason: Any) -> bool:
        beside = self.parallels(self.routes[reason.route])
        held = any(self.owner[one] == reason.player for one in beside)
        return held and reason.player != self.me and not any(self.may_claim(self.me, one) for one in beside)

    def _rival_at_both_ends(self, move: Move, reason: Any) -> bool:
        return self._is_rival(move, reason.player, reason.cities) and len(reason.cities) == 2

    def _rival_at_end(self, move: Move, reason: Any) -> bool:
        return self._is_rival(move, reason.player, (reason.city,))

    def _is_rival(self, move: Move, player: str, cities: Collection[str]) -> bool:
        route = self.route_of(move)
        return (
            player != self.me
            and set(cities) <= self.routes[route].ends & self.cities_of(player)
            and self.may_claim(player, route)
            and self.in_network(player, route)
            and self.view.trains(player) >= self.routes[route].length
        )

    def _takes_longest_path(self, move: Move, reason: Any) -> bool:
        names, after = self.view.names, copied(self.view.state)
        take_route(names.compiled, after, names.seat_number(self.me), names.route_number(self.route_of(move)))
        now, then = (result_of(Position(names, state)).scores for state in (self.view.state, after))
        others = max(score.longest_path_length for name, score in now.items() if name != self.me)
        return bool(
            now[self.me].longest_path_length <= others == reason.others
            and then[self.me].longest_path_length == reason.length > others
        )

    def _route_points(self, move: Move, reason: Any) -> bool:
        found = self.routes[self.route_of(move)]
        points = self.rules.route_points[found.length]
        marked = {name: len(set(self.view.markers(name)) & found.ends) for name in self.view.seats}
        strangers = sum(number for name, number in marked.items() if name != self.me)
        times = marked[self.me] if strangers else max(1, marked[self.me])
        return bool(reason.points == points * times > 0 and reason.length == found.length)

    def _catches_alvin(self, move: Move, reason: Any) -> bool:
        assert self.view.alvin is not None
        city, holder = self.view.alvin
        return (
            reason.city == city in self.routes[self.route_of(move)].ends and holder != self.me and reason.points == 10
        )

    def _new_attraction(self, move: Move, reason: Any) -> bool:
        attractions = {city.id for city in self.board.cities if city.attraction}
        new = self.routes[self.route_of(move)].ends & attractions - self.cities_of(self.me)
        return set(reason.cities) == new and reason.points == self.rules.attractions

    def _begins_last_round(self, move: Move, reason: Any) -> bool:
        left = self.view.trains(self.me) - self.routes[self.route_of(move)].length
        return self.view.last_turns is None and left == reason.trains <= self.rules.last_round_trains

    # Reasons of the moment

    def _last_turn(self, move: Move, reason: Any) -> bool:
        return self.view.last_turns is not None

    def _end_near(self, move: Move, reason: Any) -> bool:
        trains, few = self.view.trains(reason.player), self.rules.last_round_trains
        ending = [route for route in self.routes.values() if 0 <= trains - route.length <= few]
        return (
            reason.player != self.me
            and trains == reason.trains
            and self.view.last_turns is None
            and any(
                self.may_claim(reason.player, route.id) and self.in_network(reason.player, route.id) for route in ending
            )
        )

    def _only_move(self, move: Move, reason: Any) -> bool:
        return list(self.view.legal_moves) == [move]

    # Reasons of cards

    def _card_for(self, move: Move, reason: Any) -> bool:
        missing = self.missing(reason.route, self.hand())
        found = self.routes[reason.route]
        return (
            self._helps(move, reason)
            and missing > 1
            and (reason.held, reason.cost) == (found.length - missing, found.length)
        )

    def _last_card_for(self, move: Move, reason: Any) -> bool:
        return self._helps(move, reason) and self.missing(reason.route, self.hand()) == 1

    def _helps(self, move: Move, reason: Any) -> bool:
        assert isinstance(move, Draw)
        missing, then = (self.missing(reason.route, self.hand(card)) for card in (None, move.card))
        wanted = all(self.on_cheapest_way(reason.route, ticket) for ticket in reason.tickets)
        idle = bool(reason.tickets) or self.may_claim(self.me, reason.route)
        points = self.rules.route_points[self.routes[reason.route].length]
        return wanted and idle and then == missing - 1 and (reason.colour, reason.points) == (move.card, points)

    def _ferry_needs(self, move: Move, reason: Any) -> bool:
        held = self.hand().locomotives
        wanted = all(self.on_cheapest_way(reason.route, ticket) for ticket in reason.tickets)
        symbols = self.routes[reason.route].ferry
        return wanted and move == Draw(LOCOMOTIVE) and held == reason.held < reason.locomotives == symbols

    def _nothing_in_row(self, move: Move, reason: Any) -> bool:
        row = [one.card for one in self.view.legal_moves if isinstance(one, Draw) and one.card != "deck"]
        return not any(
            self.missing(route, self.hand(card)) < self.missing(route, self.hand())
            for card in row
            for route in self.shown_ways()
        )

    def _cards_missing(self, move: Move, reason: Any) -> bool:
        missing = [number for route in self.shown_ways() if (number := self.missing(route, self.hand()))]
        return (
            self.missing(reason.route, self.hand()) == reason.cards == min(missing)
            and bool(reason.tickets)
            and all(self.on_cheapest_way(reason.route, ticket) for ticket in reason.tickets)
        )

    def _can_wait(self, move: Move, reason: Any) -> bool:
        near = set().union(*(self.cities_of(name) for name in self.view.seats if name != self.me))
        return (
            self.missing(reason.route, self.hand()) == 0
            and all(self.on_cheapest_way(reason.route, ticket) for ticket in reason.tickets)
            and not self.routes[reason.route].ends & near
        )

    # Reasons of tickets

    def _all_completed(self, move: Move, reason: Any) -> bool:
        held = self.view.tickets(self.me)
        return len(held) == reason.completed > 0 and all(map(self.completed, held))

    def _trains_left(self, move: Move, reason: Any) -> bool:
        others = min(self.view.trains(name) for name in self.view.seats if name != self.me)
        return (reason.trains, reason.others) == (self.view.trains(self.me), others)

    def _ticket_needs(self, move: Move, reason: Any) -> bool:
        return (
            isinstance(move, Keep) and reason.ticket in move.tickets and self.to_go(reason.ticket) == reason.trains > 0
        )

    def _ticket_joined(self, move: Move, reason: Any) -> bool:
        return isinstance(move, Keep) and reason.ticket in move.tickets and self.to_go(reason.ticket) == 0

    def _shared_way(self, move: Move, reason: Any) -> bool:
        assert isinstance(move, Keep)
        held = held_fields(self.view, self.me)
        ways = {one["id"]: set(one["way"]) - self.own(self.me) for one in (*held["tickets"], *held["offered"])}
        first, second = reason.tickets
        return len(ways[first] & ways[second]) == reason.routes > 0 and bool({first, second} & set(move.tickets))

    def _left_out(self, move: Move, reason: Any) -> bool:
        return self._is_left_out(move, reason.ticket) and self.to_go(reason.ticket) == reason.trains > 0

    def _left_out_without_way(self, move: Move, reason: Any) -> bool:
        return self._is_left_out(move, reason.ticket) and self.to_go(reason.ticket) is None

    def _is_left_out(self, move: Move, ticket: str) -> bool:
        return isinstance(move, Keep) and ticket in self.view.offered(self.me) and ticket not in move.tickets

    # Reasons of cities

    def _tickets_end_at(self, move: Move, reason: Any) -> bool:
        return all(reason.city in self.ticket(one) and one in self.view.tickets(self.me) for one in reason.tickets)

    def _ways_through(self, move: Move, reason: Any) -> bool:
        def through(ticket: str) -> bool:
            a, b = self.ticket(ticket)
            first, second = self.cost(a, reason.city), self.cost(reason.city, b)
            return first is not None and second is not None and first + second == self.cost(a, b)

        return bool(reason.tickets) and all(map(through, reason.tickets))

    def _free_routes_at(self, move: Move, reason: Any) -> bool:
        return bool(self._claimable_at(reason.city) == reason.routes)

    def _claimable_at(self, city: str) -> int:
        return sum(
            city in route.ends and any(self.may_claim(name, route.id) for name in self.view.seats)
            for route in self.routes.values()
        )

    def _station_completes(self, move: Move, reason: Any) -> bool:
        return all(self.completed(one, stations=[reason.city]) and not self.completed(one) for one in reason.tickets)

    def _no_way_left(self, move: Move, reason: Any) -> bool:
        return bool(reason.tickets) and all(self.to_go(ticket) is None for ticket in reason.tickets)

    def _marker_earns(self, move: Move, reason: Any) -> bool:
        return bool(self._claimable_at(reason.city) == reason.routes > 0)

    def _keeps_cards(self, move: Move, reason: Any) -> bool:
        if isinstance(move, Decline):
            return bool(reason.cards == self.view.laid.total)
        return isinstance(move, NoMarker) and reason.cards == 2

    def _tunnel_due(self, move: Move, reason: Any) -> bool:
        return isinstance(move, PayTunnel | Decline) and (reason.route, reason.cards) == (
            self.view.claimed_route,
            self.view.due,
        )
