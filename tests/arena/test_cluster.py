"""The same contest on a real Ray cluster, also where a worker is killed in mid-run."""

import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from carrozza import boards
from carrozza.arena import ArenaError, ContestResult, run_contest, simulate_command
from carrozza.arena.contest_run import ContestOptions
from carrozza.arena.tables.declaration import TABLES
from carrozza.game.records.record import Record
from tests.arena.arena_process import start_arena
from tests.arena.class_bots import FILE
from tests.arena.own_process import without_workers

pytestmark = pytest.mark.slow

BOTS = ["greedy", "random"]
CPUS = 2
GAMES = 1000
"""Several batches for each worker."""
OWN_BOARD = Path(__file__).parents[2] / "examples" / "boards" / "tasmania.toml"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster on this machine: the address to reach it by."""
    import ray.cluster_utils  # takes seconds, which the other tests need not wait for

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    head = {"num_cpus": CPUS, "object_store_memory": 100_000_000}
    head |= {"include_dashboard": False, "include_log_monitor": False}
    made: Any = ray.cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    yield made.address
    made.shutdown()


@pytest.fixture(scope="module")
def joined(cluster: str) -> Iterator[str]:
    """The same cluster, which this process has joined already: its contests share the worker processes."""
    import ray

    ray.init(address=cluster, log_to_driver=False, logging_level=logging.ERROR)
    yield cluster
    ray.shutdown()


def played(
    games: int, bots: list[str] = BOTS, on_progress: Any = None, board: Path | str = "new-york", **options: Any
) -> ContestResult:
    with without_workers():
        return run_contest(board, 2, games, bots, options=ContestOptions(**options), on_progress=on_progress)


def same(one: ContestResult, other: ContestResult) -> bool:
    return one.results.outcomes.tobytes() == other.results.outcomes.tobytes()


def test_the_cluster_plays_the_same_games(cluster: str, tmp_path: Path) -> None:
    local, far = played(GAMES), played(GAMES, cluster=cluster, out=tmp_path / "r.sqlite")
    assert same(local, far)
    assert played(GAMES, out=tmp_path / "r.sqlite").resumed == GAMES, "a local run goes on with what the cluster did"
    untimed = ("seconds_per_move", "seconds_per_move_99", "seconds_per_move_max")
    for one, other in zip(local.summary()["bots"], far.summary()["bots"], strict=True):
        assert {key: one[key] for key in one if key not in untimed} == {
            key: other[key] for key in other if key not in untimed
        }


def test_a_bot_in_python_that_kills_its_worker_costs_no_game_and_doubles_none(joined: str, tmp_path: Path) -> None:
    counted: list[int] = []
    marker, games = tmp_path / "killed", 8
    bots = [f"{FILE}:KilledOnce(marker='{marker}')", "random"]
    far = played(games, bots, on_progress=lambda results: counted.append(results.games), cluster=joined)
    assert marker.exists(), "nobody was killed"
    assert counted == list(range(1, games + 1)), "every game once"
    assert same(far, played(games, bots, threads=1))


def test_an_own_board_travels_with_the_contest_and_its_records_replay(
    joined: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(OWN_BOARD.parent)  # the workers are elsewhere: they find no such file
    bots = [f"{FILE}:FirstMove", "random"]
    far = played(2, bots, board=OWN_BOARD.name, cluster=joined, records=tmp_path)
    assert same(far, played(2, bots, board=OWN_BOARD.name, threads=1))
    records = [Record.load(file) for file in tmp_path.iterdir()]
    assert [record.replay().board for record in records] == [boards.load(OWN_BOARD)] * 2


def test_the_cluster_writes_the_same_tables(joined: str, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"board": "new-york", "players": 2, "games": 40, "seed": 3, "as_json": True}
    assert simulate_command(**asked, out=tmp_path / "local", decisions=True) == 0
    assert simulate_command(**asked, out=tmp_path / "far", decisions=True, cluster=joined) == 0
    for table in TABLES:
        local, far = (parquet.read_table(tmp_path / where / table.name) for where in ("local", "far"))
        assert local.equals(far), table.name


def test_what_goes_wrong_on_the_cluster_is_told(joined: str) -> None:
    with pytest.raises(ArenaError, match=r"on the cluster: .*no-such-program"):
        played(4, ["exec:./no-such-program", "random"], cluster=joined)


def test_a_cluster_of_its_own_for_one_contest() -> None:
    contest = ("--board", OWN_BOARD, "--bots", "greedy,random", "--games", 400)
    arena = start_arena(*contest, "--cluster", "local", "--threads", 1, "--json")
    output, errors = arena.communicate(timeout=600)
    assert (arena.returncode, errors) == (0, "")
    told, expected = json.loads(output)["bots"], json.loads(json.dumps(played(400, board=OWN_BOARD).summary()["bots"]))
    assert [bot["win_rate"] for bot in told] == [bot["win_rate"] for bot in expected]


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "ray"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [])
    with pytest.raises(ArenaError, match=r"needs Ray; install 'carrozza\[cluster\]'"):
        played(4, cluster="local")
