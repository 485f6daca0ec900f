"""The trace a game leaves: played again from its decisions, it is the same whether compiled or interpreted.

Run as a program, it reads games from one file and writes their traces to another, in the way of running that its
environment asks for.
"""

import json
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from carrozza.kernel.actions import WORDS
from carrozza.kernel.compiled import INTERPRETED
from carrozza.kernel.imagine import imagine
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score
from carrozza.kernel.state import State, blank_state
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.laws.play import new_state, raw
from tests.setups import Setup

Decisions = npt.NDArray[np.int64]


MASK_EVERY = 3
"""Masks take long to interpret."""


class Trace(NamedTuple):
    """Checksums of every state and many masks, of what was seen and imagined half way, and of the final scores; and the
    last state, byte by byte."""

    course: int
    imagined: int
    scores: int
    end: str


def trace_of(setup: Setup, seed: int, decisions: Decisions) -> Trace:
    board = setup.compiled
    state = new_state(board, setup.seats, seed)
    mask = np.zeros(WORDS, np.uint64)
    course = imagined = 0
    for made, action in enumerate(decisions):
        course = zlib.crc32(raw(state), course)
        if made % MASK_EVERY == 0:
            legal(board, state, mask)
            course = zlib.crc32(mask.tobytes(), course)
        if made == len(decisions) // 2:
            imagined = imagined_from(setup, state, seed)
        play(board, state, int(action))
    return Trace(course, imagined, scores_of(setup, state), raw(state).hex())


def imagined_from(setup: Setup, state: State, seed: int) -> int:
    view = blank_state()
    make_view(state, seed % setup.seats, view)
    return zlib.crc32(raw(imagine(setup.compiled, view, seed)), zlib.crc32(raw(view)))


def scores_of(setup: Setup, state: State) -> int:
    scores = blank_scores()
    score(setup.compiled, state, scores, blank_workings())
    return zlib.crc32(raw(scores))


class Played(NamedTuple):
    """A game to be played again."""

    seats: int
    seed: int
    decisions: Decisions


def save_games(path: Path, games: list[Played]) -> None:
    path.write_text(json.dumps([(game.seats, game.seed, game.decisions.tolist()) for game in games]), encoding="utf-8")


def load_games(path: Path) -> list[Played]:
    saved = json.loads(path.read_text(encoding="utf-8"))
    return [Played(seats, seed, np.array(decisions)) for seats, seed, decisions in saved]


def traces(name: str, variants: tuple[str, ...], games: list[Played]) -> list[Trace]:
    return [trace_of(Setup(name, variants, game.seats), game.seed, game.decisions) for game in games]


def main(name: str, variants: str, source: str, target: str) -> None:
    made = traces(name, tuple(variants.split()), load_games(Path(source)))
    lines = [str(INTERPRETED), *(" ".join(map(str, trace)) for trace in made)]
    Path(target).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
