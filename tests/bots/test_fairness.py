"""A bot cannot cheat: whatever it may not know can be exchanged, and it decides the same."""

from collections.abc import Iterator

import numpy as np
import pytest

from carrozza.bots import Bot, make_bot
from carrozza.game import Game, View
from carrozza.game.position import Position
from carrozza.kernel.imagine import imagine
from carrozza.kernel.state import blank_state, copied
from carrozza.kernel.view import make_view
from tests.setups import BOARDS

pytestmark = pytest.mark.slow

SEATS = 3
SPECS = (
    "random",
    "greedy",
    "planner",
    "planner(carelessness=0.3)",
    "search:30",
    "search:30(network=shipped)",
    "neural",
    "neural(temperature=0.5)",
)
EXCHANGES = 3
EVERY = 11
"""Of a game with so many moves, one in this many is looked at."""


def played(board: str, variants: tuple[str, ...], seed: int) -> Iterator[Game]:
    """A game between planners, stopped now and then."""
    game = Game(board, SEATS, seed=seed, variants=variants)
    players = {seat: make_bot("planner", game.names, seed=number) for number, seat in enumerate(game.seats)}
    while game.to_move is not None:
        if len(game.history) % EVERY == 0:
            yield game
        game.play(players[game.to_move].choose(game.view(game.to_move)))


def exchanged(game: Game, seat: int, seed: int) -> Position:
    """Another way the hidden things may lie, as far as this seat knows."""
    return Position(game.names, imagine(game.names.compiled, game.view(seat).state, seed))


def seen(table: Position, seat: int) -> View:
    view = blank_state()
    make_view(table.state, seat, view)
    return View(table.names, view, table.seats[seat])


def choice(spec: str, view: View) -> str:
    """What a bot that has seen nothing else chooses."""
    bot: Bot = make_bot(spec, view.names, seed=7)
    return str(bot.choose(view))


@pytest.mark.parametrize(("board", "variants"), BOARDS)
def test_exchanging_what_is_hidden_changes_no_decision(board: str, variants: tuple[str, ...]) -> None:
    differ = 0
    for number, game in enumerate(played(board, variants, seed=3)):
        seat = int(game.state.actor)
        spec = SPECS[number % len(SPECS)]
        chosen = choice(spec, game.view(seat))
        for seed in range(EXCHANGES):
            other = exchanged(game, seat, seed)
            differ += bool(np.any(other.state.hand != game.state.hand))
            assert choice(spec, seen(other, seat)) == chosen
    assert differ > 0, "nothing was exchanged, so nothing was tested"


@pytest.mark.parametrize("spec", SPECS)
def test_deciding_leaves_the_view_as_it_was(spec: str) -> None:
    game = Game("europe", SEATS, seed=5)
    view = game.view("Ada")
    before = copied(view.state)
    choice(spec, view)
    assert view.state.tobytes() == before.tobytes()
