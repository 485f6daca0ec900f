"""A network for any board that comes with the game plays where a board has none of its own, alone and in a search."""

from pathlib import Path

import pytest

from carrozza import boards
from carrozza.bots import BadSpec, make_bot, parse_spec
from carrozza.bots.neural.bot import NeuralBot
from carrozza.bots.neural.tokens.at_board import BoardNetwork
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.weights import Kind, write_weights
from carrozza.bots.registry import meant_at
from carrozza.bots.search import SearchBot
from carrozza.bots.search import bot as search_bot
from carrozza.bots.specs import networks
from carrozza.bots.specs.levels import LEVELS, ON_BOARD
from carrozza.game import Game
from carrozza.server.bots import bot_process
from carrozza.server.games.seating.allowed_bots import plays_on
from tests.bots.neural.networks import random_weights
from tests.bots.neural.tokens.reference import SMALL
from tests.playing import Dice, play_on

pytestmark = pytest.mark.slow  # compiling takes most of the time

TASMANIA = Path(__file__).parents[3] / "examples/boards/tasmania.toml"
GENERAL = "general.npz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Networks as they would come with the game: for New York, and for any board."""
    write_weights(tmp_path / "new-york.npz", random_weights("new-york"))
    write_weights(tmp_path / GENERAL, untrained_token_weights(SMALL))
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    return tmp_path


def edited_new_york() -> boards.Board:
    board = boards.load("new-york")
    other = board.model_copy(update={"routes": board.routes[:-1]})
    other.__dict__.pop("digest", None)
    return other


def is_played_by_general(board: boards.Board) -> bool:
    bot = make_bot("neural", Game(board, 2, seed=1).names, seed=1)
    assert isinstance(bot, NeuralBot)
    return isinstance(bot.network, BoardNetwork)


def test_it_plays_on_boards_without_a_network_of_their_own(folder: Path) -> None:
    assert is_played_by_general(boards.load(TASMANIA))
    assert is_played_by_general(boards.load("usa")), "none for USA is in the folder"
    assert is_played_by_general(edited_new_york())
    assert not is_played_by_general(boards.load("new-york"))


def test_a_whole_game_on_a_board_of_ones_own(folder: Path) -> None:
    game = Game(boards.load(TASMANIA), 2, seed=3)
    players = {name: make_bot("neural(temperature=1)", game.names, seed) for seed, name in enumerate(game.seats)}
    while game.to_move is not None:
        move = players[game.to_move].choose(game.view(game.to_move))
        assert move in game.legal_moves
        game.play(move)


def test_a_seat_of_a_server_can_have_it_on_any_board(folder: Path) -> None:
    own = boards.load(TASMANIA)
    assert plays_on("neural", own)
    (folder / GENERAL).unlink()
    assert not plays_on("neural", own)


def test_a_level_with_the_network_of_a_board_never_takes_the_general_one(folder: Path) -> None:
    """How strong that is here was measured of neither."""
    for level in ("hard", "expert"):
        assert str(meant_at(parse_spec(level), boards.load("new-york"))) == ON_BOARD["new-york"][level]
        assert str(meant_at(parse_spec(level), edited_new_york())) == LEVELS[level]


def test_a_search_takes_it_where_it_is_asked_to(folder: Path) -> None:
    game = play_on(Game(boards.load(TASMANIA), 2, seed=2), Dice(2), 20)
    assert game.to_move is not None
    view = game.view(game.to_move)
    bot = make_bot("search:20(network=shipped)", game.names, seed=1)
    assert isinstance(bot, SearchBot) and bot._guide is not None
    assert bot._guide.kind == "tokens"
    found = bot.analyse(view)
    assert found.games == 20 and found.best.move in game.legal_moves
    again = make_bot("search:20(network=shipped)", game.names, seed=1)
    assert bot.choose(view) in game.legal_moves and again.analyse(view).best.move == found.best.move
    plain = make_bot("search:20", game.names, seed=1)
    assert isinstance(plain, SearchBot) and plain._guide is None, "not without being asked"
    (folder / GENERAL).unlink()
    with pytest.raises(BadSpec, match="no network for tasmania"):
        make_bot("search:20(network=shipped)", game.names, seed=1)


def test_no_move_is_charged_for_compiling(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search compiles what its own network needs, and a server what any of those that come along needs."""
    compiled: list[Kind | None] = []
    monkeypatch.setattr(search_bot.SearchBot, "compile", staticmethod(compiled.append))
    names = Game(boards.load(TASMANIA), 2, seed=1).names
    make_bot("search:1(network=shipped)", names, seed=1)
    assert compiled == ["tokens"]
    alone: list[Kind] = []
    monkeypatch.setattr(bot_process, "compile_network", alone.append)
    bot_process.compile_bot("planner")
    assert alone == ["flat", "tokens"]
    (folder / GENERAL).unlink()
    bot_process.compile_bot("planner")
    assert alone == ["flat", "tokens", "flat"]
