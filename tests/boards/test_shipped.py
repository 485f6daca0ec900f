"""The boards that come with the game hold their facts, id by id."""

import hashlib
import json

import pytest

from carrozza.boards import Rules, load, names
from carrozza.boards.facts import as_json

MAPS = {
    "usa": "usa",
    "europe": "europe",
    "new-york": "new-york",
    "italy": "italy-basic",
    "old-west": "old-west",
}
TRAIN_COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")


def test_there_are_six_boards() -> None:
    assert names() == ("usa", "europe", "new-york", "italy-basic", "italy-advanced", "old-west")
    assert [load(name).id for name in names()] == list(names())


@pytest.mark.parametrize(
    ("map_name", "cities", "routes", "tickets"),
    [
        ("usa", "3e2f248aef25cfe6", "7a427de311e31170", "355aad41546507ce"),
        ("europe", "72dd76a04aca8738", "87a8af06ebfaae54", "06e988f7a06b09b4"),
        ("new-york", "e9e3506ab81751fb", "37bb4179d25c907f", "33a20e520f37b87c"),
        ("italy", "29f8f17d078ead60", "9935ab66912aa42d", "244a7615108a6c2f"),
        ("old-west", "a58aee1c29e3120b", "7eb522ae3a08f125", "fe03bf100591dcf4"),
    ],
)
def test_no_fact_has_moved(map_name: str, cities: str, routes: str, tickets: str) -> None:
    """Ids, their order and every value: recorded games and cases rest on them."""
    board = as_json(load(MAPS[map_name]))
    assert [digest(board[key]) for key in ("cities", "routes", "tickets")] == [cities, routes, tickets]


def digest(entries: object) -> str:
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("usa", {}),
        (
            "europe",
            {
                "opening_long": 1,
                "opening_refused": "out",
                "ferries": True,
                "tunnels": True,
                "stations": 3,
                "tie_breaks": ("completed-tickets", "fewest-stations", "longest-path-bonus"),
            },
        ),
        (
            "new-york",
            {
                "max_seats": 4,
                "trains": 15,
                "colors": ("red", "orange", "green", "blue", "pink", "black"),
                "copies": 6,
                "locomotives": 8,
                "opening_hand": 2,
                "opening_tickets": 2,
                "opening_keep": 1,
                "draw_tickets": 2,
                "single_until": 2,
                "longest_path": 0,
                "attractions": 1,
                "hidden_points": True,
                "tie_breaks": ("completed-tickets",),
            },
        ),
        ("italy-basic", {"trains": 42}),
        (
            "italy-advanced",
            {
                "trains": 42,
                "opening_long": 1,
                "opening_refused": "out",
                "ferries": True,
                "tunnels": True,
                "stations": 3,
                "tie_breaks": ("completed-tickets", "fewest-stations", "longest-path-bonus"),
            },
        ),
        (
            "old-west",
            {
                "max_seats": 6,
                "trains": 40,
                "opening_tickets": 5,
                "opening_keep": 3,
                "opening_refused": "shuffled",
                "draw_tickets": 4,
                "ferries": True,
                "network": True,
                "markers": 3,
                "longest_path": 0,
                "globetrotter": 15,
                "tie_breaks": ("completed-tickets",),
            },
        ),
    ],
)
def test_rules_differ_from_the_classic_ones_only_here(name: str, expected: dict[str, object]) -> None:
    classic = {
        "min_seats": 2,
        "max_seats": 5,
        "trains": 45,
        "colors": TRAIN_COLORS,
        "copies": 12,
        "locomotives": 14,
        "opening_hand": 4,
        "opening_long": 0,
        "opening_tickets": 3,
        "opening_keep": 2,
        "opening_refused": "bottom",
        "draw_tickets": 3,
        "draw_keep": 1,
        "single_until": 3,
        "ferries": False,
        "tunnels": False,
        "stations": 0,
        "station_points": 4,
        "network": False,
        "markers": 0,
        "longest_path": 10,
        "globetrotter": 0,
        "attractions": 0,
        "route_points": (0, 1, 2, 4, 7, 10, 15, 18, 21),
        "tie_breaks": ("completed-tickets", "longest-path"),
        "hidden_points": False,
        "last_round_trains": 2,
    }
    assert load(name).rules == Rules.model_validate({**classic, **expected})
    assert set(classic) == set(Rules.model_fields)


def test_both_sets_of_italian_rules_play_on_one_map() -> None:
    basic, advanced = load("italy-basic"), load("italy-advanced")
    assert (basic.map, basic.ruleset, basic.full_title) == ("italy", "basic", "Italy (basic)")
    assert (advanced.map, advanced.ruleset, advanced.full_title) == ("italy", "advanced", "Italy (advanced)")
    assert basic.routes == advanced.routes
    assert basic.tickets == advanced.tickets


def test_italy_says_where_its_map_comes_from() -> None:
    """The credit must stand wherever the board is shown."""
    for name in ("italy-basic", "italy-advanced"):
        assert "drawn from the real Italian rail and ferry network" in load(name).notes[0]


def test_alvin_waits_in_roswell() -> None:
    alvin = load("old-west").variants["alvin"]
    assert (alvin.city, alvin.points) == ("roswell", 10)
    assert [name for name in names() if load(name).variants] == ["old-west"]


@pytest.mark.parametrize("name", names())
def test_lookups_lead_back_to_the_entries(name: str) -> None:
    board = load(name)
    assert all(board.cities[index].id == city for city, index in board.city_index.items())
    assert all(board.routes[index].id == route for route, index in board.route_index.items())
    assert all(board.tickets[index].id == ticket for ticket, index in board.ticket_index.items())
    assert len(board.city_index) == len(board.cities)
    assert len(board.route_index) == len(board.routes)
    assert len(board.ticket_index) == len(board.tickets)


@pytest.mark.parametrize("name", names())
def test_parallel_routes_know_each_other(name: str) -> None:
    board = load(name)
    for route in board.routes:
        for other in board.parallel(route):
            assert {other.a, other.b} == {route.a, route.b}
            assert other.id != route.id
            assert route in board.parallel(other)


def test_a_triple_has_two_others() -> None:
    board = load("old-west")
    route = board.routes[board.route_index["albuquerque-roswell"]]
    assert board.parallel(route) == ()
    triples = [route for route in board.routes if len(board.parallel(route)) == 2]
    assert len(triples) == 3 * 10


def test_boards_are_values() -> None:
    assert load("usa") is load("usa")
    assert load("italy-basic") != load("italy-advanced")
    assert len({load(name) for name in names()}) == 6
