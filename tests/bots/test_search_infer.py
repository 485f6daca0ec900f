"""Tickets are imagined as likely as what was built suggests, and in agreement with all that is known."""

from typing import Any

import numpy as np
import pytest

from carrozza.bots.compiled.board_graph import graph_of
from carrozza.bots.compiled.bot import configure
from carrozza.bots.compiled.memory import reset_memory
from carrozza.bots.search.imagining.worlds import imagine_world
from carrozza.bots.search.settings import usual_settings
from carrozza.bots.search.ticket_inference import weigh_tickets
from carrozza.bots.search.workspace import Root, make_workspace
from carrozza.bots.specs.notation import read_spec
from carrozza.kernel.actions import KEEP
from carrozza.kernel.board import Board
from carrozza.kernel.claims import take_route
from carrozza.kernel.imagine import imagine
from carrozza.kernel.layout import blank
from carrozza.kernel.state import STATE, WATCHER, State, blank_state
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.laws.play import STYLES, Game, new_state, played, raw
from tests.laws.positions import LAWS, keep
from tests.setups import SETUPS, Setup, compiled

pytestmark = pytest.mark.slow

POSITIONS_OF_A_GAME = 6
WORLDS = 400


def view_of(state: State, viewer: int) -> State:
    view = blank_state()
    make_view(state, viewer, view)
    return view


class Seer:
    """Imagines worlds from views on one board."""

    def __init__(self, board: Board) -> None:
        self.root = Root()
        for memory in self.root.memories:
            configure(read_spec("planner"), memory)
            reset_memory(memory, np.uint64(1))
        self.work = make_workspace(board, graph_of(board), usual_settings(), self.root)

    def worlds(self, view: State, number: int, seed: int = 1) -> Any:
        self.root.views[0] = view.record
        weigh_tickets(self.work.board, self.root.view, self.root.inference)
        worlds = blank(STATE, number)
        for i, world in enumerate(worlds):
            worlds[i] = view.record
            imagine_world(self.work, np.uint64(seed + i), world)
        return worlds


def likely_worlds(board: Board, view: State, number: int, seed: int = 1) -> Any:
    return Seer(board).worlds(view, number, seed)


def assert_agreeing(seer: Seer, game: Game, seed: int) -> None:
    """For every viewer, from the start to the end."""
    imagined = []
    for place in np.linspace(0, len(game), POSITIONS_OF_A_GAME).astype(np.int64):
        state = State.of(game.states[place])
        for viewer in (*range(state.seats), WATCHER):
            view = view_of(state, viewer)
            worlds = seer.worlds(view, 1, seed)
            assert raw(view_of(worlds[0], viewer)) == raw(view)
            imagined.append(worlds)
    keep(LAWS, game.board, np.concatenate(imagined).view(np.recarray))


@pytest.mark.parametrize("table", SETUPS, ids=str)
def test_what_is_imagined_agrees_with_what_is_seen(table: Setup) -> None:
    seer = Seer(table.compiled)
    for seed, style in enumerate(STYLES):
        assert_agreeing(seer, played(table.compiled, table.seats, seed, style), seed)


def routes_between(board: Board, a: int, b: int) -> list[int]:
    """The shortest way from city to city."""
    ways: dict[int, list[int]] = {a: []}
    while b not in ways:
        for route in range(board.routes):
            for near, far in ((board.city_a[route], board.city_b[route]), (board.city_b[route], board.city_a[route])):
                if int(near) in ways and int(far) not in ways:
                    ways[int(far)] = [*ways[int(near)], route]
    return ways[b]


def far_ticket(board: Board, state: State) -> int:
    """The ticket worth most that nobody has been offered."""
    offered = set(state.offered.ravel().tolist())
    return max(
        (t for t in range(board.tickets) if t not in offered and not int(board.long_tickets) >> t & 1),
        key=lambda ticket: int(board.ticket_points[ticket]),
    )


def share_holding(worlds: Any, seat: int, ticket: int) -> float:
    return float(np.mean([int(world.tickets[seat]) >> ticket & 1 for world in worlds]))


@pytest.mark.parametrize(("name", "seats"), [("usa", 2), ("usa", 4), ("europe", 2), ("italy-basic", 3)])
def test_a_seat_that_built_from_end_to_end_holds_the_ticket(name: str, seats: int) -> None:
    board = compiled(name, ())
    state = new_state(board, seats, seed=4, first=0)
    ticket = far_ticket(board, state)
    for _ in range(seats):
        play(board, state, KEEP + 3)
    before = share_holding(likely_worlds(board, view_of(state, 0), WORLDS), 1, ticket)
    for route in routes_between(board, int(board.ticket_a[ticket]), int(board.ticket_b[ticket])):
        take_route(board, state, 1, route)
    view = view_of(state, 0)
    uniform = share_holding([imagine(board, view, seed) for seed in range(WORLDS)], 1, ticket)
    likely = share_holding(likely_worlds(board, view, WORLDS), 1, ticket)
    assert before < 3 * uniform + 0.05, "with nothing built, every ticket is as likely"
    assert likely > 4 * uniform
    for seat in range(2, seats):
        assert share_holding(likely_worlds(board, view, WORLDS), seat, ticket) < likely / 2


def test_a_ticket_the_viewer_holds_is_nobody_elses() -> None:
    board = compiled("usa", ())
    state = new_state(board, 2, seed=4, first=0)
    own = int(state.offered[0, 0])
    play(board, state, KEEP + 3)
    play(board, state, KEEP + 3)
    for route in routes_between(board, int(board.ticket_a[own]), int(board.ticket_b[own])):
        take_route(board, state, 1, route)
    assert share_holding(likely_worlds(board, view_of(state, 0), WORLDS), 1, own) == 0


def test_the_same_seed_imagines_the_same_world() -> None:
    table = next(table for table in SETUPS if table.board == "europe")
    game = played(table.compiled, table.seats, 3)
    view = view_of(game.states[len(game) // 2], 0)
    before = raw(view)
    one, same, other = (raw(likely_worlds(table.compiled, view, 5, seed)) for seed in (1, 1, 99))
    assert one == same != other
    assert raw(view) == before
