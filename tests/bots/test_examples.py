"""The examples for bot authors play every board without a fault, and better than chance."""

import shlex
import sys
from pathlib import Path

import pytest

from carrozza.bots import fault_report, make_bot
from carrozza.bots.programs.bot import ProgramBot
from carrozza.game import Game
from tests.setups import SETUPS, Setup
from tools.page import find_node, install_node

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PAIRS = [table for table in SETUPS if table.seats == 2]
WRITTEN = ("example.py", "example.js")


def command_of(example: str) -> list[str]:
    """How the example is started; Node is there once the page was built."""
    if example.endswith(".py"):
        return [sys.executable, str(EXAMPLES / example)]
    node = find_node() or install_node()
    assert node is not None, "the JavaScript example needs Node.js: run `python -m tools.page`, or install it"
    return [str(node.node), str(EXAMPLES / example)]


def play(table: Setup, command: list[str]) -> tuple[Game, ProgramBot]:
    game = table.game(seed=8)
    example = make_bot(f"exec:{shlex.join(command)}(start=100s,move=100s)", game.names, 1)
    assert isinstance(example, ProgramBot)
    players = dict(zip(game.seats, (example, make_bot("random", game.names, 2)), strict=True))
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    example.close()
    return game, example


@pytest.mark.parametrize("written", WRITTEN)
def test_an_example_beats_chance_on_every_board(written: str) -> None:
    won = 0
    for table in PAIRS:
        game, example = play(table, command_of(written))
        assert example.faults == [], (table, example.errors)
        won += game.winners == game.seats[:1]
    assert won >= len(PAIRS) - 1


@pytest.mark.parametrize("name", ["example.py", "example.js"])
def test_an_example_can_be_called_by_its_name(name: str) -> None:
    file = EXAMPLES / name
    assert file.stat().st_mode & 0o111
    assert file.read_text(encoding="utf-8").startswith("#!/usr/bin/env ")


def test_the_class_in_a_file_beats_chance() -> None:
    game = Game("usa", seats=2, seed=8)
    with (
        make_bot(f"{EXAMPLES / 'eager.py'}:Eager(shortest=2)", game.names, 1) as eager,
        make_bot("random", game.names, 2) as chance,
    ):
        players = dict(zip(game.seats, (eager, chance), strict=True))
        while game.to_move is not None:
            game.play(players[game.to_move].choose(game.view(game.to_move)))
        assert fault_report(eager).faults == ()
    assert game.winners == game.seats[:1]
