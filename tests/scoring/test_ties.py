"""E4: who wins where points are equal, board by board."""

import pytest

from carrozza import boards
from tests.scoring.finished_games import FinishedGame
from tests.scoring.journeys import JOURNEYS, complete

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


def longer(game: FinishedGame) -> str:
    return FAR_APART[game.board.map][0]


def shorter(game: FinishedGame) -> str:
    return FAR_APART[game.board.map][1]


@pytest.mark.parametrize("name", boards.names())
def test_most_points_win_whatever_else(name: str) -> None:
    game = FinishedGame(name)
    complete(game, 0, 0, 1)
    game.routes(0, longer(game)).level().points(1, int(game.state.points[1]) + 1)
    assert game.winners() == [1]


@pytest.mark.parametrize("name", boards.names())
def test_where_all_is_equal_the_victory_is_shared(name: str) -> None:
    assert FinishedGame(name, seats=4).level(seats=(0, 1, 3)).winners() == [0, 1, 3]


@pytest.mark.parametrize("name", boards.names())
def test_more_completed_tickets_break_the_tie(name: str) -> None:
    game = FinishedGame(name, seats=3)
    complete(game, 0, 0)
    complete(game, 1, 1, 2)
    assert game.level().winners() == [1]


@pytest.mark.parametrize("name", boards.names())
def test_tickets_that_were_not_completed_do_not_count(name: str) -> None:
    game = FinishedGame(name)
    complete(game, 0, 0)
    (other, *_), (third, *_) = JOURNEYS[game.board.map][1:]
    game.tickets(1, other, third)
    assert game.level().winners() == [0]


@pytest.mark.parametrize("name", boards.names())
def test_completed_tickets_go_before_everything_else(name: str) -> None:
    game = FinishedGame(name)
    complete(game, 0, 0, 1)
    complete(game, 1, 2)
    game.routes(1, longer(game))
    if game.board.rules.stations:
        game.stations(0, *(city.id for city in game.board.cities[:3]))
    assert game.level().winners() == [0]


@pytest.mark.parametrize("name", BY_PATH)
def test_then_the_longer_path_of_their_own(name: str) -> None:
    game = FinishedGame(name)
    game.routes(0, shorter(game)).routes(1, longer(game))
    assert game.level().winners() == [1]


@pytest.mark.parametrize("name", BY_PATH)
def test_the_longer_path_of_their_own_counts_though_a_third_has_the_longest(name: str) -> None:
    game = FinishedGame(name, seats=3)
    complete(game, 2, 0, 1)
    game.routes(0, shorter(game)).routes(2, longer(game))
    assert game.level(seats=(0, 1)).winners() == [0]
    assert list(game.score().longest_path[:3]) == [0, 0, 10]


@pytest.mark.parametrize("name", BY_PATH)
def test_the_path_decides_among_those_still_tied_only(name: str) -> None:
    """Seat 2 has the longest path, but fewer tickets than 0 and 1."""
    game = FinishedGame(name, seats=3)
    complete(game, 0, 0)
    complete(game, 1, 1)
    game.routes(2, longer(game))
    first, second = game.longest_path(0), game.longest_path(1)
    assert first != second
    assert game.level().winners() == [0 if first > second else 1]


@pytest.mark.parametrize("name", BY_PATH)
def test_equal_paths_share_the_victory(name: str) -> None:
    game = FinishedGame(name)
    equal = [route for route in game.board.routes if route.length == 3]
    game.routes(0, equal[0].id).routes(1, equal[1].id)
    assert game.level().winners() == [0, 1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_then_the_fewest_stations_used(name: str) -> None:
    """Before the longest path, and whether or not a station borrows anything."""
    game = FinishedGame(name)
    cities = [city.id for city in game.board.cities]
    game.stations(0, cities[0]).stations(1, cities[1], cities[2]).routes(1, longer(game))
    assert game.borrowed(0) == game.borrowed(1) == []
    assert game.level().winners() == [0]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_then_the_longest_path_bonus(name: str) -> None:
    game = FinishedGame(name)
    cities = [city.id for city in game.board.cities]
    game.stations(0, cities[0]).stations(1, cities[1])
    game.routes(0, shorter(game)).routes(1, longer(game))
    assert game.level().winners() == [1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_a_longer_path_without_the_bonus_breaks_no_tie(name: str) -> None:
    game = FinishedGame(name, seats=3)
    game.routes(0, shorter(game)).routes(2, longer(game))
    assert game.longest_path(0) > game.longest_path(1)
    assert game.level(seats=(0, 1)).winners() == [0, 1]


@pytest.mark.parametrize("name", BY_STATIONS)
def test_two_with_the_bonus_share_the_victory(name: str) -> None:
    game = FinishedGame(name, seats=3)
    equal = [route for route in game.board.routes if route.length == 3]
    game.routes(0, equal[0].id).routes(2, equal[1].id)
    assert game.level().winners() == [0, 2]


def test_a_ticket_completed_by_a_station_counts_in_a_tie() -> None:
    game = FinishedGame("europe").tickets(0, "zurich-budapest").stations(0, "wien")
    game.routes(0, "munchen-zurich", "munchen-wien").routes(1, "budapest-wien-red", longer(game))
    assert game.level().winners() == [0]


@pytest.mark.parametrize("name", BY_TICKETS_ALONE)
def test_then_the_victory_is_shared_whatever_the_paths(name: str) -> None:
    game = FinishedGame(name)
    complete(game, 0, 0)
    complete(game, 1, 1)
    game.routes(0, longer(game))
    assert game.level().winners() == [0, 1]
