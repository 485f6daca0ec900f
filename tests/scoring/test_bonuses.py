"""The end bonuses: longest path (E3), Globetrotter (W6), tourist attractions (N1)."""

import pytest

from carrozza import boards
from tests.scoring.finished_games import FinishedGame
from tests.scoring.journeys import complete

WITH_LONGEST_PATH = ("usa", "europe", "italy-basic", "italy-advanced")
WITHOUT_LONGEST_PATH = ("new-york", "old-west")


def routes_of_length(game: FinishedGame, length: int, many: int) -> list[str]:
    """Routes of one length that touch nowhere."""
    chosen: list[boards.Route] = []
    for route in game.board.routes:
        if route.length == length and all(not route.ends & other.ends for other in chosen):
            chosen.append(route)
    return [route.id for route in chosen[:many]]


@pytest.mark.parametrize("name", WITH_LONGEST_PATH)
def test_e3_the_longest_path_earns_ten_points(name: str) -> None:
    game = FinishedGame(name, seats=3)
    (two,), (three,) = routes_of_length(game, 2, 1), routes_of_length(game, 3, 1)
    scores = game.routes(0, two).routes(1, three).score()
    assert list(scores.longest_path_length[:3]) == [2, 3, 0]
    assert list(scores.longest_path[:3]) == [0, 10, 0]


@pytest.mark.parametrize("name", WITH_LONGEST_PATH)
def test_e3_all_players_tied_for_it_get_the_ten_points(name: str) -> None:
    game = FinishedGame(name, seats=4)
    (two,), threes = routes_of_length(game, 2, 1), routes_of_length(game, 3, 3)
    game.routes(0, threes[0]).routes(1, threes[1]).routes(2, two).routes(3, threes[2])
    assert list(game.score().longest_path[:4]) == [10, 10, 0, 10]


@pytest.mark.parametrize("name", WITH_LONGEST_PATH)
def test_e3_a_length_of_zero_earns_nothing(name: str) -> None:
    scores = FinishedGame(name, seats=5).score()
    assert list(scores.longest_path[:5]) == [0] * 5


@pytest.mark.parametrize("name", WITH_LONGEST_PATH)
def test_e3_more_trains_in_pieces_are_no_longer_path(name: str) -> None:
    game = FinishedGame(name)
    (four,), threes = routes_of_length(game, 4, 1), routes_of_length(game, 3, 4)
    scores = game.routes(0, *threes).routes(1, four).score()
    assert list(scores.longest_path[:2]) == [0, 10]


def test_e3_a_rivals_route_does_not_continue_ones_path() -> None:
    game = FinishedGame("usa").routes(0, "seattle-vancouver-1", "helena-seattle").routes(1, "calgary-helena")
    assert (game.longest_path(0), game.longest_path(1)) == (7, 4)


@pytest.mark.parametrize("name", WITHOUT_LONGEST_PATH)
def test_w8_n1_boards_without_longest_path(name: str) -> None:
    game = FinishedGame(name)
    scores = game.routes(0, *routes_of_length(game, 2, 3)).score()
    assert list(scores.longest_path[:2]) == [0, 0]
    assert list(scores.longest_path_length[:2]) == [0, 0]


def test_w6_globetrotter_is_the_player_with_the_most_completed_tickets() -> None:
    """However little they are worth."""
    game = complete(FinishedGame("old-west", seats=3), 0, 0, 1)
    complete(game, 1, 2)
    game.tickets(1, "spokane-phoenix", "seattle-roswell").tickets(2, "bend-las-vegas")
    scores = game.score()
    assert list(scores.globetrotter[:3]) == [15, 0, 0]
    assert [len(game.completed(seat)) for seat in range(3)] == [2, 1, 0]


def test_w6_each_of_those_tied_is_globetrotter() -> None:
    game = complete(FinishedGame("old-west", seats=3), 0, 0)
    complete(game, 2, 2)
    assert list(game.score().globetrotter[:3]) == [15, 0, 15]


def test_w6_nobody_is_globetrotter_without_a_completed_ticket() -> None:
    game = FinishedGame("old-west", seats=3).tickets(0, "bend-las-vegas")
    assert list(game.score().globetrotter[:3]) == [0, 0, 0]


@pytest.mark.parametrize("name", ["usa", "europe", "new-york", "italy-basic", "italy-advanced"])
def test_w6_only_old_west_knows_globetrotter(name: str) -> None:
    game = complete(FinishedGame(name), 0, 0, 1)
    assert len(game.completed(0)) == 2
    assert list(game.score().globetrotter[:2]) == [0, 0]


def test_n1_an_attraction_counts_once_however_many_routes_reach_it() -> None:
    game = FinishedGame("new-york").routes(0, "chelsea-soho")
    assert game.score().attractions[0] == 1
    game.routes(0, "chelsea-midtown-west")
    assert game.score().attractions[0] == 1


def test_n1_both_ends_of_a_route_may_be_attractions() -> None:
    assert FinishedGame("new-york").routes(0, "brooklyn-chinatown-red").score().attractions[0] == 2


def test_n1_a_route_without_attractions_earns_none() -> None:
    assert FinishedGame("new-york").routes(0, "lincoln-center-midtown-west").score().attractions[0] == 0


def test_n1_two_players_may_reach_the_same_attraction() -> None:
    game = FinishedGame("new-york").routes(0, "chelsea-soho").routes(1, "chelsea-midtown-west")
    assert list(game.score().attractions[:2]) == [1, 1]


def test_n1_the_routes_need_not_hang_together() -> None:
    game = FinishedGame("new-york").routes(
        0, "chelsea-soho", "central-park-lincoln-center", "brooklyn-wall-street-blue"
    )
    assert game.score().attractions[0] == 1 + 1 + 2


def test_n1_all_nine() -> None:
    game = FinishedGame("new-york").routes(0, "brooklyn-chinatown-red", "chinatown-wall-street-green")
    game.routes(0, "central-park-times-square-red", "chelsea-empire-state-building-1")
    game.routes(0, "empire-state-building-united-nations", "greenwich-village-soho")
    assert game.score().attractions[0] == 9


def test_e2_the_parts_add_up() -> None:
    game = complete(FinishedGame("old-west"), 0, 0).tickets(0, "bend-las-vegas").points(0, 18)
    scores = game.score()
    assert (scores.routes[0], scores.tickets[0], scores.globetrotter[0]) == (18, 4 - 10, 15)
    assert scores.total[0] == 18 + 4 - 10 + 15
