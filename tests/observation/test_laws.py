"""What holds for the observation of every position on every board."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from carrozza.kernel.state import STATE, State
from carrozza.observation.declaration import FAR_DETOUR, MOST
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.observer import Cells, Observer
from carrozza.observation.recall import Recall
from tests.laws.play import COLLECTOR, EVENLY, STYLES, played
from tests.laws.test_views import another_world, view_of
from tests.setups import FULL_SETUPS, SETUPS, Setup, everywhere

BOUNDED = {"routes.detour": FAR_DETOUR, "cities.distance": MOST, "tickets.network_distance": MOST}
"""What these say of anything as large or larger."""


def observer_of(setup: Setup) -> Observer:
    return Observer(setup.board, seats=setup.seats, variants=setup.variants)


def positions(setup: Setup, step: int, seed: int = 3) -> Iterator[State]:
    for style in STYLES:
        yield from map(State.of, played(setup.compiled, setup.seats, seed, style).states[::step])


@everywhere
def test_a_seat_observes_what_it_may_know(setup: Setup) -> None:
    """The same from the full state, from the view, and in a world that differs in all the seat cannot know."""
    observer = observer_of(setup)
    for i, state in enumerate(positions(setup, 149)):
        for seat in range(setup.seats):
            seen = observer.flat(state, seat).tobytes()
            assert observer.flat(view_of(state, seat), seat).tobytes() == seen
            assert observer.flat(another_world(setup.compiled, state, seat, seed=i), seat).tobytes() == seen


def assert_fits(observer: Observer, most: Cells) -> None:
    for found in observer.spec.flat_slices:
        cells = most[found.at : found.at + found.planes * found.stride]
        assert cells.max() <= BOUNDED.get(found.name, MOST - 1), found.name


@everywhere
def test_a_recall_kept_through_a_game_tells_what_a_fresh_one_does(setup: Setup) -> None:
    """And every cell is written, whatever was there before, and is large enough for what it holds."""
    observer = observer_of(setup)
    spec, search = observer.spec, Search()
    words = np.full(spec.words, 2**64 - 1, np.uint64)
    most = np.zeros(spec.size, np.int8)
    for style in (EVENLY, COLLECTOR):
        recalls = [Recall() for _ in range(setup.seats)]
        for state in map(State.of, played(setup.compiled, setup.seats, 5, style).states[:-1]):
            seat = int(state.actor)
            write_flat(spec.compiled, spec.plan, state, seat, recalls[seat], search, words)
            assert observer.flat(state, seat).tobytes() == words.tobytes()
            most = np.maximum(most, words.view(np.int8))
    assert_fits(observer, most)


def some_states(setup: Setup) -> bytes:
    found: bytes = played(setup.compiled, setup.seats, 7).states[:240:24].tobytes()
    return found


def observed(setup: Setup, states: bytes) -> str:
    """Hex digits of observations in both forms."""
    digest = hashlib.sha256()
    observer = observer_of(setup)
    for at in range(0, len(states), STATE.itemsize):
        state = State.from_bytes(states[at : at + STATE.itemsize])
        digest.update(observer.flat(state, int(state.actor)).tobytes())
        digest.update(observer.tokens(state, int(state.actor)).tobytes())
    return digest.hexdigest()


INTERPRETED = tuple(setup for setup in FULL_SETUPS if setup.board in ("europe", "old-west"))


def observe_files(folder: Path) -> None:
    """Print the digests for the states of files; what the interpreting process does."""
    for setup in INTERPRETED:
        print(observed(setup, (folder / str(setup)).read_bytes()))


@pytest.mark.slow
def test_interpreted_rules_write_the_same_observations(tmp_path: Path) -> None:
    for setup in INTERPRETED:
        (tmp_path / str(setup)).write_bytes(some_states(setup))
    program = "import sys, pathlib\nfrom tests.observation.test_laws import observe_files\n"
    program += "observe_files(pathlib.Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "CARROZZA_INTERPRET": "1"},
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.split() == [observed(setup, some_states(setup)) for setup in INTERPRETED], done.stderr


def test_every_setup_has_a_spec_of_its_own() -> None:
    digests = {observer_of(setup).spec.digest for setup in SETUPS}
    assert len(digests) == len(SETUPS)
