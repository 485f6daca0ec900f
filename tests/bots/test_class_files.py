"""`path/to/file.py:ClassName` is a bot, without a package."""

import pickle
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carrozza.bots import BadSpec, FaultyBot, check_specs, make_bot, parse_spec
from carrozza.bots.plugins import PluginBot
from carrozza.cli import app
from carrozza.game import Game
from carrozza.server.games.seating.allowed_bots import bot_for_seat

pytestmark = pytest.mark.slow

SOURCE = """
from dataclasses import dataclass

from carrozza.bots import Bot
from friend import PLACE


class Eager(Bot):
    def __init__(self, names, seed, place=PLACE, label="none"):
        self.place, self.label = place, label

    def choose(self, view):
        assert view.my_turn
        return view.legal_moves[self.place]


class Thinker(Eager):
    def __init__(self, names, seed, seconds=1.0):
        super().__init__(names, seed)
        self.seconds = seconds


class Crashing(Eager):
    def choose(self, view):
        return self.nothing_there


class Wordy:
    def __init__(self, names, seed):
        pass

    def choose(self, view):
        return str(view.legal_moves[0])


@dataclass
class Board:
    names: object
    seed: int


NUMBER = 3
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "friend.py").write_text("PLACE = 1\n")
    (tmp_path / "mybot.py").write_text(SOURCE)
    return tmp_path / "mybot.py"


def made(spec: str, seed: int = 1) -> PluginBot:
    bot = make_bot(spec, Game("usa", seats=2, seed=1).names, seed)
    assert isinstance(bot, PluginBot)
    return bot


def test_a_class_in_a_file_plays(file: Path) -> None:
    view = Game("usa", seats=2, seed=1).view("Ada")
    with made(f"{file}:Eager") as bot:
        assert bot.choose(view) == view.legal_moves[1], "what stands beside the file can be imported"
    with made(f"{file}:Eager(place=2)") as bot:
        assert bot.choose(view) == view.legal_moves[2]
        assert bot.faults == []


def test_a_move_may_be_text(file: Path) -> None:
    view = Game("usa", seats=2, seed=1).view("Ada")
    with made(f"{file}:Wordy") as bot:
        assert (bot.choose(view), bot.faults) == (view.legal_moves[0], [])


def test_budget_and_settings_are_keywords(file: Path) -> None:
    assert made(f"{file}:Thinker:250ms").bot.seconds == 0.25  # type: ignore[attr-defined]
    assert made(f"{file}:Eager(label='a, b')").bot.label == "a, b"  # type: ignore[attr-defined]


def test_it_prints_and_reads_back(file: Path) -> None:
    spec = parse_spec(f"{file}:Thinker:0.5s")
    assert str(spec) == f"{file}:Thinker:500ms"
    assert parse_spec(str(spec)) == pickle.loads(pickle.dumps(spec)) == spec
    assert not spec.compiled


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("nofile.py:Eager", "nofile.py: check the path"),
        ("mybot.py:Eagre", "mybot.py has no class 'Eagre' (did you mean 'Eager'?); it has Eager, Thinker, Crashing, "),
        ("mybot.py:Board", "mybot.py: Board is not a bot: it has no method choose(view)"),
        ("mybot.py:NUMBER", "mybot.py:NUMBER is not a class, nor a function that makes a bot"),
        ("mybot.py:Eager(plce=1)", "Eager has no parameter 'plce' (did you mean 'place'?); it has place, label"),
        ("mybot.py:Eager:1s", "Eager takes no budget of a time; leave ':1s' out"),
        ("broken.py:Eager", "broken.py cannot be loaded: NameError: name 'Bot' is not defined (line 2)"),
        ("wrong.py:Eager", "wrong.py cannot be loaded: SyntaxError: '(' was never closed"),
        ("leaving.py:Eager", "leaving.py cannot be loaded: SystemExit: 3 (line 1)"),
    ],
)
def test_what_is_wrong_is_said(place: str, told: str, file: Path) -> None:
    (file.parent / "broken.py").write_text("\nclass Eager(Bot):\n    pass\n")
    (file.parent / "wrong.py").write_text("class Eager(\n")
    (file.parent / "leaving.py").write_text("raise SystemExit(3)\n")
    with pytest.raises((BadSpec, FaultyBot), match=re.escape(told)):
        check_specs([f"{file.parent}/{place}"])


def test_a_file_that_has_changed_is_loaded_again(file: Path) -> None:
    made(f"{file}:Eager")
    file.write_text(SOURCE.replace("class Eager", "class Lazy").replace("(Eager)", "(Lazy)"))
    with pytest.raises(FaultyBot, match=r"no class 'Eager'"):
        made(f"{file}:Eager")


def test_a_crash_keeps_the_traceback(file: Path) -> None:
    view = Game("usa", seats=2, seed=1).view("Ada")
    with made(f"{file}:Crashing") as bot:
        for _ in range(4):
            assert bot.choose(view) in view.legal_moves
        report = bot.report
    assert (report.decisions, report.replaced, len(report.faults)) == (4, 4, 3)
    assert report.first is not None
    assert report.first.traceback.startswith("Traceback (most recent call last):\n")
    assert "return self.nothing_there" in report.first.traceback
    assert "plugins.py" not in report.first.traceback


def test_the_arena_plays_it_in_worker_processes(file: Path) -> None:
    bots = f"{file}:Eager(place=0),random"
    options = ["--games", "4", "--board", "new-york", "--threads", "1", "--json"]
    done = CliRunner().invoke(app, ["arena", "--bots", bots, *options])
    assert done.exit_code == 0, done.stderr
    assert f"{file}:Eager(place=0)" in done.stdout


def test_no_seat_of_a_server_can_have_one(file: Path) -> None:
    for text in (f"{file}:Eager", "mybot.py:Eager", "./mybot.py:Eager"):
        with pytest.raises(BadSpec, match="no bot '"):
            bot_for_seat(text)
