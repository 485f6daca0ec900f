"""The facts of a board, counted."""

from pathlib import Path

import pytest

from carrozza.boards import load, names
from carrozza.boards.facts import as_json, facts
from carrozza.boards.show import list_as_json

ISLE = load(Path(__file__).parent / "isle.toml")


@pytest.mark.parametrize(
    ("name", "cities", "routes", "doubles", "triples", "ferries", "tunnels", "tickets", "long"),
    [
        ("usa", 36, 100, 22, 0, 0, 0, 30, 0),
        ("europe", 47, 101, 11, 0, 13, 18, 46, 6),
        ("new-york", 15, 41, 11, 0, 0, 0, 18, 0),
        ("italy-basic", 48, 101, 19, 0, 8, 39, 46, 6),
        ("italy-advanced", 48, 101, 19, 0, 8, 39, 46, 6),
        ("old-west", 41, 139, 36, 10, 1, 0, 50, 0),
    ],
)
def test_counts(
    name: str,
    cities: int,
    routes: int,
    doubles: int,
    triples: int,
    ferries: int,
    tunnels: int,
    tickets: int,
    long: int,
) -> None:
    found = facts(load(name))
    assert (found.cities, found.routes, found.doubles, found.triples) == (cities, routes, doubles, triples)
    assert (found.ferries, found.tunnels, found.tickets, found.long_tickets) == (
        ferries,
        tunnels,
        tickets,
        long,
    )


@pytest.mark.parametrize(
    ("name", "spaces"),
    [
        ("usa", "red 27 orange 27 yellow 27 green 27 blue 27 purple 27 black 27 white 27 gray 93"),
        ("europe", "red 22 orange 22 yellow 22 green 23 blue 23 purple 22 black 22 white 22 gray 122"),
        ("new-york", "red 11 orange 10 green 11 blue 11 pink 11 black 10 gray 20"),
        ("italy-basic", "red 23 orange 23 yellow 23 green 23 blue 23 purple 23 black 23 white 23 gray 78"),
        ("old-west", "red 37 orange 36 yellow 34 green 36 blue 36 purple 36 black 33 white 35 gray 81"),
    ],
)
def test_spaces_of_each_colour(name: str, spaces: str) -> None:
    assert " ".join(f"{row.color} {row.spaces}" for row in facts(load(name)).by_color) == spaces


@pytest.mark.parametrize("name", names())
def test_parts_add_up_to_the_whole(name: str) -> None:
    found = facts(load(name))
    assert sum(row.routes for row in found.by_color) == found.routes
    assert sum(row.spaces for row in found.by_color) == found.spaces
    assert sum(row.routes for row in found.by_length) == found.routes
    assert sum(row.length * row.routes for row in found.by_length) == found.spaces
    assert sum(row.routes for row in found.by_city) == 2 * found.routes
    assert sum(row.tickets for row in found.by_city) == 2 * found.tickets
    assert sum(row.points for row in found.by_ticket) == found.ticket_points
    assert found.shortest_route == found.by_length[0].length
    assert found.longest_route == found.by_length[-1].length


def test_the_isle_in_numbers() -> None:
    found = facts(ISLE)
    assert (found.cards, found.trains, found.attractions) == (22, 24, 1)
    assert (found.shortest_route, found.longest_route) == (1, 5)
    assert (found.shortest_ticket, found.longest_ticket) == (2, 5)
    assert [(row.id, row.neighbours, row.routes, row.tickets) for row in found.by_city] == [
        ("ayr", 3, 4, 3),
        ("bute", 2, 3, 3),
        ("cowal", 3, 4, 2),
        ("dunoon", 2, 3, 2),
    ]


def test_a_ticket_takes_the_shortest_way_with_the_fewest_cities() -> None:
    ways = {row.id: (row.points, row.trains, row.way) for row in facts(ISLE).by_ticket}
    assert ways["bute-dunoon"] == (3, 3, ("bute", "cowal", "dunoon"))
    assert ways["ayr-dunoon"] == (6, 5, ("ayr", "dunoon"))
    assert ways["cowal-bute"] == (2, 2, ("cowal", "bute"))


@pytest.mark.parametrize("name", names())
def test_a_way_is_made_of_routes(name: str) -> None:
    board = load(name)
    lengths = {frozenset((route.a, route.b)): route.length for route in board.routes}
    for ticket, row in zip(board.tickets, facts(board).by_ticket, strict=True):
        steps = [lengths[frozenset(pair)] for pair in zip(row.way, row.way[1:], strict=False)]
        assert (row.way[0], row.way[-1], sum(steps)) == (ticket.a, ticket.b, row.trains)


@pytest.mark.parametrize(
    ("name", "dearer"),
    [
        (
            "usa",
            {
                "los-angeles-chicago": 1,
                "los-angeles-miami": 1,
                "los-angeles-new-york": 1,
                "sault-st-marie-oklahoma-city": 1,
                "seattle-new-york": 2,
            },
        ),
        ("europe", {"edinburgh-athina": 1, "london-wien": 1}),
        ("new-york", {}),
        ("italy-basic", {}),
        ("old-west", {"seattle-great-falls": 1}),
    ],
)
def test_tickets_are_worth_their_way(name: str, dearer: dict[str, int]) -> None:
    """Nearly every ticket is worth its shortest way: a wrong length would show here."""
    rows = facts(load(name)).by_ticket
    assert {row.id: row.points - row.trains for row in rows if row.points != row.trains} == dearer


def test_json_leaves_out_what_is_not_set() -> None:
    board = as_json(ISLE)
    assert list(board) == [
        "id",
        "map",
        "ruleset",
        "title",
        "digest",
        "notes",
        "cities",
        "routes",
        "tickets",
        "rules",
        "variants",
        "facts",
    ]
    assert board["routes"][0] == {
        "id": "ayr-bute",
        "a": "ayr",
        "b": "bute",
        "length": 3,
        "color": "red",
        "ferry": 1,
    }
    assert board["routes"][1] == {"id": "ayr-cowal", "a": "ayr", "b": "cowal", "length": 4, "color": "gray"}
    assert board["tickets"][1]["long"] is True
    assert "long" not in board["tickets"][0]
    assert "attraction" not in board["cities"][0]
    assert board["rules"]["colors"] == ["red", "green", "blue"]
    assert board["variants"] == {"alvin": {"city": "cowal", "points": 10}}
    assert board["facts"]["spaces"] == 22


def test_the_list_as_json() -> None:
    listed = {board["id"]: board for board in list_as_json()}
    assert tuple(listed) == names()
    assert listed["old-west"]["seats"] == [2, 6]
    assert listed["old-west"]["variants"] == ["alvin"]
    assert listed["italy-advanced"]["ruleset"] == "advanced"
    assert "stations" in listed["italy-advanced"]["in_play"]
    assert "stations" not in listed["italy-basic"]["in_play"]
