"""The generators: SplitMix64 for short seeds, as ever, and SipHash-2-4 for long ones, as published."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.kernel.board import Board
from carrozza.kernel.chance import siphash
from carrozza.kernel.imagine import imagine
from carrozza.kernel.layout import KINDS
from carrozza.kernel.seeds import SEEDS, SHORT, check_seed, secret_seed
from carrozza.kernel.setup import empty_table, new_game, set_up
from carrozza.kernel.state import WATCHER, State, blank_state
from carrozza.kernel.view import make_view
from tests.laws.play import raw
from tests.setups import SETUPS, Setup, compiled, everywhere

WORD = (1 << 64) - 1
KEY = bytes(range(16))
LONG = int.from_bytes(KEY, "little")

words = st.integers(0, WORD)
long_seeds = st.integers(SHORT, SEEDS - 1)


def turned(word: int, places: int) -> int:
    return (word << places | word >> (64 - places)) & WORD


def sip_round(v: list[int]) -> None:
    v[0] = v[0] + v[1] & WORD
    v[1] = turned(v[1], 13) ^ v[0]
    v[0] = turned(v[0], 32)
    v[2] = v[2] + v[3] & WORD
    v[3] = turned(v[3], 16) ^ v[2]
    v[0] = v[0] + v[3] & WORD
    v[3] = turned(v[3], 21) ^ v[0]
    v[2] = v[2] + v[1] & WORD
    v[1] = turned(v[1], 17) ^ v[2]
    v[2] = turned(v[2], 32)


def siphash_of_bytes(key: bytes, message: bytes) -> int:
    """SipHash-2-4 of any message, step by step as its authors describe it."""
    halves = [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")]
    v = [half ^ int.from_bytes(text, "big") for half, text in zip(halves * 2, START, strict=True)]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        sip_round(v)
        sip_round(v)
        v[0] ^= word
    v[2] ^= 0xFF
    for _ in range(4):
        sip_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


START = (b"somepseu", b"dorandom", b"lygenera", b"tedbytes")


@pytest.mark.parametrize(
    ("length", "published"),
    [(0, 0x726FDB47DD0E0E31), (1, 0x74F839C593DC67FD), (8, 0x93F5F5799A932462), (15, 0xA129CA6149BE45E5)],
)
def test_the_description_gives_the_published_numbers(length: int, published: int) -> None:
    """Key 00 to 0f, message 00, 01 and so on: from the paper and its reference implementation."""
    assert siphash_of_bytes(KEY, bytes(range(length))) == published


@given(st.binary(min_size=16, max_size=16), words)
def test_the_kernel_does_as_the_description(key: bytes, word: int) -> None:
    low, high = (np.uint64(int.from_bytes(half, "little")) for half in (key[:8], key[8:]))
    assert siphash(low, high, np.uint64(word)) == siphash_of_bytes(key, word.to_bytes(8, "little"))


def numbers_of(seed: int) -> Iterator[int]:
    """What the generator of a long seed gives: the seed is the key, the counter begins at 1."""
    counter = 1
    while True:
        yield siphash_of_bytes(seed.to_bytes(16, "little"), counter.to_bytes(8, "little"))
        counter += 1


def below(limit: int, numbers: Iterator[int]) -> int:
    """Lemire's method, in whole numbers."""
    while True:
        product = (next(numbers) >> 32) * limit
        if product % 2**32 >= 2**32 % limit:
            return product >> 32


def dealt_by_hand(board: Board, seats: int, seed: int) -> tuple[int, list[list[int]]]:
    """Who starts, and the hands: all cards in order, exchanged from the last place on, then dealt from the top."""
    numbers = numbers_of(seed)
    first = below(seats, numbers)
    deck = [kind for kind in range(KINDS) for _ in range(board.cards[kind])]
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, numbers)
        deck[last], deck[other] = deck[other], deck[last]
    hands = [[deck.pop() for _ in range(board.opening_hand)] for _ in range(seats)]
    return first, [[hand.count(kind) for kind in range(KINDS)] for hand in hands]


@everywhere
def test_a_long_seed_deals_what_its_numbers_say(setup: Setup) -> None:
    state = new_game(setup.compiled, setup.seats, LONG, -1)
    first, hands = dealt_by_hand(setup.compiled, setup.seats, LONG)
    assert state.first == first
    assert state.hand[: setup.seats].tolist() == hands


@given(st.integers(-WORD, WORD), st.integers(-1, 3))
def test_a_short_seed_deals_as_ever(seed: int, first: int) -> None:
    board, state = compiled("europe", ()), blank_state()
    set_up(board, state, 4, np.uint64(seed % 2**64), first)
    assert raw(new_game(board, 4, seed, first)) == raw(state)
    assert not state.key_low and not state.key_high


def test_a_deal_of_a_long_seed_never_changes() -> None:
    """Where it changes, old records no longer replay."""
    state = new_game(SETUPS[0].compiled, 2, LONG, -1)
    assert state.first == 0
    assert state.hand[:2].tolist() == [[1, 1, 1, 0, 0, 0, 1, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0, 0]]
    assert state.row.tolist() == [0, 0, 1, 0, 1, 1, 0, 0, 2]
    assert state.deck[:10].tolist() == [7, 4, 8, 7, 8, 4, 7, 3, 8, 7]
    assert state.offered[:2, :3].tolist() == [[12, 29, 8], [3, 14, 27]]


@pytest.mark.parametrize("change", [1, 1 << 63, 1 << 64, 1 << 127])
def test_every_bit_of_a_long_seed_counts(change: int) -> None:
    board = compiled("usa", ())
    one, other = (new_game(board, 2, seed, 0) for seed in (LONG, LONG ^ change))
    assert raw(one.deck) != raw(other.deck) and raw(one.ticket_deck) != raw(other.ticket_deck)


def test_a_seed_of_more_than_128_bits_is_refused() -> None:
    check_seed(SEEDS - 1)
    for seed in (SEEDS, SEEDS**2):
        with pytest.raises(ValueError, match=f"at most 128 bits: it must be below {SEEDS}"):
            empty_table(compiled("usa", ()), 2, seed)


def test_secret_seeds_are_long_and_differ() -> None:
    seeds = {secret_seed() for _ in range(1000)}
    assert len(seeds) == 1000 and all(SHORT <= seed < SEEDS for seed in seeds)
    ones = [sum(seed >> place & 1 for seed in seeds) for place in range(128)]
    assert min(ones) > 300 and max(ones) < 700, "every bit is drawn"


def halves(state: State) -> tuple[int, int]:
    return int(state.key_low), int(state.key_high)


@given(long_seeds, st.sampled_from((0, 1, 2, WATCHER)))
def test_no_view_holds_the_key_and_no_imagined_world_does(seed: int, viewer: int) -> None:
    board = compiled("usa", ())
    state, view = new_game(board, 3, seed, -1), blank_state()
    assert halves(state) == (seed % SHORT, seed >> 64)
    make_view(state, viewer, view)
    assert halves(view) == halves(imagine(board, view, 1)) == (0, 0)
    view.key_low, view.key_high = state.key_low, state.key_high
    assert halves(imagine(board, view, 1)) == (0, 0), "it is cleared, should there ever be one"
