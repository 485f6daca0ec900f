"""E4: who wins where points are equal, board by board."""

import pytest

from carrozza import boards
from tests.scoring.journeys import JOURNEYS, complete
from tests.scoring.tables import Table

FAR_APART = {
    "usa": ("portland-salt-lake-city", "boston-montreal-1"),
    "europe": ("petrograd-stockholm", "cadiz-lisboa"),
    "new-york": ("chelsea-soho", "midtown-west-times-square"),
    "italy": ("cagliari-napoli", "agrigento-palermo"),
    "old-west": ("boise-seattle-1", "albuquerque-roswell"),
}
"""A longer route and a shorter one, of none of the journeys."""

BY_PATH = ("usa", "italy-basic")
BY_STATIONS = ("europe", "italy-advanced")
BY_TICKETS_ALONE = ("new-york", "old-west")


def longer(table: Table) -> str:
    return FAR_APART[table.board.map][0]


def shorter(table: Table) -> str:
    return FAR_APART[table.board.map][1]


@pytest.mark.parametrize("name", boards.names())
def test_most_points_win_whatever_else(name: str) -> None:
    table = Table(name)
    complete(table, 0, 0, 1)
    table.routes(0, longer(table)).level().points(1, int(table.state.points[1]) + 1)
    assert table.winners() == [1]


@pytest.mark.parametrize("name", boards.names())
def test_where_all_is_equal_the_victory_is_shared(name: str) -> None:
    assert Table(name, seats=4).level(seats=(0, 1, 3)).winners() == [0, 1, 3]


@pytest.mark.parametrize("name", boards.names())
def test_more_completed_tickets_break_the_tie(name: str) -> None:
    table = Table(name, seats=3)
    complete(table, 0, 0)
    complete(table, 1, 1, 2)
    assert table.level().winners() == [1]


@pytest.mark.parametrize("name", boards.names())
def test_tickets_that_were_not_completed_do_not_count(name: str) -> None:
    table = Table(name)
    complete(table, 0, 0)
    (other, *_), (third, *_) = JOURNEYS[table.board.map][1:]
    table.tickets(1, other, third)
    assert table.level().winners() == [0]


@pytest.mark.parametrize("name", boards.names())
def test_completed_tickets_go_before_everything_else(name: str) -> None:
    table = Table(name)
    complete(table, 0, 0, 1)
    complete(table, 1, 2)
    table.routes(1, longer(table))
    if table.board.rules.stations:
        table.stations(0, *(city.id for city in table.board.cities[:3]))
    assert table.level().winners() == [0]


@pytest.mark.parametrize("name", BY_PATH)
def test_then_the_longer_path_of_their_own(name: str) -> None:
    table = Table(name)
    table.routes(0, shorter(table)).routes(1, longer(table))
    assert table.level().winners() == [1]


@pytest.mark.parametrize("name", BY_PATH)
def test_the_longer_path_of_their_own_counts_though_a_third_has_the_longest(name: str) -> None:
    table = Table(name, seats=3)
    complete(table, 2, 0, 1)
    table.routes(0, shorter(table)).routes(2, longer(table))
    assert table.level(seats=(0, 1)).winners() == [0]
    assert list(table.score().longest_path[:3]) == [0, 0, 10]


@pytest.mark.parametrize("name", BY_PATH)
def test_the_path_decides_among_those_still_tied_only(name: str) -> None:
    """Seat 2 has the longest path, but fewer tickets than 0 and 1."""
    table = Table(name, seats=3)
    complete(table, 0, 0)
    complete(table, 1, 1)
    table.routes(2, longer(table))
    first, second = table.longest_path(0), table.longest_path(1)
    assert first != second
    assert table.level().winners() == [0 if first > second else 1]


@pytest.mark.parametrize("name", BY_PATH)
def test_equal_paths_share_the_victory(name: str) -> None:
    table = Table(name)
    equal = [route for route in table.board.routes if route.length == 3]
    table.routes(0, equal[0].id).routes(1, equal[1].id)
    assert table.level().winners() == [0, 1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_then_the_fewest_stations_used(name: str) -> None:
    """Before the longest path, and whether or not a station borrows anything."""
    table = Table(name)
    cities = [city.id for city in table.board.cities]
    table.stations(0, cities[0]).stations(1, cities[1], cities[2]).routes(1, longer(table))
    assert table.borrowed(0) == table.borrowed(1) == []
    assert table.level().winners() == [0]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_then_the_longest_path_bonus(name: str) -> None:
    table = Table(name)
    cities = [city.id for city in table.board.cities]
    table.stations(0, cities[0]).stations(1, cities[1])
    table.routes(0, shorter(table)).routes(1, longer(table))
    assert table.level().winners() == [1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_a_longer_path_without_the_bonus_breaks_no_tie(name: str) -> None:
    table = Table(name, seats=3)
    table.routes(0, shorter(table)).routes(2, longer(table))
    assert table.longest_path(0) > table.longest_path(1)
    assert table.level(seats=(0, 1)).winners() == [0, 1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_two_with_the_bonus_share_the_victory(name: str) -> None:
    table = Table(name, seats=3)
    equal = [route for route in table.board.routes if route.length == 3]
    table.routes(0, equal[0].id).routes(2, equal[1].id)
    assert table.level().winners() == [0, 2]


def test_a_ticket_completed_by_a_station_counts_in_a_tie() -> None:
    table = Table("europe").tickets(0, "zurich-budapest").stations(0, "wien")
    table.routes(0, "munchen-zurich", "munchen-wien").routes(1, "budapest-wien-red", longer(table))
    assert table.level().winners() == [0]


@pytest.mark.parametrize("name", BY_TICKETS_ALONE)
def test_then_the_victory_is_shared_whatever_the_paths(name: str) -> None:
    table = Table(name)
    complete(table, 0, 0)
    complete(table, 1, 1)
    table.routes(0, longer(table))
    assert table.level().winners() == [0, 1]
