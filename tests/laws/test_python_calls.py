"""Rules called from Python: with records of one's own, or with one of an array, to the same effect."""

import copy
import pickle
import signal

import numpy as np
import pytest

from carrozza.kernel.actions import WORDS
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import INTERPRETED
from carrozza.kernel.layout import blank
from carrozza.kernel.legal import legal
from carrozza.kernel.scoring import Scores
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OPENING, STATE, State, blank_state, copied
from carrozza.kernel.turns import play
from tests.laws.play import mask_of, new_state, raw
from tests.setups import compiled

BOARD = compiled("europe", ())


def test_a_stream_of_a_seed_is_a_seed() -> None:
    for number in range(8):
        state, again = blank_state(), blank_state()
        set_up(BOARD, state, 4, stream(np.uint64(7), number), 0)
        set_up(BOARD, again, 4, np.uint64(int(stream(np.uint64(7), number))), 0)
        assert raw(state) == raw(again) != raw(blank_state())


@pytest.mark.skipif(INTERPRETED, reason="plain numbers stay as they are")
def test_a_seed_may_be_a_plain_number() -> None:
    assert stream(7, 1) == stream(np.uint64(7), 1)  # type: ignore[arg-type]
    assert isinstance(stream(7, 1), np.uint64)  # type: ignore[arg-type]


def test_a_record_of_an_array_is_played_where_it_lies() -> None:
    own, many = new_state(BOARD, 3, 5), blank(STATE, 3)
    many[1] = own.record
    (action,) = np.flatnonzero(np.unpackbits(mask_of(BOARD, many[1]).view(np.uint8), bitorder="little"))[:1]
    play(BOARD, own, int(action))
    play(BOARD, many[1], int(action))
    assert raw(many[1]) == raw(own)
    assert raw(many[0]) == raw(many[2]) == bytes(STATE.itemsize)


def test_a_record_of_an_array_is_written_through() -> None:
    many = blank(STATE, 2)
    one = State.of(many[1])
    one.phase = 3
    one.hand[1, 2] = 4
    assert (many.phase.tolist(), many.hand[1, 1, 2]) == ([0, 3], 4)
    assert State.of(one) is one


def test_fields_are_read_and_written_as_in_a_numpy_record() -> None:
    state = new_state(BOARD, 4, 9)
    theirs = state.record
    for name in STATE.names or ():
        np.testing.assert_array_equal(getattr(state, name), theirs[name])
    state.turns, state.phase, state.rng = 300, -1, np.uint64(2**64 - 1)
    state.hand[2, 3] = 7
    state.row = np.arange(9)
    assert (theirs.turns, theirs.phase, theirs.rng, theirs.hand[2, 3]) == (300, -1, 2**64 - 1, 7)
    assert theirs.row.tolist() == list(range(9))


def test_small_numbers_are_plain_and_words_wrap() -> None:
    state = new_state(BOARD, 4, 9)
    assert type(state.phase) is type(state.turns) is int
    assert isinstance(state.rng, np.uint64) and isinstance(BOARD.all_cities, np.uint64)


@pytest.mark.parametrize("way", [copied, copy.copy, copy.deepcopy, State.copy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_shares_nothing(way) -> None:  # type: ignore[no-untyped-def]
    state = new_state(BOARD, 2, 1)
    before = raw(state)
    twin = way(state)
    assert raw(twin) == before and twin.hand.tolist() == state.hand.tolist()
    twin.hand[:] = 0
    twin.phase = 5
    assert raw(state) == before


class Interrupted(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends signals")
def test_an_interrupt_surfaces_as_what_it_is() -> None:
    """Whatever it falls into: a field being read, a state being copied, a rule being called."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    state, mask = new_state(BOARD, 2, 1), np.zeros(WORDS, np.uint64)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for number in range(40):
            with pytest.raises(Interrupted):
                signal.setitimer(signal.ITIMER_REAL, 0.0005 + number * 1e-5)
                while True:
                    legal(BOARD, copied(state), mask)
                    assert state.phase == OPENING and state.hand[0].sum() > 0 and state.rng
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_record_reads_its_bytes_back() -> None:
    state = new_state(BOARD, 2, 1)
    assert raw(State.from_bytes(raw(state))) == raw(state)
    assert len(Scores().tobytes()) == Scores.dtype.itemsize
