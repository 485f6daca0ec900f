"""Listing, membership and playing agree: what is legal is decided once."""

from collections.abc import Container, Iterator

import pytest

from carrozza.game import Game, IllegalMove, Move
from carrozza.game.errors import UnknownName
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from tests.playing import Dice, play_on
from tests.samples import samples
from tests.setups import FULL_SETUPS, Setup


def moments(setup: Setup) -> Iterator[Game]:
    game, dice = setup.game(11), Dice(11)
    while not game.finished:
        play_on(game, dice, 130 // samples(10))
        yield game


def conceivable(game: Game) -> Iterator[Move]:
    """Moves that might be legal, with the cards left to be chosen."""
    yield from (Claim(route.id) for route in game.board.routes)
    yield from (Draw(kind) for kind in (*game.names.kinds, "deck"))
    for city in game.board.cities:
        yield from (kind(city.id) for kind in (BuildStation, PlaceMarker, MoveAlvin, Start))
    yield from (DrawTickets(), PayTunnel(), Decline(), NoMarker(), Pass())


def is_accepted(game: Game, move: Move | str) -> bool:
    try:
        game.copy().play(move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_every_move_that_is_listed_is_a_member_and_is_accepted(setup: Setup) -> None:
    for game in moments(setup):
        legal = game.legal_moves
        texts: Container[object] = legal
        assert len(legal) == len(list(legal)) == len(set(legal))
        for move in legal:
            assert move in legal
            assert str(move) in texts
            assert game.is_legal(move) and game.is_legal(str(move), game.to_move)
            assert is_accepted(game, str(move))


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_a_move_without_its_cards_is_a_member_where_it_is_accepted(setup: Setup) -> None:
    for game in moments(setup):
        for move in conceivable(game):
            assert (move in game.legal_moves) == is_accepted(game, move), move
            assert game.is_legal(str(move)) == game.is_legal(move)


def test_nothing_is_legal_for_those_who_do_not_decide() -> None:
    game = play_on(FULL_SETUPS[0].game(1), Dice(1), 20)
    for seat in game.seats:
        if seat not in game.undecided:
            assert len(game.legal_moves_of(seat)) == 0
            assert not game.is_legal("draw deck", seat)


def test_finishing_is_agreed_upon_and_never_listed() -> None:
    game = Game("usa", seed=1)
    assert Finish() not in game.legal_moves
    game.finish()
    assert len(game.legal_moves) == 0


@pytest.mark.parametrize("text", ["", "fly", "claim here-there", "draw mauve", "claim boston-montreal-1 two red"])
def test_what_is_no_move_is_not_legal(text: str) -> None:
    legal: Container[object] = Game("usa", seed=1).legal_moves
    assert text not in legal


@pytest.mark.parametrize("text", ["claim here-there", "station here", "start here", "marker here 2 red", "alvin here"])
def test_an_unknown_name_is_said_before_what_the_rules_refuse(text: str) -> None:
    with pytest.raises(UnknownName, match="'here"):
        Game("europe", seed=1).play(text, "Ada")


def test_what_is_no_move_at_all_is_a_type_error() -> None:
    game = Game("usa", seed=1)
    with pytest.raises(TypeError, match="a move is a text or a move"):
        game.play(None)  # type: ignore[arg-type]
