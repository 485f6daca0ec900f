"""Games in processes of their own: bots of any kind, and whatever becomes of them."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from loky.backend import resource_tracker
from loky.process_executor import BrokenProcessPool

from carrozza.arena import ArenaError, run_contest
from carrozza.arena.contest_run import ContestOptions, ContestResult
from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, make_contest
from carrozza.arena.playing.local_workers import LocalWorkers, WorkerProcess
from carrozza.arena.playing.worker_process import play_in_worker
from carrozza.interrupts import InterruptFlag
from tests.arena.arena_process import children_of, fork_arena, wait_until
from tests.arena.class_bots import FILE, FIRST_MOVE
from tests.arena.own_process import without_workers
from tests.arena.test_game_store import games_in

pytestmark = pytest.mark.slow


def played(bots: list[str], games: int = 8, **options: Any) -> ContestResult:
    return run_contest("new-york", 2, games, bots, options=ContestOptions(**options))


def totals(found: ContestResult) -> list[list[int]]:
    return found.results.outcomes["total"][..., :2].tolist()  # type: ignore[no-any-return]


def test_the_number_of_processes_does_not_matter() -> None:
    two = played([FIRST_MOVE, "greedy", "random"], threads=2)
    with without_workers():
        none = played([FIRST_MOVE, "greedy", "random"], threads=1)
    assert totals(none) == totals(two)
    assert two.standings.bots[0].clock is not None
    assert two.standings.games == 12


def test_records_take_processes_too_and_are_the_same_games(tmp_path: Path) -> None:
    move_by_move, compiled = played(["greedy", "random"], threads=2, records=tmp_path), played(["greedy", "random"])
    assert totals(move_by_move) == totals(compiled)
    assert len(list(tmp_path.glob("*.txt"))) == 8


def write_program(folder: Path, body: str) -> str:
    program = folder / "bot.py"
    program.write_text(f"import sys, time\n{body}\n", encoding="utf-8")
    return f"exec:{sys.executable} {program}"


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("sys.exit(3)", {"crash"}),
        ("print('hello?'); sys.stdout.flush(); time.sleep(60)", {"garbage", "slow"}),
        ("for line in sys.stdin: print('{}' * 10, flush=True)", {"garbage"}),
    ],
)
def test_a_program_that_misbehaves_is_counted_and_hurts_nobody(tmp_path: Path, body: str, kinds: set[str]) -> None:
    bot = f"{write_program(tmp_path, body)}(start=1s,move=1s)"
    with without_workers():
        found = played([bot, "random"], games=4, threads=1, out=tmp_path / "r.sqlite")
    faulty, innocent = found.standings.bots
    assert found.standings.games == 4
    assert faulty.faults.number >= 4, "in every game"
    assert set(faulty.faults.by_kind) <= kinds
    assert faulty.faults.examples
    assert innocent.faults.number == 0
    told = found.summary()
    assert told["faults"] == {faulty.name: faulty.faults.number, "random": 0}
    again = played([bot, "random"], games=4, out=tmp_path / "r.sqlite")
    assert (again.resumed, again.standings.bots[0].faults) == (4, faulty.faults), "they are stored too"


def test_a_program_that_does_not_exist_is_told_once() -> None:
    with pytest.raises(ArenaError, match="no-such-program"):
        played(["exec:./no-such-program", "random"], games=4, threads=2)


def test_a_process_that_is_killed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = make_contest("new-york", 2, 8, [FIRST_MOVE, "random"], seed=1)
    workers = LocalWorkers(contest, 2)
    killed: list[int] = []

    def play_and_kill(worker: WorkerProcess, batch: Batch) -> Any:
        playing = worker.pool.submit(play_in_worker, batch)
        if batch.first == 1 and not killed:
            (pid,) = worker.pool._processes
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)
        return playing.result()

    monkeypatch.setattr(WorkerProcess, "play", play_and_kill)
    batches = [Batch(seating, deal, 1, move_by_move=True) for deal in range(4) for seating in (0, 1)]
    results = list(workers.results(batches, InterruptFlag()))
    assert len(killed) == 1
    assert sorted(result.batch for result in results) == sorted(batches)
    for result in results:
        assert result.outcomes.tobytes() == play_batch(contest, result.batch).outcomes.tobytes()


def test_a_bot_that_kills_its_process_is_asked_again_in_another(tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    bots = [f"{FILE}:KilledOnce(marker='{marker}')", "random"]
    found = played(bots, games=4, threads=1)
    assert marker.exists()
    contest = make_contest("new-york", 2, 4, bots, seed=1)
    for seating, deal in ((0, 0), (1, 0), (0, 1), (1, 1)):
        again = play_batch(contest, Batch(seating, deal, 1, move_by_move=True))
        assert found.results.outcomes[seating, deal].tobytes() == again.outcomes[0].tobytes()


def test_a_process_that_always_dies_ends_the_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(worker: WorkerProcess, batch: Batch) -> Any:
        raise BrokenProcessPool("died")

    monkeypatch.setattr(WorkerProcess, "play", die)
    with pytest.raises(ArenaError, match=r"the process that plays .*FirstMove.* \(deal 0\) died 3 times"):
        played([FIRST_MOVE, "random"], threads=1)


def test_no_process_is_left_behind() -> None:
    resource_tracker.ensure_running()  # it ends with this process
    before = set(children_of(os.getpid()))
    played([FIRST_MOVE, "random"], threads=2)
    wait_until(lambda: set(children_of(os.getpid())) <= before, "processes are left")


def test_nobody_outlives_an_arena_that_is_killed(tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    arena = fork_arena(
        "--board", "new-york", "--bots", f"{FIRST_MOVE},random", "--games", 10_000, "--out", out, "--threads", 2
    )
    wait_until(lambda: games_in(out) >= 1, "no games were stored")
    workers = children_of(arena.pid)
    assert workers
    os.kill(arena.pid, signal.SIGKILL)
    arena.communicate()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "processes are left")
