"""Bots at the terminal: those asked for play, who thinks long is said to, and who does wrong is told of."""

import shlex
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import ClassVar

import pytest

from carrozza.bots.compiled.bot import CompiledBot
from carrozza.bots.fallback import FAULTS
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.terminal import play_command
from carrozza.terminal.keyboard import Keyboard
from carrozza.terminal.seats import seats_for
from carrozza.terminal.session import Session
from carrozza.terminal.showing import thinking
from carrozza.terminal.showing.page import Page, make_console
from carrozza.terminal.showing.thinking import thinking_shown
from carrozza.terminal.terminal_game import TerminalGame
from carrozza.words import languages, say
from tests.bots import mischief
from tests.terminal.driver import ScriptedTerminal


def program(name: str, limits: str = "") -> str:
    return f"exec:{shlex.join([sys.executable, mischief.__file__, name])}{limits}"


def test_the_bots_asked_for_sit_down() -> None:
    seats = seats_for(["Ada"], ["planner", "easy", "search:5"])
    page = Page(make_console(StringIO()), "en")
    session = Session(TerminalGame(Game("usa", seats.names, seed=1), seats, page, Keyboard(page)))
    kinds = {name: type(bot).__name__ for name, bot in session.bots.items()}
    assert kinds == {"Planner": "CompiledBot", "Easy": "CompiledBot", "Search:5": "SearchBot"}
    easy = session.bots["Easy"]
    assert isinstance(easy, CompiledBot) and easy.memory.weights.any()
    session.close()


@pytest.mark.parametrize("bots", [("planner", "easy"), ("search:5", "greedy")])
def test_a_game_against_other_bots_goes_to_its_end(bots: tuple[str, ...]) -> None:
    terminal = ScriptedTerminal("new-york", bots=bots, seed=4)
    assert terminal.play_by(terminal.anyhow(4)) is None
    assert terminal.game.finished


@pytest.mark.parametrize("language", languages())
def test_faults_are_told_without_giving_secrets_away(language: str) -> None:
    terminal = ScriptedTerminal("new-york", bots=[program("cheat")], seed=4, language=language)
    assert terminal.play_by(terminal.anyhow(4)) is None
    name, illegal = "Exec:mischief.py", say("fault.illegal", language)
    lines = [" ".join(line.split()) for line in terminal.text.replace("\n   ", "").splitlines()]
    flowing = " ".join(" ".join(lines).split())
    assert flowing.count(say("terminal.bot_fault", language, player=name, fault=illegal)) == 3
    assert flowing.count(say("terminal.bot_given_up", language, player=name)) == 1
    said = say("terminal.bot_said", language, player=name, fault=illegal, said="finish")
    before, _, after = flowing.rpartition(say("terminal.end", language))
    assert said not in before and after.count(said) == 3


def test_an_honest_program_plays_along() -> None:
    terminal = ScriptedTerminal("new-york", bots=[program("honest")], seed=4)
    assert terminal.play_by(terminal.anyhow(4)) is None
    assert terminal.game.finished and "did wrong" not in terminal.text


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("language", languages())
def test_every_kind_of_fault_has_its_words(kind: str, language: str) -> None:
    assert say(f"fault.{kind}", language)


def screen(terminal: str = "xterm") -> tuple[Page, StringIO]:
    console = make_console(StringIO(), 80)
    console._force_terminal = True
    console._environ = {"TERM": terminal}
    file = console.file
    assert isinstance(file, StringIO)
    return Page(console, "en"), file


class Alarm:
    """A timer that goes off when the test says so."""

    made: ClassVar[list["Alarm"]] = []

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self.ring = ring
        self.made.append(self)

    def start(self) -> None: ...

    def cancel(self) -> None: ...


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch) -> list[Alarm]:
    monkeypatch.setattr(Alarm, "made", [])
    monkeypatch.setattr(thinking, "Timer", Alarm)
    return Alarm.made


def test_who_thinks_long_is_said_to_think(alarms: list[Alarm]) -> None:
    page, file = screen()
    with thinking_shown(page, "Hard"):
        alarms[0].ring()
        assert "Hard is thinking …" in file.getvalue()
    assert file.getvalue().endswith("\r\x1b[2K"), "and then the line goes"


def test_who_is_quick_is_not_mentioned(alarms: list[Alarm]) -> None:
    page, file = screen()
    with thinking_shown(page, "Medium"):
        assert file.getvalue() == ""
    alarms[0].ring()
    assert file.getvalue() == "", "not even by a timer that could not be cancelled in time"


def test_nothing_of_thinking_is_written_to_a_file(alarms: list[Alarm]) -> None:
    file = StringIO()
    with thinking_shown(Page(make_console(file, 80), "en"), "Hard"):
        assert alarms == []
    assert file.getvalue() == ""


def test_a_saved_game_goes_on_with_the_same_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    monkeypatch.setattr("sys.stdin", StringIO("1 2\n\n"))
    assert play_command("new-york", None, ["planner", "search:5"], 3, save=file) == 0
    assert Record.load(file).seats == ("Ada", "Planner", "Search:5")
    monkeypatch.setattr("sys.stdin", StringIO("draw deck\n"))
    capsys.readouterr()
    assert play_command(load=file, save=file) == 0
    assert "Ada, Planner, Search:5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("exec:./nobody-there", "'exec:./nobody-there': ./nobody-there cannot be started: No such file or directory"),
        ("planner(blocking=high)", "blocking is a number, such as 0.078, and not 'high'"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_before_the_game(
    bot: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play_command("usa", bots=[bot], save=tmp_path / "game.txt") == 2
    assert list(tmp_path.iterdir()) == [], "nothing is saved of it"
    printed = capsys.readouterr()
    assert printed.out == "" and told in printed.err and printed.err.count("\n") == 1
