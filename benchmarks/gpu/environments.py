"""`python -m benchmarks.gpu.environments expect FILE` steps environments of every setup on the CPU;
`python -m benchmarks.gpu.environments compare FILE` steps the same on a GPU, many setups side by side, and compares.

Where a training runs on the same GPU, it takes about a minute beside it. What came of it is told in docs/gpu.md.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.gpu.folding import Folded
from benchmarks.gpu.reference import BOTS, environment
from benchmarks.gpu.setups import Setup, all_setups
from carrozza.envs.vectorised.loops import STEP_RANDOM

CHUNK: Final = 5
"""Steps that one environment queues before the next one's turn."""


class Part(NamedTuple):
    slots: int
    steps: int
    """Random ones between two looks."""
    looks: int
    ended: int
    """Games that must have ended; more looks are taken until they have."""
    chosen: int
    """Steps with actions from outside, each followed by a look."""
    at_once: int
    """Setups side by side."""
    options: dict[str, Any]


PARTS: Final = {
    "plain": Part(2048, 240, 1, 10_000, 20, 10, {"observation": "flat"}),
    "tokens": Part(512, 60, 4, 0, 20, 15, {"observation": "tokens"}),
    BOTS: Part(256, 40, 6, 0, 20, 15, {"observation": "flat", "opponents": BOTS}),
}


def begun(setup: Setup, part: Part, device: str) -> Any:
    more = {"threads": 1} if device == "cpu" else {}
    options = {"reward": "shaped", "illegal": "lose", "hidden": True, **part.options, **more}
    games = environment(setup, part.slots, device, **options)
    games.reset()
    return games


def games_ended(games: Any) -> int:
    _, slots, *_ = games._arrays.games
    return int(slots["game"].sum())


def step_chosen(several: list[Any], step: int) -> None:
    """One step of each environment, with a legal action that is chosen outside."""
    for games in several:
        number = (games.actions * 0 + (step * 7919 + 13)) % games.mask.sum(axis=1)
        games.actions[:] = (games.mask.cumsum(axis=1) == (number + 1)[:, None]).argmax(axis=1)
    for games in several:
        games.begin()
    for games in several:
        games.finish()


def step_random(several: list[Any], steps: int, chunk: int = CHUNK) -> None:
    for _ in range(steps // chunk):
        for games in several:
            games._start(STEP_RANDOM, steps=chunk)
    for games in several:
        games._await()


def expectation(setup: Setup, part: Part) -> dict[str, Any]:
    with begun(setup, part, "cpu") as games:
        folded, looks = Folded(games, np), 0
        folded.look()
        while looks < part.looks or games_ended(games) < part.ended:
            games.step_random(part.steps)
            folded.look()
            looks += 1
        random = folded.digests()
        for step in range(part.chosen):
            step_chosen([games], step)
            folded.look()
        return {"looks": looks, "ended": games_ended(games), "random": random, "chosen": folded.digests()}


def differing(setups: list[Setup], part: Part, known: dict[str, Any], device: str) -> dict[str, list[str]]:
    """By setup, the arrays that are not as expected."""
    arrays = np if device == "cpu" else __import__("cupy")
    several = [begun(setup, part, device) for setup in setups]
    expected = [known[str(setup)] for setup in setups]
    folded = [Folded(games, arrays) for games in several]
    for one in folded:
        one.look()
    for number in range(max(told["looks"] for told in expected)):
        going = [at for at, told in enumerate(expected) if number < told["looks"]]
        step_random([several[at] for at in going], part.steps)
        for at in going:
            folded[at].look()
    random = [one.digests() for one in folded]
    for step in range(part.chosen):
        step_chosen(several, step)
        for one in folded:
            one.look()
    found = {}
    for setup, games, one, before, told in zip(setups, several, folded, random, expected, strict=True):
        pairs = [(told["random"], before), (told["chosen"], one.digests())]
        found[str(setup)] = sorted({name for want, made in pairs for name in want if want[name] != made[name]})
        games.close()
    return found


def expect(file: str, parts: list[str]) -> None:
    found: dict[str, Any] = {}
    for name in parts:
        found[name] = {}
        for setup in all_setups():
            found[name][str(setup)] = expectation(setup, PARTS[name])
            print(name, setup, found[name][str(setup)]["ended"], "games", flush=True)
    Path(file).write_text(json.dumps(found))


def compare(file: str, parts: list[str], device: str) -> None:
    known, bad, start = json.loads(Path(file).read_text()), 0, time.monotonic()
    for name in parts:
        part = PARTS[name]
        setups = [setup for setup in all_setups() if str(setup) in known[name]]
        for first in range(0, len(setups), part.at_once):
            group = setups[first : first + part.at_once]
            for setup, arrays in differing(group, part, known[name], device).items():
                bad += bool(arrays)
                told = f"DIFFERS in {', '.join(arrays)}" if arrays else "same"
                print(f"{name}, {setup}: {told} ({time.monotonic() - start:.0f} s)", flush=True)
    sys.exit(bool(bad))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu.environments", description=__doc__)
    parser.add_argument("command", choices=("expect", "compare"))
    parser.add_argument("file")
    parser.add_argument("--part", choices=tuple(PARTS), action="append", help="may be given several times; else all")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="cpu tries the comparison itself")
    asked = parser.parse_args()
    parts = asked.part or list(PARTS)
    if asked.command == "expect":
        expect(asked.file, parts)
    else:
        compare(asked.file, parts, asked.device)


if __name__ == "__main__":
    main()
