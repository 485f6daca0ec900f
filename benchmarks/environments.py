"""Environments for learning: decisions a second on one core, beside those of other projects in the same run.

Peers run in processes of their own, by the interpreter that `--peer-python` or `CARROZZA_PEER_PYTHON` names (they are
the optional extra `peers`). All take turns, round by round, and count CPU time, so that what else the machine does
falls on all. Every decision is random and legal, and comes with an observation and a mask.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console

from benchmarks import machine, report
from benchmarks.timing import FULL, QUICK, Effort, Measure, Measures
from carrozza import envs
from carrozza.kernel.layout import Grid
from carrozza.observation.spec import Form

PEERS: Final = ("pettingzoo", "open_spiel", "pgx")
GROUP: Final = "Environments, one core, random decisions with observation and mask"
GAMES: Final = 32
"""So many fit into a core's own cache; more are slower each."""
DECISIONS: Final = 40
"""Of one game at a time: fewer than any game has."""
STEPS: Final = 50
ROUNDS: Final = 7

Player = Callable[[float], float]
"""Plays for so many seconds; returns decisions a second of CPU time."""


class Peer:
    """An environment of another project, in a process."""

    def __init__(self, name: str, python: str) -> None:
        program = Path(__file__).with_name("peers.py")
        self.process = subprocess.Popen(
            [python, str(program), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        )
        answer = self._answer()
        self.missing: str = answer.get("missing", "")
        self.name: str = answer.get("name", name)

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return dict(json.loads(line)) if line else {"missing": "it ended without an answer"}

    def play(self, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self._answer()["rate"])

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def inside(observation: Form | None, board: str = "usa", seats: int = 2, games: int = GAMES) -> Player:
    """Actions chosen inside the compiled call."""
    vector = envs.vector(board, seats, games, observation=observation, threads=1)
    vector.reset()
    return _timed(lambda: vector.step_random(STEPS), games * STEPS)


def outside(games: int) -> Player:
    """Actions chosen by NumPy between the steps, which is counted too."""
    vector = envs.vector("usa", 2, games, threads=1)
    vector.reset()
    chance = np.random.default_rng(1)

    def play_some() -> None:
        for _ in range(STEPS):
            vector.step((vector.mask * chance.random(vector.mask.shape, np.float32)).argmax(axis=1))

    return _timed(play_some, games * STEPS)


def one_at_a_time() -> Player:
    """All seats, through PettingZoo's interface."""
    env = envs.aec("usa", 2)
    chance = np.random.default_rng(1)

    def play_some() -> None:
        env.reset()
        for _ in env.agent_iter(DECISIONS):
            observed, *_ = env.last()
            env.step(_any_legal(observed["action_mask"], chance))

    return _timed(play_some, DECISIONS)


def one_seat() -> Player:
    """Through Gymnasium's interface; the decisions of the random opponent are not counted."""
    env = envs.seat("usa", opponents="random")
    chance = np.random.default_rng(1)

    def play_some() -> None:
        _, info = env.reset()
        for _ in range(DECISIONS):
            _, _, _, _, info = env.step(_any_legal(info["action_mask"], chance))

    return _timed(play_some, DECISIONS)


def _any_legal(mask: Grid, chance: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(chance.random() * len(legal))])


def _timed(play_some: Callable[[], object], decisions: int) -> Player:
    def play(seconds: float) -> float:
        played, began = 0, time.process_time()
        while (taken := time.process_time() - began) < seconds:
            play_some()
            played += decisions
        return played / taken

    play(0.1)
    return play


def own_players() -> dict[str, Player]:
    return {
        "usa, 2 seats, flat observation": inside("flat"),
        "usa, 2 seats, flat observation, 1024 games": inside("flat", games=1024),
        "usa, 2 seats, tokens": inside("tokens"),
        "usa, 2 seats, no observation": inside(None),
        "europe, 4 seats, flat observation": inside("flat", "europe", 4),
        "usa, 2 seats, flat, actions from NumPy, 1024 games": outside(1024),
        "usa, 2 seats, flat, PettingZoo": one_at_a_time(),
        "usa, 1 seat and random, flat, Gymnasium": one_seat(),
    }


def measure_environments(effort: Effort, python: str = "") -> Measures:
    python = python or os.environ.get("CARROZZA_PEER_PYTHON", sys.executable)
    with ExitStack() as stack:
        peers = list(_started(python, stack))
        players = own_players() | {peer.name: peer.play for peer in peers if not peer.missing}
        rounds = [{name: play(effort.seconds) for name, play in players.items()} for _ in range(effort.runs)]
        for name in players:
            yield Measure(GROUP, name, "decisions/s", tuple(rates[name] for rates in rounds))
        first = next(iter(players))
        for peer in peers:
            if peer.missing:
                yield Measure(GROUP, f"{peer.name}: not installed (carrozza[peers])", "decisions/s", (0.0,))
                continue
            ratios = tuple(rates[first] / rates[peer.name] for rates in rounds)
            yield Measure(GROUP, f"{first}: times {peer.name.partition(' (')[0]}", "ratio", ratios)


def _started(python: str, stack: ExitStack) -> Iterator[Peer]:
    for name in PEERS:
        peer = Peer(name, python)
        stack.callback(peer.close)
        yield peer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--peer-python", default="", metavar="PATH", help="the interpreter that has the peers")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--quick", action="store_true", help="shorter rounds")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    chosen = parser.parse_args()
    usual = QUICK if chosen.quick else FULL
    effort = Effort(chosen.rounds, usual.seconds, usual.cold_runs)
    facts = machine.facts(" ".join(["python -m benchmarks.environments", *sys.argv[1:]]))
    measures = list(measure_environments(effort, chosen.peer_python))
    if chosen.json:
        print(json.dumps(report.as_json(facts, measures), indent=1))
    else:
        report.print_tables(Console(highlight=False), facts, measures)


if __name__ == "__main__":
    main()
