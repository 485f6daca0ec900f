"""The bot `neural`: the same game from the same seed and weights, temperature, analysis, and errors that help."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from carrozza import boards
from carrozza.bots import BadSpec, make_bot, parse_spec
from carrozza.bots.neural.bot import NeuralBot
from carrozza.bots.neural.forward import network_at
from carrozza.bots.neural.weights import write_weights
from carrozza.bots.neural.weights.shipped import weights_path
from carrozza.bots.registry import meant_at
from carrozza.bots.specs import networks
from carrozza.bots.specs.levels import LEVELS, ON_BOARD
from carrozza.cli import app
from carrozza.game import Game
from carrozza.game.moves import Claim
from carrozza.game.records.record import Record
from tests.bots.neural.networks import random_weights, with_styles

SIMULATE = ("simulate", "--board", "new-york", "--games", "1", "--threads", "1", "--bots")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network as it would come with the game, for New York; it knows styles."""
    made = tmp_path_factory.mktemp("networks")
    write_weights(made / "new-york.npz", with_styles(random_weights("new-york")))
    return made


@pytest.fixture
def shipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(networks, "FOLDER", folder)
    return folder


def played(spec: str, seats: int = 2, seed: int = 3) -> Game:
    game = Game("new-york", seats, seed=seed)
    players = {name: make_bot(spec, game.names, seed=number) for number, name in enumerate(game.seats)}
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    return game


def digest(game: Game) -> str:
    moves = "\n".join(str(played.move) for played in game.history)
    return hashlib.sha256(moves.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("spec", "seats", "expected"),
    [
        ("neural", 2, "72d19629256428b3"),
        ("neural(temperature=0.5)", 3, "13f0018317089759"),
        ("neural(style=blocker)", 4, "8fe3bddcd3623986"),
    ],
)
def test_the_same_seed_and_weights_give_the_same_game(shipped: Path, spec: str, seats: int, expected: str) -> None:
    """On every machine: these are the games of the first one."""
    game = played(spec, seats)
    assert digest(game) == expected
    assert Record.parse(str(Record.of(game))).replay().finished


def test_a_file_plays_as_the_same_weights_that_came_along(shipped: Path) -> None:
    copied = shipped / "copy of it, renamed.npz"
    copied.write_bytes((shipped / "new-york.npz").read_bytes())
    assert digest(played(f"neural(file='{copied}')")) == digest(played("neural"))
    copied.unlink()


def test_temperature(shipped: Path) -> None:
    view = Game("new-york", seed=1).view("Ada")

    def choices(temperature: float) -> set[str]:
        spec = f"neural(temperature={temperature:g})"
        return {str(make_bot(spec, view.names, seed).choose(view)) for seed in range(30)}

    assert len(choices(0)) == 1
    assert choices(0) == choices(0.001)
    assert len(choices(100)) > 1


def test_the_analysis(shipped: Path) -> None:
    game, claims = Game("new-york", seed=3), 0
    bot = make_bot("neural", game.names, seed=1)
    for done in played("neural").history:
        view = game.view(done.player)
        found = bot.analyse(view)
        assert found.best.move == bot.choose(view)
        moves, chances = ([getattr(one, of) for one in found.candidates] for of in ("move", "value"))
        assert all(move in view.legal_moves for move in moves) and len(set(moves)) == len(moves)
        assert chances == sorted(chances, reverse=True) and sum(chances) == pytest.approx(1)
        assert 0 < found.win_probability < 1 and np.isfinite(found.margin) and found.games == 0
        claims += sum(isinstance(move, Claim) and move.cards is not None for move in moves)
        game.play(done.move)
    assert claims > 0, "no payment was tried"


def test_an_analysis_changes_no_later_move(shipped: Path) -> None:
    view = Game("new-york", seed=1).view("Ada")
    one, other = (make_bot("neural(temperature=5)", view.names, seed=4) for _ in range(2))
    one.analyse(view)
    assert [one.choose(view) for _ in range(9)] == [other.choose(view) for _ in range(9)]


def refusal(spec: str, board: str = "new-york") -> str:
    with pytest.raises(BadSpec) as refused:
        make_bot(spec, Game(board, 2, seed=1).names, seed=1)
    return str(refused.value)


def test_without_a_network_for_the_board(shipped: Path) -> None:
    said = refusal("neural", "usa")
    assert "no network for usa comes with this version" in said
    assert "`carrozza train --board usa`" in said and "neural(file=PATH)" in said


def test_a_style_that_the_network_has_not_learned(shipped: Path, tmp_path: Path) -> None:
    write_weights(tmp_path / "plain.npz", random_weights("new-york"))
    told = refusal(f"neural(style=hunter,file='{tmp_path / 'plain.npz'}')")
    assert "plain.npz: this network has learned no styles: leave style=hunter out" in told
    assert "no style 'bloker' (did you mean 'blocker'?)" in refusal("neural(style=bloker)")
    assert "choose builder, blocker, hunter" in refusal("neural(style=3)")


def test_styles_share_one_network_and_play_differently(shipped: Path) -> None:
    names = Game("new-york", 2, seed=3).names
    plain, *styled = (network_at(names, style=style) for style in (None, *networks.STYLES))
    assert all(network.first is plain.first and network.logits is plain.logits for network in styled)
    assert network_at(names, style="hunter") is styled[2]
    specs = ("neural", *(f"neural(style={style})" for style in networks.STYLES))
    assert len({digest(played(spec)) for spec in specs}) == len(specs)
    assert digest(played(f"neural(file='{shipped / 'new-york.npz'}',style=hunter)")) == digest(played(specs[3]))


@pytest.mark.parametrize("temperature", ["-1", "101", "hot", "'0.5'"])
def test_a_temperature_that_is_none(shipped: Path, temperature: str) -> None:
    assert "a number from 0" in refusal(f"neural(temperature={temperature})")


def test_what_cannot_be_set() -> None:
    with pytest.raises(BadSpec, match=r"neural has no parameter 'temprature' .did you mean 'temperature'"):
        parse_spec("neural(temprature=1)")
    with pytest.raises(BadSpec, match="neural takes no budget of a time"):
        parse_spec("neural:1s")


def test_an_edited_board_is_another_board(shipped: Path) -> None:
    board = boards.load("new-york")
    other = board.model_copy(update={"routes": board.routes[:-1]})
    other.__dict__.pop("digest", None)
    assert weights_path(board).name == "new-york.npz"
    with pytest.raises(ValueError, match="no network for new-york"):
        weights_path(other)


def test_a_board_without_a_network_gets_the_general_one(shipped: Path) -> None:
    (shipped / "general.npz").touch()
    try:
        assert weights_path(boards.load("usa")).name == "general.npz"
        assert weights_path(boards.load("new-york")).name == "new-york.npz"
    finally:
        (shipped / "general.npz").unlink()


@pytest.mark.parametrize(
    ("content", "said"), [(b"not a zip at all", "not a weights file, or damaged"), (None, "no such file")]
)
def test_commands_say_what_is_wrong_with_a_file(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    if content is not None:
        path.write_bytes(content)
    done = CliRunner().invoke(app, [*SIMULATE, f"neural(file={path})"])
    told = " ".join(done.output.split())
    assert done.exit_code == 2 and said in told and "Traceback" not in told


def test_a_level_can_name_a_network(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none comes along for the board, the level is what it is elsewhere."""
    bots = {"medium": "neural(temperature=0.5)", "expert": "search:9(network=shipped)"}
    monkeypatch.setitem(ON_BOARD, "new-york", bots)
    board = boards.load("new-york")
    assert {level: str(meant_at(parse_spec(level), board)) for level in bots} == bots
    assert isinstance(make_bot("medium", Game(board, seed=1).names, seed=1), NeuralBot)
    monkeypatch.setattr(networks, "FOLDER", shipped / "nowhere")
    assert {level: str(meant_at(parse_spec(level), board)) for level in bots} == {
        level: LEVELS[level] for level in bots
    }
