"""An imagined state agrees with all that its viewer knows, can be played on, and each way the hidden things may lie
comes up as often as it should."""

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations
from math import comb
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carrozza.kernel.actions import DRAW, DRAW_BLIND, DRAW_TICKETS, KEEP
from carrozza.kernel.bits import ONE
from carrozza.kernel.board import Board
from carrozza.kernel.imagine import imagine
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, TICKETS, blank
from carrozza.kernel.state import NOBODY, OPENING, STATE, TURN, WATCHER, State, blank_state
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.laws.crafted import table_with
from tests.laws.loops import imagine_each
from tests.laws.play import STYLES, Game, alone, bits_of, mask_of, new_state, played, played_from, raw
from tests.laws.positions import LAWS, deck_kinds, keep, plain
from tests.laws.strategies import games, house_games, scarce_games, seeds
from tests.samples import samples
from tests.setups import Setup, compiled, everywhere

POSITIONS_OF_A_GAME = 12

Case = TypeVar("Case", bound=Hashable)


def imagined(board: Board, states: Any, viewers: npt.NDArray[np.int64], seed: int) -> Any:
    """A world for each state and viewer, which looks to the viewer as the state does."""
    views, made, seen = (blank(STATE, len(states)) for _ in range(3))
    arrays = [each.view(np.ndarray) for each in (views, made, seen)]
    imagine_each(board, states.view(np.ndarray), viewers, np.uint64(seed % 2**64), *arrays)
    assert raw(seen) == raw(views)
    return made


def every_viewer(states: Any) -> tuple[Any, npt.NDArray[np.int64]]:
    """Each state once for each of its viewers."""
    viewers = [*range(int(states.seats[0])), WATCHER]
    return np.repeat(states, len(viewers)).view(np.recarray), np.tile(viewers, len(states))


def assert_imaginable(game: Game, seed: int) -> None:
    """Every viewer, from the start to the end: the world agrees, keeps the laws, holds no card in the deck that the
    viewer knows cannot be there, and is imagined as well by those in it."""
    chosen = np.linspace(0, len(game), POSITIONS_OF_A_GAME).astype(np.int64)
    states, viewers = every_viewer(game.states[chosen])
    worlds = imagined(game.board, states, viewers, seed)
    keep(LAWS, game.board, worlds)
    seated = np.flatnonzero(viewers >= 0)
    own = plain(states.blind)[seated, viewers[seated]]
    assert (deck_kinds(worlds)[seated] <= plain(states.deck_bound)[seated] - own).all()
    keep(LAWS, game.board, imagined(game.board, worlds, np.roll(viewers, 1), seed))


@everywhere
def test_what_is_imagined_agrees_with_what_is_seen(setup: Setup) -> None:
    for style in STYLES:
        for seed in range(samples(6)):
            assert_imaginable(played(setup.compiled, setup.seats, seed, style), seed)


@settings(max_examples=samples(150))
@given(game=st.one_of(games(), scarce_games()), seed=seeds)
def test_any_position_can_be_imagined(game: Game, seed: int) -> None:
    assert_imaginable(game, seed)


@settings(max_examples=samples(150), suppress_health_check=[HealthCheck.filter_too_much])
@given(game=house_games(), seed=seeds)
def test_positions_by_other_rules_can_be_imagined(game: Game, seed: int) -> None:
    assert_imaginable(game, seed)


@everywhere
def test_play_goes_on_from_what_is_imagined(setup: Setup) -> None:
    for style in STYLES:
        game = played(setup.compiled, setup.seats, 7, style)
        chosen = np.linspace(0, len(game) - 1, 4).astype(np.int64)
        worlds = imagined(setup.compiled, *every_viewer(game.states[chosen]), seed=7)
        reached = []
        for seed, world in enumerate(worlds):
            went_on = played_from(setup.compiled, world, seed, style)
            assert not bits_of(went_on.masks[-1]).any()
            reached.append(went_on.states[:: max(1, len(went_on) // 5)])
        keep(LAWS, setup.compiled, np.concatenate(reached).view(np.recarray))


@settings(max_examples=samples(50))
@given(game=games(), data=st.data(), seed=seeds)
def test_a_seed_makes_the_imagined_world(game: Game, data: st.DataObject, seed: int) -> None:
    """The same seed, the same world; and a view is not changed by imagining from it."""
    view = blank_state()
    make_view(game.states[data.draw(st.integers(0, len(game)), "position")], 0, view)
    before = raw(view)
    assert raw(imagine(game.board, view, seed)) == raw(imagine(game.board, view, seed))
    assert raw(view) == before


def assert_distribution(counted: Mapping[Case, int], expected: Mapping[Case, float]) -> None:
    """Pearson's test: the squared distances add up to about as many as there are cases. The seeds are fixed, so that
    the limit, six deviations above, is never passed by chance."""
    assert set(counted) <= set(expected)
    number, total = sum(counted.values()), sum(expected.values())
    cases = {case: share / total * number for case, share in expected.items()}
    assert min(cases.values()) >= 5
    distance = sum((counted.get(case, 0) - mean) ** 2 / mean for case, mean in cases.items())
    freedom = len(cases) - 1
    assert distance < freedom + 6 * (2 * freedom) ** 0.5 + 6


def worlds_from(board: Board, state: State, viewer: int, number: int) -> Any:
    states = np.repeat(alone(state), number).view(np.recarray)
    return imagined(board, states, np.full(number, viewer), seed=0)


def test_hidden_cards_lie_in_every_way_as_often_as_dealt() -> None:
    """Two cards in the other's hand, two in the deck: each arrangement of the four, counted out."""
    board = compiled("usa", ())
    state = table_with(board, 2, {0: {3: 2}, 1: {0: 1, 1: 1}}, [0, LOCOMOTIVE])
    worlds = worlds_from(board, state, 0, 12_000)
    unseen = [0, 0, 1, LOCOMOTIVE]
    expected: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for pair in combinations(range(4), 2):
        hand = tuple(sorted(unseen[i] for i in pair))
        rest = [unseen[i] for i in range(4) if i not in pair]
        expected[hand, tuple(rest)] += 1
        expected[hand, tuple(rest[::-1])] += 1
    counted = Counter(
        (tuple(np.repeat(np.arange(KINDS), world.hand[1]).tolist()), tuple(world.deck[:2].tolist())) for world in worlds
    )
    assert_distribution(counted, expected)


def test_known_cards_stay_where_they_were_seen() -> None:
    board = compiled("usa", ())
    state = table_with(board, 3, {0: {3: 2}, 1: {0: 2}, 2: {1: 2}}, [LOCOMOTIVE, LOCOMOTIVE])
    state.known[1, 0] = 2
    state.known[2, 1] = 1
    worlds = worlds_from(board, state, 0, 3000)
    assert (worlds.hand[:, 1, 0] == 2).all()
    counted = Counter(int(number) for number in worlds.hand[:, 2, LOCOMOTIVE])
    assert_distribution(counted, {0: 1, 1: 2})


def test_a_dealt_hand_is_as_likely_as_at_the_table() -> None:
    """S1: locomotives in a hand of four, out of all cards but the own hand and the row."""
    board = compiled("usa", ())
    state = new_state(board, 2, seed=11)
    unseen = 110 - 4 - 5
    locomotives = 14 - int(state.hand[0, LOCOMOTIVE]) - int(state.row[LOCOMOTIVE])
    worlds = worlds_from(board, state, 0, 20_000)
    counted = Counter(min(int(number), 3) for number in worlds.hand[:, 1, LOCOMOTIVE])
    ways = [comb(locomotives, n) * comb(unseen - locomotives, 4 - n) for n in range(5)]
    assert_distribution(counted, {0: ways[0], 1: ways[1], 2: ways[2], 3: ways[3] + ways[4]})
    tops = Counter(int(kind) for kind in worlds.deck[np.arange(len(worlds)), plain(state.deck_size) - 1])
    seen = plain(state.hand[0]) + plain(state.row)
    assert_distribution(tops, {kind: float(plain(board.cards)[kind] - seen[kind]) for kind in range(KINDS)})


def test_a_deck_made_of_discards_holds_nothing_else() -> None:
    """D5: a deck of three red and three blue cards, one drawn unseen by each; what was held before is in the hand."""
    board = compiled("usa", ())
    red, blue, green = 0, 1, 2
    state = table_with(board, 2, {0: {3: 1, red: 1}, 1: {green: 1, blue: 1}}, [red, red, blue, blue])
    state.deck_bound[:] = 0
    state.deck_bound[[red, blue]] = 3
    state.blind[0, red] = state.blind[1, blue] = 1
    state.blind_size[:2] = 1
    worlds = worlds_from(board, state, 0, 6000)
    assert (worlds.hand[:, 1, green] == 1).all()
    counted = Counter(int(kind) for kind in np.argmax(plain(worlds.hand[:, 1]) - np.eye(KINDS)[green], axis=1))
    assert_distribution(counted, {red: 2, blue: 3})


def test_a_card_from_an_earlier_deck_is_with_who_can_have_it() -> None:
    """Of two hidden hands, one drawn after the shuffle and one before: what is not of this deck is in the older one."""
    board = compiled("usa", ())
    red, green = 0, 2
    state = table_with(board, 3, {0: {3: 1}, 1: {red: 1}, 2: {green: 1}}, [red, red])
    state.deck_bound[:] = 0
    state.deck_bound[red] = 3
    state.blind[1, red] = state.blind_size[1] = 1
    worlds = worlds_from(board, state, 0, 500)
    assert (worlds.hand[:, 2, green] == 1).all()
    assert (worlds.hand[:, 1, red] == 1).all()


def test_other_tickets_are_as_likely_as_dealt() -> None:
    """S3: any ticket the viewer does not see is as likely the other's as any other."""
    board = compiled("usa", ())
    state = new_state(board, 2, seed=3)
    worlds = worlds_from(board, state, 0, 9000)
    own = set(state.offered[0].tolist())
    counted = Counter(int(ticket) for world in worlds for ticket in world.offered[1][:3])
    assert_distribution(counted, {ticket: 1 for ticket in range(int(board.tickets)) if ticket not in own})


def test_a_ticket_put_back_is_where_it_was_put() -> None:
    board = compiled("usa", ())
    state = new_state(board, 2, seed=3)
    refused = int(state.offered[0, 2])
    play(board, state, KEEP + 3)
    play(board, state, KEEP + 7)
    last = (plain(state.ticket_top) + plain(state.ticket_deck_size) - 1) % 64
    worlds = worlds_from(board, state, 0, 300)
    assert (worlds.ticket_deck[:, last] == refused).all()
    assert len(np.unique(worlds_from(board, state, 1, 300).ticket_deck[:, last])) > 20


def old_west_after_the_opening() -> tuple[State, list[int]]:
    """Seat 0 has refused two of its five tickets, seat 1 one: the three lie shuffled at the bottom."""
    board = compiled("old-west", ())
    state = new_state(board, 2, seed=4)
    refused = state.offered[0, :2].tolist()
    play(board, state, KEEP + 0b11100)
    play(board, state, KEEP + 0b01111)
    return state, refused


def bottom_of(worlds: Any, state: State) -> npt.NDArray[np.int64]:
    last = state.ticket_top + state.ticket_deck_size - 1
    return plain(worlds.ticket_deck)[:, [(last - i) % 64 for i in range(3)]]


def test_tickets_refused_and_shuffled_lie_anywhere_at_the_bottom() -> None:
    """S4 on Old West: who refused them knows that they are among the last, and not in which order."""
    state, refused = old_west_after_the_opening()
    bottom = bottom_of(worlds_from(compiled("old-west", ()), state, 0, 3000), state)
    places = Counter(tuple(np.flatnonzero(np.isin(world, refused)).tolist()) for world in bottom)
    expected: dict[tuple[int, ...], float] = dict.fromkeys(combinations(range(3), 2), 1)
    assert_distribution(places, expected)
    first = Counter(int(place) for place in (bottom == refused[0]).argmax(axis=1))
    assert_distribution(first, dict.fromkeys(range(3), 1))


def test_a_refused_ticket_may_be_with_who_drew_from_the_bottom() -> None:
    """The other seat draws one of the three: in one world of three it is the ticket asked for."""
    board = compiled("old-west", ())
    state, refused = old_west_after_the_opening()
    state.phase, state.actor = TURN, 1
    while state.ticket_deck_size > 3 + board.draw_tickets - 1:
        state.tickets[0] |= ONE << np.uint64(take_ticket(state))
        state.ticket_count[0] += 1
    play(board, state, DRAW_TICKETS)
    assert state.drew_refused.tolist()[:2] == [0, 1]
    worlds = worlds_from(board, state, 0, 3000)
    with_the_other = (plain(worlds.offered)[:, 1] == refused[0]).any(axis=1)
    with_the_other |= bits_of(worlds.tickets[:, 1, None])[:, refused[0]]
    at_the_bottom = (plain(worlds.ticket_deck) == refused[0]).any(axis=1)
    assert (with_the_other != at_the_bottom).all()
    assert_distribution(Counter(with_the_other.tolist()), {True: 1, False: 2})


def take_ticket(state: State) -> int:
    place = state.ticket_top
    ticket = int(state.ticket_deck[place])
    state.ticket_deck[place] = NOBODY
    state.ticket_top = (place + 1) % TICKETS
    state.ticket_deck_size -= 1
    return ticket


@pytest.mark.parametrize("kept", [3, 7, 15])
def test_the_long_ticket_was_kept_as_likely_as_any(kept: int) -> None:
    """S3, S4 on Europe: a seat that kept two of four kept its long one in half of the worlds; refused, it is gone."""
    board = compiled("europe", ())
    state = new_state(board, 2, seed=5)
    play(board, state, KEEP + kept)
    play(board, state, KEEP + kept)
    worlds = worlds_from(board, state, 0, 8000)
    held = worlds.tickets[:, 1] & board.long_tickets
    gone = worlds.gone[:, 1] & board.long_tickets
    assert ((held == 0) != (gone == 0)).all()
    number = kept.bit_count()
    if number < 4:
        assert_distribution(Counter((held != 0).tolist()), {True: number, False: 4 - number})
    else:
        assert (held != 0).all()
    own = state.tickets[0] | state.gone[0]
    longs = np.flatnonzero(bits_of((board.long_tickets & ~own)[None]))
    dealt = Counter(int(np.flatnonzero(bits_of(ticket[None]))[0]) for ticket in held | gone)
    assert_distribution(dealt, {int(ticket): 1 for ticket in longs})


def test_one_long_ticket_is_on_offer_in_the_opening() -> None:
    board = compiled("europe", ())
    state = new_state(board, 3, seed=6)
    worlds = worlds_from(board, state, WATCHER, 3000)
    longs = set(np.flatnonzero(bits_of(board.long_tickets[None])).tolist())  # type: ignore[index]
    for seat in range(3):
        counted = Counter(int(ticket) for ticket in worlds.offered[:, seat, 0])
        assert_distribution(counted, dict.fromkeys(longs, 1))
        assert not longs & set(worlds.offered[:, seat, 1:].ravel().tolist())


def test_a_choice_made_in_secret_may_be_any_allowed_one() -> None:
    """S3."""
    board = compiled("usa", ())
    state = new_state(board, 2, seed=6)
    play(board, state, KEEP + 3)
    assert state.phase == OPENING
    worlds = worlds_from(board, state, 1, 3000)
    allowed = np.flatnonzero(bits_of(mask_of(board, state))) - KEEP
    assert_distribution(Counter(worlds.chosen[:, 0].tolist()), {int(kept): 1 for kept in allowed})


def after_a_shuffle(board: Board, seed: int) -> State:
    """Seat 0 plays at random and seat 1 only draws, so that nothing can be guessed from what it does: some decisions
    after the discards have become the deck."""
    state = new_state(board, 2, seed)
    chance = np.random.default_rng(seed)
    shuffled, later = False, int(chance.integers(1, 12))
    while later > 0:
        legal_now = np.flatnonzero(bits_of(mask_of(board, state)))
        if state.actor == 1 and state.phase != OPENING:
            legal_now = legal_now[(legal_now >= DRAW) & (legal_now <= DRAW_BLIND)]
        if len(legal_now) == 0:
            break
        discarded = int(state.discard_size)
        play(board, state, int(chance.choice(legal_now)))
        shuffled = shuffled or state.discard_size < discarded
        later -= shuffled
    return state


@pytest.mark.slow
def test_after_a_shuffle_guesses_are_as_good_as_they_can_be() -> None:
    """Over many games, what seat 0 imagines in the other's hand and on top of the deck is there as often as not."""
    board = compiled("new-york", ())
    wrong = []
    for seed in range(500):
        state = after_a_shuffle(board, seed)
        worlds = worlds_from(board, state, 0, 10)
        truth = np.concatenate([plain(state.hand[1]), np.arange(KINDS) == state.deck[max(0, state.deck_size - 1)]])
        tops = worlds.deck[:, max(0, state.deck_size - 1)]
        guess = np.concatenate([plain(worlds.hand[:, 1]), np.arange(KINDS) == tops[:, None]], axis=1)
        wrong.append(guess.mean(axis=0) - truth)
    errors = np.array(wrong)
    used = errors.std(axis=0) > 0
    deviations = errors.mean(axis=0)[used] / (errors.std(axis=0)[used] / len(errors) ** 0.5)
    assert np.abs(deviations).max() < 4.5
