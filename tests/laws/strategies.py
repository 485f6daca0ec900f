"""Setups, styles and games for Hypothesis to choose from."""

from hypothesis import assume
from hypothesis import strategies as st

from carrozza import boards
from carrozza.boards.laws import LAWS, Counts
from carrozza.kernel.board import compile_board
from tests.laws.crafted import with_few_cards
from tests.laws.loops import SORTS
from tests.laws.play import Game, played, played_from
from tests.setups import SETUPS

setups = st.sampled_from(SETUPS)
seeds = st.one_of(st.integers(0, 2**64 - 1), st.integers(2**64, 2**128 - 1))
"""Short ones, of SplitMix64, and long ones, of SipHash."""
styles = st.tuples(*(st.sampled_from((1, 3, 10, 30)) for _ in range(SORTS)))


@st.composite
def games(draw: st.DrawFn) -> Game:
    setup = draw(setups)
    return played(setup.compiled, setup.seats, draw(seeds), draw(styles))


@st.composite
def scarce_games(draw: st.DrawFn) -> Game:
    """Games in which cards run out: D5 to D8, T2 and T3 come up all the time."""
    setup = draw(setups)
    seed = draw(seeds)
    state = with_few_cards(setup.compiled, setup.seats, seed, draw(st.integers(0, 12)), draw(st.integers(0, 12)))
    return played_from(setup.compiled, state, seed, draw(styles))


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
        "copies": st.integers(6, 12),
        "locomotives": st.integers(0, 14),
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
    setup = draw(setups)
    board = with_rules(setup.board, **draw(CHANGES), **draw(MARKERS))
    assume(is_lawful(board))
    return played(compile_board(board, setup.variants), setup.seats, draw(seeds), draw(styles))
