"""Sets of cards: counts that print and parse to themselves."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.game import Cards

KINDS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black", "white", "locomotive")
counts = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 14))


@given(counts)
def test_cards_print_and_parse_to_themselves(held: dict[str, int]) -> None:
    cards = Cards(held)
    assert Cards.parse(str(cards)) == cards == held
    assert repr(cards) == f"Cards({str(cards)!r})"


@given(counts)
def test_a_count_of_zero_is_no_count(held: dict[str, int]) -> None:
    cards = Cards(held)
    assert dict(cards) == {kind: number for kind, number in held.items() if number}
    assert cards == {**dict.fromkeys(KINDS, 0), **held}
    assert cards.total == sum(held.values())
    assert cards.locomotives == held.get("locomotive", 0)
    assert set(cards.colours) == set(cards) - {"locomotive"}


@given(counts, st.randoms(use_true_random=False))
def test_the_order_of_the_counts_means_nothing(held: dict[str, int], chance: random.Random) -> None:
    shuffled = list(held.items())
    chance.shuffle(shuffled)
    assert Cards(dict(shuffled)) == Cards(held)
    assert hash(Cards(dict(shuffled))) == hash(Cards(held))
    assert str(Cards(dict(shuffled))) == str(Cards(held))


def test_colours_come_in_alphabetical_order_and_locomotives_last() -> None:
    cards = Cards({"locomotive": 1, "white": 2, "black": 3})
    assert list(cards) == ["black", "white", "locomotive"]
    assert str(cards) == "3 black 2 white 1 locomotive"
    assert cards.colours == ("black", "white")


def test_cards_are_read_like_a_mapping() -> None:
    cards = Cards({"red": 2})
    assert cards["red"] == 2
    assert cards.get("blue", 0) == 0
    assert "blue" not in cards
    assert len(cards) == 1
    with pytest.raises(KeyError):
        cards["blue"]


def test_cards_are_not_equal_to_what_is_not_cards() -> None:
    assert Cards({"red": 2}) != {"red": 1}
    assert Cards({"red": 2}) != "2 red"
    assert Cards() == {}
    assert Cards() == Cards.parse("")


def test_the_same_kind_twice_adds_up() -> None:
    assert Cards.parse("1 red 2 red") == {"red": 3}


def test_spaces_do_no_harm() -> None:
    assert Cards.parse("  2   red\t1 locomotive ") == {"red": 2, "locomotive": 1}


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("red", "written as numbers and kinds"),
        ("2 red 1", "such as '2 red 1 locomotive'"),
        ("red 2", "expected a number of 2 cards, found 'red'"),
        ("0 red", "expected a number of red cards, found '0'"),
        ("-1 red", "expected a number of red cards, found '-1'"),
        ("1.5 red", "expected a number of red cards, found '1.5'"),
        ("two red", "expected a number of red cards, found 'two'"),
        ("² red", "expected a number of red cards, found '²'"),
    ],
)
def test_what_is_no_set_of_cards_is_refused(written: str, told: str) -> None:
    with pytest.raises(ValueError) as refused:
        Cards.parse(written)
    assert told in str(refused.value)


def test_fewer_than_no_cards_are_refused() -> None:
    with pytest.raises(ValueError, match=r"below zero.*red"):
        Cards({"red": -1})
