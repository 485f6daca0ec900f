"""What is observed of markers (W4) and of the network (W2), read by other means."""

from typing import Any

import pytest

from carrozza.game.position import Position
from carrozza.game.positions import PositionDocument, state_of
from carrozza.game.seating import seat_table
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry
from carrozza.kernel.markers import pay_points
from carrozza.kernel.state import State, copied
from carrozza.observation.declaration import MOST
from tests.laws.play import BUILDER, COLLECTOR
from tests.observation.test_facts import Reading, readings
from tests.setups import SETUPS, Setup

NONE = float("inf")
Spaces = dict[str, dict[str, float]]

old_west = pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.board == "old-west"], ids=str)


def reading(players: dict[str, Any]) -> Reading:
    """What Ada observes in a position for two, Ada and Bruno, of this much; their first markers are their starts."""
    document = PositionDocument.model_validate({"players": players})
    return Reading(Setup("old-west", (), 2), state_of(seat_table("old-west", 2, ()), document, 1), 0)


def both_pay(seen: Reading, route: str) -> tuple[int, int]:
    """How many times its points Ada and Bruno are paid if Ada claims it."""
    ada, bruno = (seen.by_name("routes.pays", plane).get(route, 0) for plane in range(2))
    return ada, bruno


# Whom a claim pays


def test_a_route_without_markers_pays_who_claims_it() -> None:
    seen = reading({"Ada": {"markers": ["denver"]}})
    assert both_pay(seen, "bend-portland-1") == (1, 0)


def test_markers_of_ones_own_pay_each() -> None:
    seen = reading({"Ada": {"markers": ["portland", "seattle"]}})
    assert both_pay(seen, "portland-seattle-orange") == (2, 0)
    assert both_pay(seen, "bend-portland-1") == (1, 0)


def test_anothers_marker_is_paid_instead() -> None:
    seen = reading({"Ada": {"markers": ["portland"]}, "Bruno": {"markers": ["seattle", "bend"]}})
    assert both_pay(seen, "portland-seattle-orange") == (1, 1)
    assert both_pay(seen, "seattle-spokane-blue") == (0, 1)
    assert both_pay(seen, "bend-eugene-1") == (0, 1)
    both = reading({"Ada": {"markers": ["denver"]}, "Bruno": {"markers": ["seattle", "portland"]}})
    assert both_pay(both, "portland-seattle-orange") == (0, 2)


def test_a_route_that_is_taken_pays_nobody() -> None:
    seen = reading(
        {"Ada": {"markers": ["portland"]}, "Bruno": {"markers": ["seattle"], "routes": ["seattle-spokane-blue"]}}
    )
    assert both_pay(seen, "seattle-spokane-blue") == (0, 0)


@entry
def pay(board: Board, state: State, seat: int, route: int) -> None:
    pay_points(board, state, seat, route)


def paid(seen: Reading, route: str) -> list[int]:
    """What the kernel adds to the points of each seat, the viewer first, when the viewer takes a route."""
    state = copied(seen.position.state)
    pay(seen.spec.compiled, state, seen.viewer, seen.position.board.route_index[route])
    return [int(state.points[seat]) - seen.position.points(seat) for seat in seen.seats]


@old_west
def test_a_claim_pays_whom_the_rules_pay(setup: Setup) -> None:
    for seen in readings(setup, BUILDER):
        free = seen.all_of("routes.free")
        times = [seen.by_name("routes.pays", plane) for plane in range(setup.seats)]
        assert all(set(found) <= free for found in times)
        markers = [set(seen.position.markers(seat)) for seat in seen.seats]
        for route in seen.position.board.routes:
            if route.id in free:
                found = [of_seat.get(route.id, 0) for of_seat in times]
                assert found == times_paid(markers, {route.a, route.b})
                points = int(seen.spec.compiled.route_points[route.length])
                assert paid(seen, route.id) == [points * number for number in found]


def times_paid(markers: list[set[str]], ends: set[str]) -> list[int]:
    """W4, the claimer first."""
    marked = [len(of_seat & ends) for of_seat in markers]
    return marked if any(marked) else [1, *marked[1:]]


# What joins a ticket to the network

EVERY = {"routes.network_way", "tickets.network_distance"}


def test_a_ticket_off_the_network_takes_more_than_its_own_way() -> None:
    """Seattle and Ashland are 5 spaces apart by way of Portland and Eugene, and Boise is 4 from Bend, which is 1 from
    Portland and from Eugene."""
    seen = reading({"Ada": {"markers": ["boise"], "tickets": ["seattle-ashland"]}})
    assert seen.by_name("tickets.distance") == {"seattle-ashland": 5}
    assert seen.by_name("tickets.network_distance") == {"seattle-ashland": 9}
    assert seen.all_of("routes.network_way") == {
        *("bend-boise-purple", "bend-boise-white", "ashland-bend", "bend-portland-1", "bend-portland-2"),
        *("portland-seattle-orange", "portland-seattle-yellow", "portland-seattle-green"),
    }


def test_a_ticket_that_passes_the_network_takes_its_own_way() -> None:
    seen = reading({"Ada": {"markers": ["portland"], "tickets": ["seattle-ashland"]}})
    assert seen.by_name("tickets.network_distance") == seen.by_name("tickets.distance") == {"seattle-ashland": 5}
    assert seen.all_of("routes.network_way") == seen.all_of("routes.on_way")


def test_a_ticket_that_is_made_needs_no_ways() -> None:
    routes = ["portland-seattle-orange", "bend-portland-1", "ashland-bend"]
    seen = reading({"Ada": {"markers": ["portland"], "routes": routes, "tickets": ["seattle-ashland"]}})
    assert seen.all_of("tickets.made") == {"seattle-ashland"}
    assert not any(seen.by_name(name) for name in EVERY)


def test_before_there_is_a_start_city_the_network_may_begin_anywhere() -> None:
    seen = reading({"Ada": {"tickets": ["seattle-ashland"]}})
    assert seen.position.start(0) is None
    assert seen.by_name("tickets.network_distance") == {"seattle-ashland": 5}
    assert seen.all_of("routes.network_way") == seen.all_of("routes.on_way")


def spaces_between(position: Position, viewer: int, free: set[str]) -> Spaces:
    """Between all cities, over own and free routes (Floyd and Warshall)."""
    cities = [city.id for city in position.board.cities]
    found: Spaces = {a: {b: NONE if a != b else 0 for b in cities} for a in cities}
    own = set(position.routes(viewer))
    for route in position.board.routes:
        if route.id in own | free:
            length = 0 if route.id in own else route.length
            found[route.a][route.b] = found[route.b][route.a] = min(length, found[route.a][route.b])
    for by in found:
        beyond = found[by]
        for row in found.values():
            if (first := row[by]) < NONE:
                for city, then in beyond.items():
                    if first + then < row[city]:
                        row[city] = first + then
    return found


@old_west
def test_tickets_are_joined_by_the_fewest_spaces(setup: Setup) -> None:
    joined = 0
    for style in (COLLECTOR, BUILDER):
        for seen in readings(setup, style, step=61):
            free = seen.all_of("routes.free")
            spaces = spaces_between(seen.position, seen.viewer, free)
            start = seen.position.start(seen.viewer)
            distances, way = {}, set()
            held, offered = (set(of(seen.viewer)) for of in (seen.position.tickets, seen.position.offered))
            for ticket in sorted((held | offered) - seen.all_of("tickets.made") - seen.all_of("tickets.lost")):
                found = seen.position.board.tickets[seen.position.board.ticket_index[ticket]]
                ends = [found.a, found.b, *([start] if start else [])]
                best = {city: sum(spaces[city][end] for end in ends) for city in spaces}
                fewest = min(best.values())
                distances[ticket] = MOST if fewest == NONE else int(fewest)
                joined += fewest < NONE
                if start and ticket in held and fewest < NONE:
                    meeting = start if best[start] == fewest else min(best, key=best.__getitem__)
                    way |= ways_from(seen.position, spaces, meeting, ends) & free
            assert seen.by_name("tickets.network_distance") == distances
            assert seen.all_of("routes.network_way") == (way if start else seen.all_of("routes.on_way"))
    assert joined


def ways_from(position: Position, spaces: Spaces, meeting: str, ends: list[str]) -> set[str]:
    """The routes on the shortest ways from a city to these."""
    return {
        route.id
        for route in position.board.routes
        for end in ends
        for first, then in ((route.a, route.b), (route.b, route.a))
        if spaces[meeting][first] + route.length + spaces[then][end] == spaces[meeting][end] < NONE
    }
