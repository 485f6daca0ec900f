"""The labels say what the other seats hold, and change nothing that the seat to move is given."""

from typing import Any

import numpy as np
import pytest

from carrozza import envs
from carrozza.envs.devices import vector
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.kernel.state import State
from tests.envs.gpu_on_cpu import GpuOnCpu
from tests.envs.test_gpu_vector import on_gpu

SETUP: dict[str, Any] = {"board": "new-york", "seats": 3, "games": 4, "seed": 3}


@pytest.fixture
def labelled() -> envs.CpuVector:
    made = vector(**SETUP, hidden=True, threads=1)
    made.reset()
    return made


def holdings(names: Names, position: Position, seat: int) -> list[int]:
    """1 for each ticket that the seat holds, then its cards by kind."""
    tickets, hand = position.tickets(seat), dict(position.hand(seat).items())
    return [
        *(int(ticket.id in tickets) for ticket in names.board.tickets),
        *(hand.get(kind, 0) for kind in names.kinds),
    ]


def test_they_are_what_the_other_seats_hold_in_turn_order(labelled: envs.CpuVector) -> None:
    names = Names(labelled.board, ["Ada", "Bruno", "Carla"])
    for _ in range(12):
        labelled.step_random(9)
        for game, seat in enumerate(labelled.seat.tolist()):
            position = Position(names, State.of(labelled.states[game]))
            one, other = (holdings(names, position, (seat + place) % 3) for place in (1, 2))
            assert labelled.hidden is not None and labelled.hidden[game].tolist() == one + other


def test_what_a_policy_is_given_is_the_same_without_them(labelled: envs.CpuVector) -> None:
    plain = vector(**SETUP, threads=1)
    plain.reset()
    assert plain.hidden is None
    for _ in range(12):
        for games in (plain, labelled):
            games.step_random(9)
        np.testing.assert_array_equal(plain.observations, labelled.observations)
        np.testing.assert_array_equal(plain.mask, labelled.mask)
        assert plain.states.tobytes() == labelled.states.tobytes()


@pytest.mark.slow
def test_a_gpu_writes_the_same_labels(labelled: envs.CpuVector, monkeypatch: pytest.MonkeyPatch) -> None:
    there = on_gpu(GpuOnCpu(monkeypatch), **SETUP, hidden=True)
    for games in (there, labelled):
        games.step_random(40)
    np.testing.assert_array_equal(there.hidden, labelled.hidden)
