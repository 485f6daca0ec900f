"""What is true of a position, against what the rules accept and against plain searches."""

import pytest

from carrozza.boards import Route
from carrozza.game import Game, IllegalMove
from carrozza.game.moves import BuildStation, Claim, Draw, Keep, PayTunnel, PlaceMarker, parse_move
from carrozza.game.payments import Paid, cheapest_first
from carrozza.game.ways import OpenWays
from tests.playing import Dice, choose, play_on, played
from tests.scoring.exhaustive import Link, leads, links, longest_trail, shortest
from tests.setups import FULL_SETUPS, SETUPS, Setup

SMALL_SETUPS = tuple(setup for setup in SETUPS if setup.seats == 2)


def refusal(game: Game, move: Claim) -> str | None:
    try:
        game.copy().play(move)
    except IllegalMove as refused:
        return refused.rule
    return None


def routes_of(game: Game, seat: str) -> list[Route]:
    return [game.board.routes[game.board.route_index[route]] for route in game.routes(seat)]


@pytest.mark.parametrize("setup", [*SMALL_SETUPS, *FULL_SETUPS], ids=str)
def test_closed_routes_are_those_the_rules_refuse_because_of_a_double(setup: Setup) -> None:
    game, dice = setup.game(3), Dice(3)
    for _ in range(6):
        play_on(game, dice, 20)
        if game.phase == "turn" and game.to_move is not None:
            refused = {route.id for route in game.board.routes if refusal(game, Claim(route.id)) in ("C5", "C6")}
            assert set(game.closed_routes(game.to_move)) == refused
            assert set(game.closed_routes()) <= refused


def test_with_two_players_a_double_is_closed_to_both_and_with_four_to_its_owner_alone() -> None:
    """C6, C5."""
    for seats, closed in ((2, ("Ada", "Bruno", None)), (4, ("Ada",))):
        game = Game("usa", seats, seed=1, first="Ada")
        while game.phase == "opening":
            game.play(Keep(game.offered(game.to_move or "")))
        game.state.hand[0] = 8
        game.play("claim boston-montreal-1 2 red")
        everybody = (*game.seats, None)
        assert tuple(seat for seat in everybody if game.closed_routes(seat) == ("boston-montreal-2",)) == closed
        assert all(not game.closed_routes(seat) for seat in everybody if seat not in closed)


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_the_fewest_tickets_to_keep_are_kept_and_fewer_refused(setup: Setup) -> None:
    """S3, K1."""
    game, dice = setup.game(2), Dice(2)
    asked = 0
    while asked < 12 and not game.finished:
        mover = game.to_move or ""
        if game.phase in ("opening", "tickets_drawn"):
            asked += 1
            fewest = game.fewest_to_keep(mover)
            assert fewest == min(len(move.tickets) for move in game.legal_moves if isinstance(move, Keep))
            with pytest.raises(IllegalMove) as refused:
                game.copy().play(Keep(game.offered(mover)[: fewest - 1]))
            assert refused.value.rule == ("S3" if game.phase == "opening" else "K1")
        game.play(choose(game, dice))
    assert all(game.fewest_to_keep(seat) == 0 for seat in game.seats if not game.offered(seat))


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_a_station_costs_its_price(setup: Setup) -> None:
    """B2; B1: none where none is left."""
    game, dice = setup.game(5), Dice(5)
    for _ in range(60):
        prices = {move.cards.total for move in game.legal_moves if isinstance(move, BuildStation) and move.cards}
        assert prices <= {game.station_price(game.to_move or 0)}
        game.play(choose(game, dice))
    for seat in game.seats:
        left = game.board.rules.stations - len(game.stations(seat))
        assert (game.station_price(seat) is None) == (left == 0) and game.stations_left(seat) == left


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_where_no_cards_are_named_the_cheapest_payment_is_played(setup: Setup) -> None:
    game, dice = setup.game(6), Dice(6)
    for _ in range(60):
        claims = [move for move in game.legal_moves if isinstance(move, Claim)]
        for route in {claim.route for claim in claims}:
            trial = game.copy()
            trial.play(Claim(route))
            payments = [claim for claim in claims if claim.route == route]
            assert trial.history[-1].move == cheapest_first(payments, game.hand(game.to_move or 0))[0]
        if game.finished:
            return
        game.play(choose(game, dice))


@pytest.mark.slow
@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_texts_list_the_payments_for_one_thing_from_the_cheapest_on(setup: Setup) -> None:
    game, dice = setup.game(6), Dice(6)
    while not game.finished and len(game.history) < 120:
        hand = game.hand(game.to_move or 0)
        for kind in (Claim, BuildStation, PlaceMarker, PayTunnel):
            paid = [move for move in map(parse_move, game.legal_moves.texts) if isinstance(move, kind)]
            for thing in {thing_of(move) for move in paid}:
                payments = [move for move in paid if thing_of(move) == thing]
                assert payments == cheapest_first(payments, hand)
        assert sorted(game.legal_moves.texts) == sorted(map(str, game.legal_moves))
        game.play(choose(game, dice))


def thing_of(move: Paid) -> tuple[type[Paid], str]:
    return type(move), getattr(move, "route", getattr(move, "city", ""))


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_the_way_of_a_ticket_is_the_cheapest_over_own_and_free_routes(setup: Setup) -> None:
    searched = 0
    for seed, moves in ((1, 0), (2, 40), (3, 80)):
        game = played(setup, seed, moves)
        for seat in game.seats:
            own = {route.id: route for route in routes_of(game, seat)}
            taken = {*game.closed_routes(seat), *(route for name in game.seats for route in game.routes(name))}
            free = [route for route in game.board.routes if route.id not in taken]
            network = [Link(route.a, route.b, 0) for route in own.values()] + links(free)
            ways = OpenWays(game, seat)
            for ticket in (*game.tickets(seat), *game.offered(seat)):
                found = game.board.tickets[game.board.ticket_index[ticket]]
                trains = shortest(network, found.a, found.b)
                completed = ticket in ways.completed
                assert ways.trains_to_go(ticket) == (0 if completed else trains)
                way = [game.board.routes[game.board.route_index[route]] for route in ways.way(ticket)]
                if trains is None and not completed:
                    assert way == []
                    continue
                assert leads(way, found.a, found.b)
                if completed:
                    continue
                assert sum(route.length for route in way if route.id not in own) == trains
                assert {route.id for route in way} <= {*own, *(route.id for route in free)}
                searched += 1
    assert searched > 10


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_a_view_knows_its_ways_as_the_game_does(setup: Setup) -> None:
    """So nothing hidden is in them."""
    for moves in (0, 30, 60):
        game = played(setup, 8, moves)
        for seat in game.seats:
            ways, seen = OpenWays(game, seat), OpenWays(game.view(seat), seat)
            tickets = (*game.tickets(seat), *game.offered(seat))
            assert [ways.way(ticket) for ticket in tickets] == [seen.way(ticket) for ticket in tickets]
            assert ways.completed == seen.completed
            assert game.closed_routes(seat) == game.view(seat).closed_routes(seat)


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_the_final_scores_say_over_which_routes(setup: Setup) -> None:
    """E3, K5, B5."""
    game = played(setup, seed=1)
    routes = {route.id: route for route in game.board.routes}
    for seat, score in game.scores().items():
        own = set(game.routes(seat))
        path = [routes[route] for route in score.longest_path_routes]
        assert sum(route.length for route in path) == score.longest_path_length == longest_trail(links(path))
        assert len(set(score.longest_path_routes)) == len(path) and set(score.longest_path_routes) <= own
        assert tuple(score.ways) == score.tickets_completed
        for ticket, way in score.ways.items():
            found = game.board.tickets[game.board.ticket_index[ticket]]
            assert leads([routes[route] for route in way], found.a, found.b)
            assert set(way) <= own | set(score.borrowed)


def opened(seats: int = 2) -> Game:
    game = Game("usa", seats, seed=1, first="Ada")
    while game.phase == "opening":
        game.play(game.legal_moves[0])
    return game


def test_a_move_that_reveals_nothing_may_be_taken_back_by_its_player() -> None:
    game = opened()
    seat = game.to_move or ""
    game.play(Draw(game.row[0] if game.row[0] != "locomotive" else game.row[-1]))
    assert not game.can_undo(seat), "a card came from the deck into the row"
    game = opened()
    game.state.hand[0] = 8
    game.play("claim boston-montreal-1 2 red")
    assert game.can_undo("Ada") and not game.can_undo("Bruno")
    game.play("draw deck")
    assert not game.can_undo("Ada") and not game.can_undo("Bruno")


def test_the_choice_that_ends_the_opening_cannot_be_taken_back() -> None:
    """All others' choices have come into force with it (S3)."""
    game = Game("usa", 2, seed=1)
    assert not game.can_undo("Ada")
    game.play(game.legal_moves_of("Ada")[0], "Ada")
    assert game.can_undo("Ada") and not game.can_undo("Bruno")
    game.play(game.legal_moves_of("Bruno")[0], "Bruno")
    assert not game.can_undo("Bruno")
