"""The comparison of environments on a GPU with those on the CPU, tried on the CPU alone."""

import numpy as np

from benchmarks.gpu.environments import Part, differing, expectation
from benchmarks.gpu.folding import Folded
from benchmarks.gpu.setups import Setup
from carrozza.envs import vector

SETUP = Setup("usa", (), 2)
SHORT = Part(4, 10, 2, 0, 3, 1, {"observation": "flat"})


def test_an_environment_is_as_expected_from_one_that_steps_alike() -> None:
    known = {str(SETUP): expectation(SETUP, SHORT)}
    assert differing([SETUP], SHORT, known, "cpu") == {str(SETUP): []}


def test_the_arrays_that_differ_are_told() -> None:
    known = {str(SETUP): expectation(SETUP, SHORT)}
    known[str(SETUP)]["random"]["mask"] = "another"
    assert differing([SETUP], SHORT, known, "cpu") == {str(SETUP): ["mask"]}


def test_one_bit_shows_in_one_look_of_many() -> None:
    with vector("usa", 2, 4, hidden=True, threads=1) as games:
        games.reset()
        same, other = Folded(games, np), Folded(games, np)
        for look in range(3):
            games.step_random(5)
            same.look()
            games.observations[1, 7] ^= -128 if look == 1 else 0
            other.look()
        found, changed = same.digests(), other.digests()
    assert [name for name in found if found[name] != changed[name]] == ["observations"]
