"""What each style is rewarded for, in two decisions of one seat."""

from types import SimpleNamespace
from typing import Any

import pytest
import torch

from carrozza.learning.config.model import Reward, Style
from carrozza.learning.training.playing.style import DRAWN, MADE, TAKEN, StyleReward
from carrozza.observation.spec import ObservationSpec

SPEC = ObservationSpec.of("new-york", seats=2)
ROUTE, TICKET = 3, 5


def cells(**quantities: tuple[int, int]) -> torch.Tensor:
    """An observation with a value at one cell of each named slice."""
    made = torch.zeros(SPEC.size, dtype=torch.int8)
    for name, (place, value) in quantities.items():
        made[SPEC.slice(name.replace("__", ".")).at + place] = value
    return made


def rewarded(style: Style, *seen: tuple[int, torch.Tensor]) -> list[list[float]]:
    """The rewards by step and seat of a game in which these seats see these cells, for a weight of 64: in points."""
    steps = len(seen)
    rollout: Any = SimpleNamespace(
        action=torch.zeros(steps, 1),
        reward=torch.zeros(steps, 1, 2),
        steps=steps,
        seat=torch.tensor([[seat] for seat, _ in seen]),
        observations=torch.stack([cells for _, cells in seen]).unsqueeze(1),
        ended=torch.zeros(steps, 1, dtype=torch.bool),
        learners=torch.tensor([-1]),
    )
    StyleReward(Reward(style=style, style_weight=64.0), rollout, SPEC).add_to(rollout)
    found: list[list[float]] = rollout.reward[:, 0].tolist()
    return found


def test_a_builder_is_rewarded_for_the_points_of_a_route_while_it_has_trains() -> None:
    trains = SPEC.board.rules.trains
    found = rewarded("builder", (0, cells()), (0, cells(routes__mine=(ROUTE, 1), players__trains=(0, trains))))
    points = SPEC.board.rules.route_points[SPEC.board.routes[ROUTE].length]
    assert found == [[points, 0], [0, 0]]


@pytest.mark.parametrize(("wanted", "points"), [(ROUTE, TAKEN), (ROUTE + 1, 0.0)])
def test_a_blocker_is_rewarded_for_a_route_on_anothers_way(wanted: int, points: float) -> None:
    other = cells(routes__on_way=(wanted, 1))
    found = rewarded("blocker", (1, cells()), (0, other), (1, cells(routes__mine=(ROUTE, 1))))
    assert found == [[0, 0], [0, points], [0, 0]]


def test_a_hunter_is_rewarded_for_tickets_drawn_and_made() -> None:
    held = {"tickets__held": (TICKET, 1)}
    found = rewarded("hunter", (0, cells()), (0, cells(**held)), (0, cells(**held, tickets__made=(TICKET, 1))))
    assert found == [[DRAWN, 0], [MADE, 0], [0, 0]]
