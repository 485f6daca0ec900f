"""The notation of moves: what is written is what is read."""

import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.game import Cards, Move, parse_move
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)

names = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True)
KINDS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black", "white", "locomotive")
WORDS = ("keep", "start", "draw", "claim", "pay", "station", "marker", "no", "pass", "red", "2", "-1", "0", "paris")
cards = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 9), min_size=1).map(Cards)
cards_or_none = st.none() | cards

MOVES: dict[type[Move], st.SearchStrategy[Move]] = {
    Keep: st.builds(Keep, st.lists(names, max_size=5).map(tuple)),
    Start: st.builds(Start, names),
    Draw: st.builds(Draw, st.sampled_from((*KINDS, "deck"))),
    DrawTickets: st.just(DrawTickets()),
    Claim: st.builds(Claim, names, cards_or_none),
    PayTunnel: st.builds(PayTunnel, cards_or_none),
    Decline: st.just(Decline()),
    BuildStation: st.builds(BuildStation, names, cards_or_none),
    MoveAlvin: st.builds(MoveAlvin, names),
    PlaceMarker: st.builds(PlaceMarker, names, cards_or_none),
    NoMarker: st.just(NoMarker()),
    Pass: st.just(Pass()),
    Finish: st.just(Finish()),
}


def test_every_sort_of_move_is_tried() -> None:
    assert set(MOVES) == set(typing.get_args(Move))


@given(st.one_of(*MOVES.values()))
def test_a_move_prints_and_parses_to_itself(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert hash(parse_move(str(move))) == hash(move)


@given(st.one_of(*MOVES.values()))
def test_spaces_do_no_harm(move: Move) -> None:
    assert parse_move("  " + str(move).replace(" ", "   ") + " ") == move


@given(st.text() | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
def test_any_text_is_a_move_or_is_refused_in_words(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError as refused:
        assert str(refused)
    else:
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("keep boston-miami denver-el-paso", Keep(("boston-miami", "denver-el-paso"))),
        ("start denver", Start("denver")),
        ("draw red", Draw("red")),
        ("draw deck", Draw("deck")),
        ("draw tickets", DrawTickets()),
        ("claim denver-el-paso", Claim("denver-el-paso")),
        ("claim boston-montreal-1 1 red 1 locomotive", Claim("boston-montreal-1", Cards({"red": 1, "locomotive": 1}))),
        ("pay 2 white", PayTunnel(Cards({"white": 2}))),
        ("pay", PayTunnel()),
        ("decline", Decline()),
        ("station paris 1 blue", BuildStation("paris", Cards({"blue": 1}))),
        ("alvin denver", MoveAlvin("denver")),
        ("marker denver 2 red", PlaceMarker("denver", Cards({"red": 2}))),
        ("no marker", NoMarker()),
        ("pass", Pass()),
        ("finish", Finish()),
    ],
)
def test_the_notation(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a move begins with one of keep, start, draw, claim"),
        ("   ", "a move begins with one of"),
        ("fly paris", "no move 'fly paris': a move begins with one of"),
        ("Claim paris-roma", "a move begins with one of"),
        ("start", "expected one city, found nothing"),
        ("start las vegas", "expected one city, found 'las vegas'"),
        ("draw", "expected one card, found nothing"),
        ("draw red blue", "expected one card, found 'red blue'"),
        ("claim", "expected one route, found nothing"),
        ("claim paris-roma red", "such as '2 red 1 locomotive'"),
        ("claim paris-roma two red", "expected a number of red cards, found 'two'"),
        ("claim paris-roma 0 red", "expected a number of red cards, found '0'"),
        ("pay red", "such as '2 red 1 locomotive'"),
        ("station", "expected one city, found nothing"),
        ("station paris blue", "such as '2 red 1 locomotive'"),
        ("alvin", "expected one city, found nothing"),
        ("marker", "expected one city, found nothing"),
        ("no", "expected 'no marker'"),
        ("no thanks", "expected 'no marker'"),
        ("decline it", "nothing follows here, but 'it' does"),
        ("pass on", "nothing follows here, but 'on' does"),
        ("finish now", "nothing follows here, but 'now' does"),
    ],
)
def test_what_is_no_move_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse_move(text)
    assert told in str(refused.value)
