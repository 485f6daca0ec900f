"""B4-B6: what stations are worth, and which routes they borrow, against every choice there is."""

from random import Random

import pytest

from carrozza import boards
from tests.samples import samples
from tests.scoring.finished_games import FinishedGame
from tests.scoring.networks import made_up, random_board
from tests.scoring.positions import Position

BOARDS = ("europe", "italy-advanced")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_on_every_board_with_stations_no_choice_is_better(name: str, seats: int) -> None:
    random = Random(f"{name} {seats}")
    game = FinishedGame(name, seats)
    borrowed = [
        Position(game.board, random, seats, random.randint(5, 14)).check(game) for _ in range(samples(600) // seats)
    ]
    assert sum(borrowed) > samples(15), "stations must be of use in these positions"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_where_stations_are_of_much_use_no_choice_is_better(name: str, seats: int) -> None:
    random = Random(f"{name} {seats}")
    borrowed = 0
    for _ in range(samples(400) // seats):
        position = Position(boards.load(name), random, seats, random.randint(3, 8))
        position.aim_tickets(random)
        borrowed += position.check(FinishedGame(position.board, seats))
    assert borrowed >= samples(80)


@pytest.mark.parametrize("seed", range(20))
def test_on_small_dense_boards_no_choice_is_better(seed: int) -> None:
    random = Random(seed)
    for _ in range(samples(15)):
        board = random_board(random, stations=3)
        seats = random.randint(2, 5)
        position = Position(board, random, seats, random.randint(1, 6))
        if random.random() < 0.5:
            position.aim_tickets(random)
        position.check(FinishedGame(position.board, seats))


def half_way_to_budapest() -> FinishedGame:
    """Ada wants to go from Zurich to Budapest and has come as far as Wien; the last route is Bruno's."""
    game = FinishedGame("europe").tickets(0, "zurich-budapest").routes(0, "munchen-zurich", "munchen-wien")
    return game.routes(1, "budapest-wien-red")


def test_k5_another_players_route_does_not_complete_a_ticket() -> None:
    assert half_way_to_budapest().score().tickets[0] == -6


@pytest.mark.parametrize("city", ["wien", "budapest"])
def test_b5_a_station_at_either_end_borrows_the_route(city: str) -> None:
    game = half_way_to_budapest().stations(0, city)
    assert game.score().tickets[0] == 6
    assert game.borrowed(0) == ["budapest-wien-red"]


@pytest.mark.parametrize("city", ["zurich", "munchen", "zagrab"])
def test_b5_a_station_borrows_only_what_ends_in_its_city(city: str) -> None:
    game = half_way_to_budapest().stations(0, city)
    assert game.score().tickets[0] == -6
    assert game.borrowed(0) == []


def test_b5_a_free_route_cannot_be_borrowed() -> None:
    game = FinishedGame("europe").tickets(0, "zurich-budapest").routes(0, "munchen-zurich", "munchen-wien")
    assert game.stations(0, "wien").score().tickets[0] == -6


def test_b5_another_players_station_is_of_no_use() -> None:
    assert half_way_to_budapest().stations(1, "wien").score().tickets[0] == -6


def between_petrograd_and_sochi() -> FinishedGame:
    """Two tickets from Kyiv; the first route of either way is Bruno's."""
    game = FinishedGame("europe").tickets(0, "kyiv-petrograd", "kyiv-sochi")
    game.routes(0, "petrograd-wilno", "kharkov-rostov", "rostov-sochi")
    return game.routes(1, "kyiv-wilno", "kharkov-kyiv")


def test_b5_one_station_borrows_one_route_for_all_tickets() -> None:
    game = between_petrograd_and_sochi().stations(0, "kyiv")
    assert game.score().tickets[0] == 8 - 6
    assert game.borrowed(0) == ["kharkov-kyiv"]
    assert game.completed(0) == {"kyiv-sochi"}


def test_b5_two_stations_borrow_two_routes() -> None:
    game = between_petrograd_and_sochi().stations(0, "kyiv", "wilno")
    assert game.score().tickets[0] == 8 + 6
    assert sorted(game.borrowed(0)) == ["kharkov-kyiv", "kyiv-wilno"]


def test_b5_a_way_may_lead_over_borrowed_routes_alone() -> None:
    game = FinishedGame("europe", seats=3).tickets(0, "kyiv-petrograd").stations(0, "kyiv", "petrograd")
    game.routes(1, "kyiv-wilno").routes(2, "petrograd-wilno")
    assert game.score().tickets[0] == 6
    assert sorted(game.borrowed(0)) == ["kyiv-wilno", "petrograd-wilno"]


def test_b5_the_greater_total_goes_before_more_tickets() -> None:
    """One route leads to a ticket of 12, the other to two tickets of 5."""
    game = FinishedGame(made_up([(0, n, 1) for n in range(1, 5)], [(1, 3, 12), (1, 4, 5), (2, 4, 5)], stations=3))
    game.tickets(0, "t0", "t1", "t2").stations(0, "c0").routes(0, "r0", "r1").routes(1, "r2", "r3")
    assert game.score().tickets[0] == 12 - 5 - 5
    assert game.completed(0) == {"t0"}


def test_b5_on_equal_totals_the_most_tickets_are_completed() -> None:
    game = (
        FinishedGame("europe")
        .stations(0, "constantinople")
        .tickets(0, "angora-kharkov", "sofia-smyrna", "athina-angora")
    )
    game.routes(0, "angora-constantinople", "bucuresti-constantinople", "bucuresti-sofia", "athina-smyrna")
    game.routes(0, "kharkov-rostov", "rostov-sevastopol")
    game.routes(1, "constantinople-sevastopol", "constantinople-smyrna")
    assert game.score().tickets[0] == 5 + 5 - 10
    assert game.completed(0) == {"sofia-smyrna", "athina-angora"}


def test_b5_nothing_is_borrowed_in_vain() -> None:
    game = half_way_to_budapest().stations(0, "wien", "budapest", "london").routes(1, "dieppe-london-1")
    assert game.score().tickets[0] == 6
    assert game.borrowed(0) == ["budapest-wien-red"]


def test_b5_a_ticket_completed_without_help_borrows_nothing() -> None:
    game = half_way_to_budapest().routes(0, "budapest-wien-white").stations(0, "wien")
    assert game.score().tickets[0] == 6
    assert game.borrowed(0) == []


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_b4_each_station_left_is_worth_four_points(name: str, built: int) -> None:
    game = FinishedGame(name)
    game.stations(0, *(city.id for city in game.board.cities[:built]))
    scores = game.score()
    assert (scores.stations[0], scores.stations[1]) == (4 * (3 - built), 12)
    assert (scores.total[0], scores.total[1]) == (4 * (3 - built), 12)


@pytest.mark.parametrize("name", ["usa", "new-york", "italy-basic", "old-west"])
def test_b4_without_stations_in_play_there_is_nothing_to_be_left(name: str) -> None:
    assert list(FinishedGame(name).score().stations[:2]) == [0, 0]


def test_b6_a_borrowed_route_is_not_in_the_longest_path() -> None:
    game = half_way_to_budapest().stations(0, "wien")
    assert game.borrowed(0) == ["budapest-wien-red"]
    assert (game.longest_path(0), game.longest_path(1)) == (2 + 3, 1)
