"""How far it still is, and which routes help."""

import numpy as np
import pytest

from carrozza.boards import Route
from carrozza.game import Game
from carrozza.game.moves import Keep
from carrozza.game.ways import OpenWays


def usa(*tickets: str, seats: int = 2) -> Game:
    """A game in which Ada holds these tickets."""
    game = Game("usa", seats, seed=1)
    while game.phase == "opening":
        game.play(Keep(game.offered(game.to_move or "")))
    game.state.tickets[0] = np.uint64(sum(1 << game.names.ticket_number(ticket) for ticket in tickets))
    return game


def give(game: Game, seat: int, *routes: str) -> None:
    """Lay a player's trains there, and close the routes to the others (C1, C6)."""
    for route in routes:
        number = game.names.route_number(route)
        word, bit = number // 64, np.uint64(1 << number % 64)
        game.state.owned[seat, word] |= bit
        game.state.free[:, word] &= ~bit


def test_an_untouched_board_takes_the_shortest_way() -> None:
    ways = OpenWays(usa("denver-el-paso"), "Ada")
    assert ways.trains_to_go("denver-el-paso") == 4
    assert ways.completed == frozenset()


def test_own_routes_shorten_the_way_and_complete_it() -> None:
    game = usa("denver-el-paso")
    give(game, 0, "denver-santa-fe")
    assert OpenWays(game, "Ada").trains_to_go("denver-el-paso") == 2
    give(game, 0, "el-paso-santa-fe")
    ways = OpenWays(game, "Ada")
    assert ways.trains_to_go("denver-el-paso") == 0
    assert ways.completed == {"denver-el-paso"}


def test_another_players_route_must_be_gone_round() -> None:
    game = usa("denver-el-paso")
    give(game, 1, "el-paso-santa-fe")
    longer = OpenWays(game, "Ada").trains_to_go("denver-el-paso")
    assert longer is not None and longer > 4


def test_no_way_may_be_left() -> None:
    game = usa("boston-miami")
    around = [route.id for route in game.board.routes if "boston" in (route.a, route.b)]
    give(game, 1, *around)
    ways = OpenWays(game, "Ada")
    assert ways.trains_to_go("boston-miami") is None
    assert all(not ways.helps(route.id) for route in game.board.routes)


def test_a_route_helps_the_tickets_on_whose_cheapest_ways_it_lies() -> None:
    game = usa("denver-el-paso", "boston-miami")
    ways = OpenWays(game, "Ada")
    assert ways.helps("denver-santa-fe") == ("denver-el-paso",)
    assert ways.helps("el-paso-santa-fe") == ("denver-el-paso",)
    assert ways.helps("calgary-vancouver") == ()
    give(game, 0, "denver-santa-fe", "el-paso-santa-fe")
    ways = OpenWays(game, "Ada")
    assert all("denver-el-paso" not in ways.helps(route.id) for route in game.board.routes)


def helpful_routes(game: Game, ticket: str) -> list[Route]:
    ways = OpenWays(game, "Ada")
    return [route for route in game.board.routes if ticket in ways.helps(route.id)]


@pytest.mark.parametrize("board", ["usa", "europe", "new-york", "italy-basic", "old-west"])
def test_helpful_routes_make_up_whole_ways(board: str) -> None:
    """Claiming the helpful routes of a ticket one by one, as many trains as foretold complete it."""
    game = Game(board, 2, seed=3)
    while game.phase == "opening":
        game.play(Keep(game.offered(game.to_move or "")))
    for ticket in game.tickets("Ada"):
        game.state.owned[0] = 0
        foretold = OpenWays(game, "Ada").trains_to_go(ticket)
        laid = 0
        while helpful := helpful_routes(game, ticket):
            give(game, 0, helpful[0].id)
            laid += helpful[0].length
        assert laid == foretold
        assert ticket in OpenWays(game, "Ada").completed
        number = len(game.board.routes)
        for route in range(number):
            game.state.free[:, route // 64] |= np.uint64(1 << route % 64)
