"""Tables, styles and games for Hypothesis to choose from."""

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from carrozza import boards
from carrozza.boards.laws import LAWS, Counts
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.cards import settle_cards
from carrozza.kernel.layout import LOCOMOTIVE
from carrozza.kernel.state import State
from tests.laws.play import SORTS, Game, new_state, played, played_from
from tests.laws.tables import TABLES

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**64 - 1)
styles = st.tuples(*(st.sampled_from((1, 9, 90, 900)) for _ in range(SORTS)))


@st.composite
def games(draw: st.DrawFn) -> Game:
    table = draw(tables)
    return played(table.board, table.seats, draw(seeds), draw(styles))


def deal_blind(state: State, seat: int, kind: int) -> None:
    """Give a card that has left the deck to a seat, as if drawn unseen."""
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.blind[seat, kind] += 1
    state.blind_size[seat] += 1


def with_few_cards(board: Board, seats: int, seed: int, left: int, locomotives: int) -> State:
    """A new game in which the seats have drawn the deck down to a few cards, many of them locomotives."""
    state = new_state(board, seats, seed)
    chance = np.random.default_rng(seed)
    deck = chance.permutation(state.deck[: state.deck_size])
    first = np.flatnonzero(deck == LOCOMOTIVE)[: min(left, locomotives)]
    rest = np.setdiff1d(np.arange(len(deck)), first)
    bottom = chance.permutation(np.concatenate([first, rest[: left - len(first)]]))
    for index in rest[max(0, left - len(first)) :]:
        deal_blind(state, int(chance.integers(seats)), int(deck[index]))
    state.deck[:] = 0
    state.deck[: len(bottom)] = deck[bottom]
    state.deck_size = len(bottom)
    settle_cards(state)
    return state


@st.composite
def scarce_games(draw: st.DrawFn) -> Game:
    """Games in which cards run out: D5 to D8, T2 and T3 come up all the time."""
    table = draw(tables)
    seed = draw(seeds)
    state = with_few_cards(table.board, table.seats, seed, draw(st.integers(0, 12)), draw(st.integers(0, 12)))
    return played_from(table.board, state, seed, draw(styles))


def with_rules(name: str, **changes: object) -> boards.Board:
    """A shipped map played by other rules."""
    board = boards.load(name)
    return board.model_copy(update={"rules": board.rules.model_copy(update=changes)})


def is_lawful(board: boards.Board) -> bool:
    longs = sum(ticket.long for ticket in board.tickets)
    counts = Counts(longs, len(board.tickets) - longs)
    return not any(law.broken(board.rules, counts) for law in LAWS)


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "trains": st.integers(3, 99),
        "copies": st.integers(1, 12),
        "locomotives": st.integers(0, 30),
        "opening_hand": st.integers(0, 6),
        "opening_long": st.integers(0, 1),
        "opening_tickets": st.integers(1, 4),
        "opening_keep": st.integers(1, 4),
        "opening_refused": st.sampled_from(("bottom", "out", "shuffled")),
        "draw_tickets": st.integers(1, 5),
        "draw_keep": st.integers(1, 5),
        "single_until": st.integers(0, 6),
        "ferries": st.booleans(),
        "tunnels": st.booleans(),
        "stations": st.integers(0, 3),
        "last_round_trains": st.integers(0, 9),
    },
)
MARKERS = st.sampled_from(({}, {"network": True, "markers": 1}, {"network": True, "markers": 3}))


@st.composite
def house_games(draw: st.DrawFn) -> Game:
    """Games on boards of nobody's making yet: a shipped map by other lawful rules."""
    table = draw(tables)
    board = with_rules(table.name, **draw(CHANGES), **draw(MARKERS))
    assume(is_lawful(board))
    return played(compile_board(board, table.variants), table.seats, draw(seeds), draw(styles))
