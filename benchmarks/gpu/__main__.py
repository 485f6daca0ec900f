"""`python -m benchmarks.gpu expect FILE` plays on the CPU of any machine; `python -m benchmarks.gpu run FILE REPORT`
plays the same on a GPU, compares and measures. What came of it is told in docs/gpu.md.

`python -m benchmarks.gpu steps REPORT` measures random steps with flat observations alone, within a minute.

`python -m benchmarks.gpu compile CC` compiles all that a run needs for a GPU that is not here.
"""

import argparse
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.gpu.setups import Setup, all_setups

if TYPE_CHECKING:
    from carrozza.envs.gpu.device import Gpu

GAMES = 10_000
MEASURED_SEATS = (2, 4)
STEPPING = (
    "step_games_with_bots",
    "step_games",
    "list_stale",
    "prepare_stale",
    "search_ways",
    "take_ways",
    "note_tickets",
    "note_routes",
    "finish_stale",
    "observe_flat",
    "observe_tokens",
)
STEPPED: Final = (1 << 14, 1 << 16, 1 << 17, 1 << 18)
"""Games whose steps are measured in all ways."""
MOST: Final = 1 << 19
"""Games whose random steps alone are measured: the other ways would take long and show nothing new."""
MANY: Final = 1 << 18
"""With so many games a few steps take long enough to be measured."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("command", choices=("expect", "compile", "steps", "run"))
    parser.add_argument("given", nargs="+")
    asked = parser.parse_args()
    commands: dict[str, Callable[..., None]] = {"expect": expect, "compile": compile_all, "steps": steps, "run": run}
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


def steps(report: str) -> None:
    from carrozza.envs.gpu.device import find_gpu

    gpu = find_gpu()
    usa = all_setups()[0]
    found = {str(games): told(games, side_by_side(gpu, usa, games)) for games in (*STEPPED, MOST)}
    Path(report).write_text(json.dumps({"gpu": gpu.name, "steps": found}, indent=1))


def side_by_side(gpu: "Gpu", setup: Setup, games: int) -> dict[str, float]:
    """Random steps a second in one environment, and where two or four share the games."""
    from benchmarks.gpu.on_gpu import random_steps

    count = 100 if games < MANY else 20
    found = {"inside": random_steps(gpu, setup, games, count)}
    for several in (2, 4):
        found[f"inside, {several} side by side"] = random_steps(gpu, setup, games, count, several=several)
    gpu.cupy.get_default_memory_pool().free_all_blocks()
    return found


def other_steps(gpu: "Gpu", setup: Setup, games: int) -> dict[str, float]:
    from benchmarks.gpu.on_gpu import random_steps, steps_by_policy

    found = {
        "inside without observation": random_steps(gpu, setup, games, 100, observation=None),
        "inside, tokens": random_steps(gpu, setup, games, 100, observation="tokens"),
        "against planner": random_steps(gpu, setup, games, 20, opponents="planner"),
        "checked": steps_by_policy(gpu, setup, games, "error"),
        "lose": steps_by_policy(gpu, setup, games, "lose"),
    }
    gpu.cupy.get_default_memory_pool().free_all_blocks()
    return found


def told(games: int, rates: dict[str, float]) -> dict[str, float]:
    print(games, {name: f"{rate / 1e6:.1f} M/s" for name, rate in rates.items()}, flush=True)
    return rates


def run(expected: str, report: str) -> None:
    from benchmarks.gpu.on_gpu import compared, random_games
    from carrozza.envs.gpu.device import find_gpu

    gpu = find_gpu()
    known = json.loads(Path(expected).read_text())
    found: dict[str, Any] = {"gpu": gpu.name, "equal": {}, "random": {}, "steps": {}}
    usa = all_setups()[0]
    for games in STEPPED:
        found["steps"][str(games)] = told(games, side_by_side(gpu, usa, games) | other_steps(gpu, usa, games))
    found["steps"][str(MOST)] = told(MOST, side_by_side(gpu, usa, MOST))
    for setup in all_setups():
        if str(setup) not in known:
            continue
        wanted = known[str(setup)]
        found["equal"][str(setup)] = {"games": wanted["games"], "differing": compared(gpu, setup, wanted)}
        print(setup, found["equal"][str(setup)], flush=True)
        if setup.seats in MEASURED_SEATS:
            rate, decisions = random_games(gpu, setup)
            found["random"][str(setup)] = {
                "games": rate,
                "decisions": decisions,
                "cpu": wanted["games_a_second"],
            }
            print(f"    {rate / 1e6:.2f} M games/s, {decisions / 1e9:.2f} G decisions/s", flush=True)
    Path(report).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
