"""`python -m benchmarks.gpu expect FILE` plays on the CPU of any machine; `python -m benchmarks.gpu run FILE REPORT`
plays the same on a GPU, compares and measures. What came of it is told in docs/gpu.md.

`python -m benchmarks.gpu compile CC` compiles all that a run needs for a GPU that is not here.
"""

import argparse
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.gpu.setups import Setup, all_setups

GAMES = 10_000
MEASURED_SEATS = (2, 4)
STEPPING = ("step_games_with_bots", "step_games", "list_stale", "refresh_stale", "observe_flat", "observe_tokens")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("command", choices=("expect", "compile", "run"))
    parser.add_argument("given", nargs="+")
    asked = parser.parse_args()
    commands: dict[str, Callable[..., None]] = {"expect": expect, "compile": compile_all, "run": run}
    commands[asked.command](*asked.given)


def expect(file: str, *numbers: str) -> None:
    """Of all setups, or of those with these numbers."""
    setups = all_setups()
    found = {}
    for setup in [setups[int(number)] for number in numbers] or setups:
        found[str(setup)] = expected_of(setup)
        print(setup, round(found[str(setup)]["games_a_second"]), "games/s", flush=True)
    Path(file).write_text(json.dumps(found))


def expected_of(setup: Setup) -> dict[str, Any]:
    from benchmarks.gpu.reference import expectation

    return expectation(setup, GAMES)


def compile_all(cc: str) -> None:
    from carrozza.envs.gpu.cubins import find_cubin
    from carrozza.envs.gpu.fitting import FULL, Fit

    fits = {Fit.of(setup.compiled.routes, setup.seats) for setup in all_setups() if setup.seats in MEASURED_SEATS}
    wanted = [(kernel, FULL) for kernel in STEPPING]
    wanted += [(kernel, fit) for fit in (FULL, *fits) for kernel in ("play_random", "score_games")]
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        for cubin in cores.map(lambda asked: find_cubin(asked[0], asked[1], cc), wanted):
            print(cubin.code, flush=True)


def run(expected: str, report: str) -> None:
    from benchmarks.gpu.on_gpu import compared, random_games, random_steps, steps_by_policy
    from carrozza.envs.gpu.device import find_gpu

    gpu = find_gpu()
    known = json.loads(Path(expected).read_text())
    found: dict[str, Any] = {"gpu": gpu.name, "equal": {}, "random": {}, "steps": {}}
    usa = all_setups()[0]
    for games in (1 << 14, 1 << 16, 1 << 17, 1 << 18):
        found["steps"][str(games)] = {
            "inside": random_steps(gpu, usa, games, 100),
            "inside, 2 side by side": random_steps(gpu, usa, games, 100, several=2),
            "inside, 4 side by side": random_steps(gpu, usa, games, 100, several=4),
            "inside without observation": random_steps(gpu, usa, games, 100, observation=None),
            "inside, tokens": random_steps(gpu, usa, games, 100, observation="tokens"),
            "against planner": random_steps(gpu, usa, games, 20, opponents="planner"),
            "checked": steps_by_policy(gpu, usa, games, "error"),
            "lose": steps_by_policy(gpu, usa, games, "lose"),
        }
        print(games, {name: f"{rate / 1e6:.1f} M/s" for name, rate in found["steps"][str(games)].items()}, flush=True)
    for setup in all_setups():
        if str(setup) not in known:
            continue
        told = known[str(setup)]
        found["equal"][str(setup)] = {"games": told["games"], "differing": compared(gpu, setup, told)}
        print(setup, found["equal"][str(setup)], flush=True)
        if setup.seats in MEASURED_SEATS:
            rate, decisions = random_games(gpu, setup)
            found["random"][str(setup)] = {
                "games": rate,
                "decisions": decisions,
                "cpu": told["games_a_second"],
            }
            print(f"    {rate / 1e6:.2f} M games/s, {decisions / 1e9:.2f} G decisions/s", flush=True)
    Path(report).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
