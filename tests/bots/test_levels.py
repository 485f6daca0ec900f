"""Levels are bots by another name, on every board."""

import pytest

from carrozza import boards
from carrozza.bots import make_bot
from carrozza.bots.compiled.bot import CompiledBot
from carrozza.bots.registry import meant_at
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.levels import LEVELS, ON_BOARD, resolve
from carrozza.game import Game


@pytest.mark.parametrize("board", boards.names())
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_stands_for_a_bot_on_every_board(level: str, board: str) -> None:
    meant = resolve(parse_spec(level), board)
    assert meant.name not in LEVELS
    assert parse_spec(str(meant)) == meant


def test_what_a_board_asks_for_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ON_BOARD, "new-york", {"hard": "search:3000"})
    assert str(resolve(parse_spec("hard"), "new-york")) == "search:3000"
    assert str(resolve(parse_spec("easy"), "new-york")) == str(resolve(parse_spec("easy"), "usa"))
    assert str(resolve(parse_spec("hard"), "my-board")) == LEVELS["hard"]


def test_a_printed_board_has_levels_with_its_network_and_an_edited_one_has_not() -> None:
    board = boards.load("new-york")
    other = board.model_copy(update={"routes": board.routes[:-1]})
    other.__dict__.pop("digest", None)
    for level in ("hard", "expert"):
        assert str(meant_at(parse_spec(level), board)) == ON_BOARD[board.id][level]
        assert str(meant_at(parse_spec(level), other)) == LEVELS[level]


def test_boards_with_levels_of_their_own_exist() -> None:
    assert set(ON_BOARD) <= set(boards.names())
    assert {level for levels in ON_BOARD.values() for level in levels} <= set(LEVELS)


def test_a_level_plays() -> None:
    game = Game("usa", seats=2, seed=1)
    bot = make_bot("medium", game.names, seed=1)
    assert isinstance(bot, CompiledBot)
    assert bot.choose(game.view("Ada")) in game.legal_moves
