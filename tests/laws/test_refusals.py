"""What the mask allows is carried out; all else is refused with a rule that it breaks, and changes nothing."""

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.kernel import actions as a
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, blank
from carrozza.kernel.refusals import apply
from carrozza.kernel.rules import IDS
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    OPENING,
    OVER,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    STATE,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
    copied,
)
from tests.laws.loops import try_all
from tests.laws.play import STYLES, Game, bits_of, played, raw
from tests.laws.strategies import games, scarce_games
from tests.samples import samples
from tests.setups import Setup, everywhere

REFUSED_BY: dict[int, set[str]] = {
    OPENING: {"S3"},
    START: {"S6", "A1"},
    TURN: {"T1", "T2", "C1", "C3", "C5", "C6", "C7", "C8", "W2", "B1", "K4", "D1", "D7"},
    SECOND: {"T1", "D1", "D3", "D8"},
    PAY_ROUTE: {"T1", "C2", "C7", "C8"},
    TUNNEL: {"U2", "U3", "U4", "C8"},
    TICKETS_DRAWN: {"K1"},
    PAY_STATION: {"B2", "C8"},
    MOVE_ALVIN: {"A2"},
    MARKER: {"W3", "A1", "C8"},
    PAY_MARKER: {"W3", "C8"},
    OVER: {"E5"},
}
"""The rules that can stand in the way in each phase."""


def rules_of(board: Board) -> set[str]:
    """The rules of this board that an action can break."""
    rules = set.union(*REFUSED_BY.values())
    if not board.network:
        rules -= {"S6", "W2", "W3"}
    if not board.stations:
        rules -= {"B1", "B2"}
    if board.alvin_city < 0:
        rules -= {"A1", "A2"}
    if not board.ferry.any():
        rules -= {"C7"}
    if not board.tunnel.any():
        rules -= {"U2", "U3", "U4"}
    return rules


def tried(board: Board, state: State) -> tuple[npt.NDArray[np.bool_], list[str]]:
    """For every action, whether it changed the state, and the rule it was refused with, if it was."""
    after = blank(STATE, ACTIONS)
    answers = np.zeros(ACTIONS, np.int64)
    try_all(board, state, np.zeros(WORDS, np.uint64), after.view(np.ndarray), answers)
    before = np.frombuffer(raw(state), np.uint8)
    changed = (after.view(np.ndarray).view(np.uint8).reshape(ACTIONS, -1) != before).any(axis=1)
    return changed, [IDS[answer] for answer in answers]


def positions(game: Game, seed: int, number: int) -> list[int]:
    """So many positions of a game, and of every phase in it at least one."""
    chosen = np.random.default_rng(seed).integers(0, len(game) + 1, number).tolist()
    one_of_each = np.unique(game.states.phase, return_index=True)[1].tolist()
    return sorted({*chosen, *one_of_each})


def assert_mask_decides(board: Board, state: State, mask: npt.NDArray[np.uint64]) -> None:
    changed, refusals = tried(board, state)
    legal = bits_of(mask)
    np.testing.assert_array_equal(legal, changed)
    assert legal.tolist() == [not refusal for refusal in refusals]
    assert set(refusals) - {""} <= REFUSED_BY[int(state.phase)] & rules_of(board)


@everywhere
def test_the_mask_decides(setup: Setup) -> None:
    for seed, style in enumerate(STYLES):
        game = played(setup.compiled, setup.seats, seed, style)
        for i in positions(game, seed, 25):
            assert_mask_decides(setup.compiled, game.states[i], game.masks[i])


@settings(max_examples=samples(50))
@given(game=st.one_of(games(), scarce_games()), data=st.data())
def test_the_mask_decides_anywhere(game: Game, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(game)), "position")
    assert_mask_decides(game.board, game.states[i], game.masks[i])


@settings(max_examples=samples(50))
@given(game=games(), data=st.data())
def test_what_is_no_action_is_refused(game: Game, data: st.DataObject) -> None:
    state = game.states[data.draw(st.integers(0, len(game)), "position")]
    action = data.draw(st.one_of(st.integers(-(2**63), -1), st.integers(ACTIONS, 2**63 - 1)), "action")
    touched = copied(state)
    assert IDS[apply(game.board, touched, action, np.zeros(WORDS, np.uint64))] == "T1"
    assert raw(touched) == raw(state)


def owners_of(state: State, routes: npt.NDArray[np.bool_]) -> set[int]:
    owned = bits_of(state.owned).reshape(len(state.owned), -1)
    return set(np.flatnonzero((owned & routes).any(axis=1)).tolist())


def claim_breaks(board: Board, state: State, route: int, rule: str) -> bool:
    """Whether claiming the route would break this rule."""
    actor = int(state.actor)
    itself = np.arange(a.CITY) == route
    beside = owners_of(state, bits_of(board.parallel[route]))
    hand = state.hand[actor]
    colours = range(LOCOMOTIVE) if board.colour[route] == GRAY else [int(board.colour[route])]
    broken = {
        "C1": route >= board.routes or bool(owners_of(state, itself)),
        "C3": state.trains[actor] < board.length[route],
        "C5": actor in beside,
        "C6": bool(beside) and state.seats <= board.single_until,
        "C7": hand[LOCOMOTIVE] < board.ferry[route],
        "C8": all(int(hand[c]) + int(hand[LOCOMOTIVE]) < board.length[route] for c in colours),
        "W2": not bits_of(state.reach[actor])[route],
    }
    return bool(broken[rule])


def station_breaks(board: Board, state: State, city: int, rule: str) -> bool:
    """Whether a station in the city would break this rule."""
    built = bits_of(state.stations[:, None])
    hand = state.hand[state.actor].tolist()
    broken = {
        "T1": not board.stations,
        "B1": city >= board.cities or bool(built[:, city].any()) or built[state.actor].sum() >= board.stations,
        "C8": max(hand[:LOCOMOTIVE]) + hand[LOCOMOTIVE] <= built[state.actor].sum(),
    }
    return bool(broken[rule])


def draw_breaks(state: State, action: int, rule: str) -> bool:
    """Whether drawing this card would break this rule."""
    return {
        "D1": a.DRAW <= action < a.DRAW_BLIND and state.row[action - a.DRAW] == 0,
        "D3": action == a.DRAW + LOCOMOTIVE and state.row[LOCOMOTIVE] > 0,
        "D7": state.deck_size == 0,
        "D8": action == a.DRAW_BLIND and state.deck_size == 0,
    }[rule]


def breaks_in_turn(board: Board, state: State, action: int, rule: str) -> bool:
    if action < a.CITY:
        return claim_breaks(board, state, action, rule)
    if action < a.PAY:
        return station_breaks(board, state, action - a.CITY, rule)
    if a.DRAW <= action <= a.DRAW_BLIND:
        return draw_breaks(state, action, rule)
    if action == a.DRAW_TICKETS:
        return rule == "K4" and state.ticket_deck_size == 0
    return rule == ("T2" if action == a.PASS else "T1")


def breaks_as_second(board: Board, state: State, action: int, rule: str) -> bool:
    if a.DRAW <= action <= a.DRAW_BLIND:
        return draw_breaks(state, action, rule)
    return rule == "T1"


def price_of(board: Board, state: State) -> int:
    if state.phase == PAY_ROUTE:
        return int(board.length[state.route])
    if state.phase == PAY_STATION:
        return int(bits_of(state.stations[state.actor, None]).sum()) + 1
    return int(state.due) if state.phase == TUNNEL else 2


def payment_breaks(board: Board, state: State, action: int, rule: str) -> bool:
    """C8 is for cards that are not in the hand; a payment of another shape breaks the rule that asks for it."""
    price = price_of(board, state)
    whole = action == a.PAY_LOCOMOTIVES
    if not whole and not a.PAY <= action < a.MISC:
        return rule != "C8"
    colour, locomotives = (LOCOMOTIVE, price) if whole else divmod(action - a.PAY, a.PAY_COUNTS)
    hand = state.hand[state.actor]
    missing = hand[LOCOMOTIVE] < locomotives or (not whole and hand[colour] < price - locomotives)
    return bool(missing) if rule == "C8" else True


BREAKS = {
    TURN: breaks_in_turn,
    SECOND: breaks_as_second,
    PAY_ROUTE: payment_breaks,
    PAY_STATION: payment_breaks,
    PAY_MARKER: payment_breaks,
    TUNNEL: payment_breaks,
}


@everywhere
def test_the_rule_named_is_broken(setup: Setup) -> None:
    """A refusal tells the truth: the position really is one in which the action breaks that rule."""
    for seed, style in enumerate(STYLES):
        game = played(setup.compiled, setup.seats, seed, style)
        for i in positions(game, seed, 2):
            state = game.states[i]
            breaks = BREAKS.get(int(state.phase))
            for action, refusal in enumerate(tried(setup.compiled, state)[1]):
                if refusal and breaks:
                    told = f"phase {state.phase}, action {action}: {refusal}"
                    assert breaks(setup.compiled, state, action, refusal), told
