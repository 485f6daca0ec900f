"""Bots that are programs: good ones play, bad ones are stood in for, and the game goes on whatever they do."""

import json
import os
import shlex
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from carrozza.bots import BadSpec, make_bot
from carrozza.bots.fallback import LONGEST_QUOTE, MOST_FAULTS
from carrozza.bots.programs import starting
from carrozza.bots.programs.bot import ProgramBot
from carrozza.bots.programs.line_process import CHUNK, KEPT_ERRORS, LONGEST_LINE, LineProcess, TooSlow
from carrozza.game import Game, View
from carrozza.game.moves import Claim, Keep
from tests.bots import mischief

pytestmark = pytest.mark.slow

MISCHIEF = Path(mischief.__file__)
NOT_FOR_EVER = 120
"""Seconds. Programs that hang sleep far longer than that."""


AMPLE = "(start=100s,move=100s)"
"""Limits that no honest program exceeds, however busy the machine."""


def program(name: str, *arguments: str, limits: str = AMPLE) -> str:
    return f"exec:{shlex.join([sys.executable, str(MISCHIEF), name, *arguments])}{limits}"


def made(spec: str, game: Game, seed: int = 1) -> ProgramBot:
    bot = make_bot(spec, game.names, seed)
    assert isinstance(bot, ProgramBot)
    return bot


@contextmanager
def asked(name: str, limits: str = AMPLE, board: str = "usa") -> Iterator[tuple[ProgramBot, View]]:
    """A program, and the view it is shown again and again: the first turn of a game."""
    game = Game(board, seats=2, seed=6, first="Ada")
    for _ in game.seats:
        game.play(game.legal_moves[0])
    with closing(made(program(name, limits=limits), game)) as bot:
        yield bot, game.view("Ada")


def kinds(bot: ProgramBot) -> list[str]:
    return [fault.kind for fault in bot.faults]


def gone(process: int) -> bool:
    """Whether there is no such process any more, not even a dead one."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if Path("/proc").is_dir() and _is_zombie_of_another(process):
            return True
        time.sleep(0.02)
    return False


def _is_zombie_of_another(process: int) -> bool:
    """A grandchild's end is noted by whoever inherits it, in its own time."""
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return True
    return state == "Z" and int(parent) != os.getpid()


def number_of(bot: ProgramBot) -> int:
    return bot._process._process.pid


def test_an_honest_program_plays_a_whole_game() -> None:
    game = Game("europe", seats=2, seed=2)
    honest, other = made(program("honest"), game), make_bot("random", game.names, 2)
    players = dict(zip(game.seats, (honest, other), strict=True))
    said = 0
    while game.to_move is not None:
        view = game.view(game.to_move)
        move = players[game.to_move].choose(view)
        if game.to_move == game.seats[0]:
            said += 1
            legal = view.legal_moves
            assert move == legal[said % len(legal)], "its own choice, and nobody else's"
        game.play(move)
    assert said > 30 and honest.faults == [] and not honest.given_up
    honest.close()
    assert gone(number_of(honest))


FAULTS: list[tuple[str, str, list[str], str]] = [
    ("exit_at_once", "", ["crash"], "it ended with status 0"),
    ("leave", "", ["crash"], "it ended with status 3: ValueError: out of steam"),
    ("close_output", "", ["crash"], "it closed its output"),
    ("hang_at_hello", "(start=500ms,move=100s)", ["slow"], "nothing said for 0.5 s"),
    ("hello_garbage", "", ["garbage"], 'instead of hello: "good morning"'),
    ("hello_move", "", ["garbage"], "instead of hello: {"),
    ("hello_too_new", "", ["garbage"], "not protocol 1 or 2: {"),
    ("hang", "(start=100s,move=300ms)", ["slow"] * 3, "nothing said for 0.3 s"),
    ("deaf", "(start=100s,move=300ms)", ["slow"] * 3, "nothing said for 0.3 s"),
    ("babble", "", ["garbage"] * 3, "I think that "),
    ("binary", "", ["garbage"] * 3, ""),
    ("not_an_object", "", ["garbage"] * 3, "[1, 2, "),
    ("no_move", "", ["garbage"] * 3, '{"question": '),
    ("deep", "", ["garbage"] * 3, "[[[["),
    ("million_lines", "", ["garbage"] * 3, "line "),
    ("long_line", "", ["flood"], "xxxx"),
    ("cheat", "", ["illegal"] * 3, "finish"),
    ("imagine", "", ["illegal"] * 3, "claim atlantis-eldorado 6 gold"),
    ("overdraw", "", ["illegal"] * 3, "claim boston-montreal 2 blue"),
    ("foretell", "", ["number"] * 3, "asked question "),
    ("repeat", "", ["number"] * 3, "asked question "),
    ("no_number", "", ["number"] * 3, "asked question "),
]


@pytest.mark.parametrize(("name", "limits", "expected", "said"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_bad_program_never_hurts_the_game(name: str, limits: str, expected: list[str], said: str) -> None:
    game = Game("usa", seats=2, seed=3)
    bad, other = made(program(name, limits=limits or AMPLE), game), make_bot("greedy", game.names, 2)
    players = dict(zip(game.seats, (bad, other), strict=True))
    began = time.monotonic()
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    assert kinds(bad) == expected
    assert bad.given_up
    assert all(fault.said.startswith(said) and len(fault.said) <= LONGEST_QUOTE for fault in bad.faults)
    assert all(fault.said.isprintable() for fault in bad.faults)
    assert [fault.decision for fault in bad.faults] == sorted({fault.decision for fault in bad.faults})
    assert gone(number_of(bad)), "whoever is given up is ended at once"
    bad.close()
    assert time.monotonic() - began < NOT_FOR_EVER


def test_the_stand_in_plays_as_the_planner_would() -> None:
    with asked("cheat") as (bot, view):
        planner = make_bot("planner", view.names, bot.seed)
        for _ in range(MOST_FAULTS + 2):
            assert bot.choose(view) == planner.choose(view)
        assert len(bot.faults) == MOST_FAULTS


def test_one_fault_is_forgiven() -> None:
    """Also: the answer that came too late is not taken for that to the next question."""
    with asked("answer_late", limits=AMPLE) as (bot, view):
        legal = view.legal_moves
        assert len(legal) > 5
        played = []
        for question in range(1, 6):
            bot.move_limit = 0.1 if question == 2 else 100
            played.append(bot.choose(view))
        assert kinds(bot) == ["slow"] and bot.faults[0].decision == 2
        assert [played[0], *played[2:]] == [legal[question % len(legal)] for question in (1, 3, 4, 5)]


def test_a_program_is_asked_again_after_two_faults_only() -> None:
    with asked("hang", limits="(start=100s,move=200ms)") as (bot, view):
        for number in range(1, MOST_FAULTS + 1):
            assert not bot.given_up
            bot.choose(view)
            assert len(bot.faults) == number
        assert bot.given_up
        assert gone(number_of(bot)), "nobody waits for it any more"
        bot.choose(view)
        assert len(bot.faults) == MOST_FAULTS


class Listed(list[Claim]):
    """Legal moves that are only some of those there are."""

    @property
    def texts(self) -> list[str]:
        return [str(move) for move in self]


def test_what_a_move_leaves_open_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tickets in any order, claims without cards, and remarks nobody asked for."""
    game = Game("usa", seats=2, seed=6, first="Ada")
    with closing(made(program("plain"), game)) as bot:
        last = game.legal_moves[-1]
        assert isinstance(last, Keep) and len(last.tickets) == 3
        assert bot.choose(game.view("Ada")) == last
        for _ in game.seats:
            game.play(game.legal_moves[0])
        claims = Listed(move for move in game.legal_moves if isinstance(move, Claim))
        view = game.view("Ada")
        monkeypatch.setattr(View, "legal_moves", property(lambda _: claims))
        chosen = bot.choose(view)
        again = game.copy()
        again.play(Claim(claims[-1].route))
        assert chosen == again.history[-1].move, "as the game itself would pay"
        assert bot.faults == []


def test_a_program_may_talk_on_its_standard_error() -> None:
    with asked("complain") as (bot, view):
        for _ in range(3):
            bot.choose(view)
        assert bot.faults == []
        assert bot.errors.endswith("no\nthe last word\n")
        assert len(bot.errors) <= KEPT_ERRORS


def test_the_memory_a_program_costs_is_bounded() -> None:
    with asked("long_line") as (bot, view):
        bot.choose(Game("usa", seed=1).view("Ada"))  # compiles, or loads, the stand-in
    with asked("long_line") as (bot, view):
        tracemalloc.start()
        bot.choose(view)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert kinds(bot) == ["flood"]
        assert len(bot._process._unread) <= LONGEST_LINE + CHUNK
        assert peak < 20 * (LONGEST_LINE + CHUNK)


def test_a_program_that_never_reads_blocks_nobody() -> None:
    process = LineProcess([sys.executable, "-c", "import time; time.sleep(1000)"])
    with closing(process):
        began = time.monotonic()
        for _ in range(10):
            process.send("x" * 1_000_000)
        with pytest.raises(TooSlow):
            process.receive(began + 0.3)
        assert 0.3 <= time.monotonic() - began < NOT_FOR_EVER


def test_what_does_not_fit_into_the_pipe_arrives_later() -> None:
    count = "import sys; [print(len(line), flush=True) for line in sys.stdin]"
    with closing(LineProcess([sys.executable, "-c", count])) as process:
        sizes = [10, 1_000_000, 3, 200_000]
        for size in sizes:
            process.send("x" * size)
        deadline = time.monotonic() + 20
        assert [int(process.receive(deadline)) - 1 for _ in sizes] == sizes


def test_a_line_that_is_there_is_read_however_late_it_is() -> None:
    with closing(LineProcess([sys.executable, "-c", "import os; os.write(1, b'one\\ntwo\\n')"])) as process:
        assert process.receive(time.monotonic() + 20) == "one"
        assert process.receive(time.monotonic() - 1) == "two"


@pytest.mark.parametrize("name", ["honest", "stay", "hang"])
def test_nobody_is_left_behind(name: str) -> None:
    with asked(name, limits="(start=100s,move=500ms)") as (bot, view):
        bot.choose(view)
        process = number_of(bot)
        began = time.monotonic()
        bot.close()
        assert time.monotonic() - began < NOT_FOR_EVER
        bot.close()  # twice does no harm
    assert gone(process)


@pytest.mark.parametrize("name", ["spawn", "spawn_and_leave"])
def test_what_a_program_has_started_ends_with_it(name: str) -> None:
    with asked(name) as (bot, view):
        while not bot.errors:
            bot.choose(view)
        child = int(bot.errors.split()[0])
        bot.choose(view)
    assert kinds(bot) == (["crash"] if name == "spawn_and_leave" else [])
    assert gone(child)


def test_a_forgotten_program_is_ended() -> None:
    game = Game("usa", seats=2, seed=1)
    bot = made(program("stay"), game)
    bot.choose(game.view("Ada"))
    process = number_of(bot)
    del bot
    assert gone(process)


def test_a_fork_does_not_end_the_programs_of_its_parent() -> None:
    with asked("honest") as (bot, view):
        bot.choose(view)
        child = os.fork()
        if child == 0:
            bot._process._finalizer()
            os._exit(0)
        os.waitpid(child, 0)
        bot.choose(view)
        assert bot.faults == []


def last_message(log: Path) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(log.read_text().splitlines()[-1])
    return said


def test_goodbye_is_said(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = Game("usa", seats=2, seed=1)
    with made(program("honest", str(log)), game) as bot:
        bot.choose(game.view("Ada"))
    assert last_message(log) == {"type": "bye", "scores": None, "winners": []}


@pytest.mark.parametrize("name", ["honest", "speaks_1"])
def test_goodbye_carries_the_result_of_a_finished_game(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = Game("usa", seats=2, seed=1)
    with made(program(name, str(log)), game) as bot:
        bot.choose(game.view("Ada"))
        game.finish()
        bot.game_over(game.result())
    farewell = last_message(log)
    assert farewell["winners"] == list(game.winners)
    assert {seat: score["total"] for seat, score in farewell["scores"].items()} == {
        seat: score.total for seat, score in game.scores().items()
    }


def test_the_first_fault_keeps_what_the_program_said_on_its_standard_error() -> None:
    with asked("leave") as (bot, view):
        for _ in range(4):
            bot.choose(view)
        report = bot.report
    assert (report.decisions, report.replaced) == (4, 2)
    assert report.first is not None and report.first.traceback == "something long\nValueError: out of steam\n"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda folder: folder / "nobody", "cannot be started: No such file or directory; check the path"),
        (lambda folder: _file(folder, 0o644), "cannot be started: Permission denied; make it executable, or name what"),
        (lambda folder: folder, "cannot be started: Permission denied; make it executable"),
        (lambda folder: _file(folder, 0o755), "cannot be started: Exec format error; begin it with a #! line"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(make: Callable[[Path], Path], told: str, tmp_path: Path) -> None:
    with pytest.raises(BadSpec) as raised:
        make_bot(f"exec:{make(tmp_path)}", Game("usa", seed=1).names, 1)
    assert told in str(raised.value)


def _file(folder: Path, mode: int) -> Path:
    file = folder / "program"
    file.write_text("no program\n")
    file.chmod(mode)
    return file


def test_on_windows_a_program_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipes cannot be waited for there."""
    monkeypatch.setattr(starting, "os", SimpleNamespace(name="nt"))
    with pytest.raises(BadSpec, match="programs are bots on Linux and macOS only; on Windows use WSL"):
        make_bot(program("honest"), Game("usa", seed=1).names, 1)
