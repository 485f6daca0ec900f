"""What each style is rewarded for, in the decisions of one game, and who plays in a style."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from carrozza.bots.specs.networks import STYLES
from carrozza.learning.config.model import Reward
from carrozza.learning.networks.flat import FlatNetwork
from carrozza.learning.training.checkpoint import save_checkpoint
from carrozza.learning.training.playing.style import DRAWN, MADE, TAKEN, StyleReward
from carrozza.learning.training.playing.styled import Styled
from carrozza.observation.spec import ObservationSpec
from tests.learning.with_torch.small import small_trainer

SPEC = ObservationSpec.of("new-york", seats=2)
ROUTE, TICKET = 3, 5
MINE = {"routes__mine": (ROUTE, 1)}


def cells(**quantities: tuple[int, int]) -> torch.Tensor:
    """An observation with a value at one cell of each named slice."""
    made = torch.zeros(SPEC.size, dtype=torch.int8)
    for name, (place, value) in quantities.items():
        made[SPEC.slice(name.replace("__", ".")).at + place] = value
    return made


def rewarded(
    style: str, *seen: tuple[int, torch.Tensor], styled: int = 0, ends: int | None = None
) -> list[list[float]]:
    """The rewards by step and seat of a game in which these seats see these cells, for a weight of 64: in points. A
    second slot, in which nobody plays in a style, sees the same."""
    steps = len(seen) - 1
    ended = torch.zeros(steps, 2, dtype=torch.bool)
    if ends is not None:
        ended[ends] = True
    rollout: Any = SimpleNamespace(
        reward=torch.zeros(steps, 2, 2),
        seat=torch.tensor([[seat] * 2 for seat, _ in seen]),
        observations=torch.stack([cells for _, cells in seen]).unsqueeze(1).repeat(1, 2, 1),
        ended=ended,
    )
    slots = Styled(torch.tensor([styled, -1]), torch.tensor([1 + STYLES.index(style), 0]))
    StyleReward(Reward(styles_share=0.5, style_weight=64.0), slots, SPEC).add_to(rollout)
    assert not rollout.reward[:, 1].any(), "nobody plays in a style there"
    found: list[list[float]] = rollout.reward[:, 0].tolist()
    return found


def test_a_builder_is_rewarded_for_the_points_of_a_route_while_it_has_trains() -> None:
    trains = SPEC.board.rules.trains
    found = rewarded("builder", (0, cells()), (1, cells()), (0, cells(**MINE, players__trains=(0, trains))))
    points = SPEC.board.rules.route_points[SPEC.board.routes[ROUTE].length]
    assert found == [[0, 0], [points, 0]]


@pytest.mark.parametrize(("wanted", "points"), [(ROUTE, TAKEN), (ROUTE + 1, 0.0)])
def test_a_blocker_is_rewarded_for_a_route_on_anothers_way(wanted: int, points: float) -> None:
    """The other seat wants it before the claim: afterwards it has to look for another way."""
    found = rewarded(
        "blocker", (0, cells(routes__on_way=(wanted, 1))), (1, cells()), (0, cells()), (1, cells(**MINE)), styled=1
    )
    assert found == [[0, 0], [0, 0], [0, points]]


def test_a_blocker_is_not_rewarded_for_a_route_that_it_wants_itself() -> None:
    found = rewarded("blocker", (0, cells()), (1, cells(routes__on_way=(ROUTE, 1))), (1, cells(**MINE)), styled=1)
    assert found == [[0, 0], [0, 0]]


def test_a_hunter_is_rewarded_for_tickets_drawn_and_made() -> None:
    held = {"tickets__held": (TICKET, 1)}
    found = rewarded("hunter", (0, cells()), (0, cells(**held)), (0, cells(**held, tickets__made=(TICKET, 1))))
    assert found == [[DRAWN, 0], [MADE, 0]]


@pytest.mark.parametrize("style", STYLES)
def test_seats_that_play_plainly_and_other_games_earn_nothing(style: str) -> None:
    seen = cells(**MINE, tickets__held=(TICKET, 1), players__trains=(0, 9))
    wanted = cells(routes__on_way=(ROUTE, 1))
    assert rewarded(style, (0, wanted), (1, cells()), (1, seen), styled=0) == [[0, 0], [0, 0]]
    assert rewarded(style, (1, wanted), (0, cells()), (0, seen), styled=0, ends=1) == [[0, 0], [0, 0]]


def test_one_seat_of_a_share_of_self_play_has_a_style() -> None:
    """Every style from every seat; nobody against past selves and bots."""
    trainer = small_trainer(games={"number": 64}, players=[2, 3], reward={"styles_share": 0.75})
    styled = trainer.rollout.styled
    assert styled is not None
    for group in trainer.groups:
        at, number = group.slots, round(0.75 * group.plan.alone)
        pairs = list(zip(styled.seat[at].tolist(), styled.style[at].tolist(), strict=True))
        assert all(pair == (-1, 0) for pair in pairs[number:])
        if number:
            seats, some = group.plan.seats, 3 * group.plan.seats
            assert set(pairs[: min(number, some)]) <= {(seat, style) for seat in range(seats) for style in (1, 2, 3)}
            assert len(set(pairs[:number])) == min(number, some)
    trainer.play_round(0.0)
    told = styled.told(trainer.rollout.seat)
    assert ((told > 0) == (trainer.rollout.seat == styled.seat)).all() and (told > 0).any() and (told == 0).any()
    trainer.close()


def test_styles_are_learned_and_change_nothing_for_whoever_plays_plainly() -> None:
    trainer = small_trainer(reward={"styles_share": 1.0, "style_weight": 3.0})
    styles = trainer.network.styles
    assert styles is not None
    before = styles.detach().clone()
    for _ in range(3):
        trainer.play_round(0.0)
    assert ((styles - before).abs().sum(-1) > 0).all()
    cells, mask, seats, _ = trainer.sampled_positions(8)
    plain, told = (trainer.network(cells, mask, seats, styles=numbers) for numbers in (None, torch.zeros(len(cells))))
    assert torch.equal(plain.logits, told.logits)
    trainer.close()


def test_a_network_may_learn_styles_later(tmp_path: Path) -> None:
    plain = small_trainer()
    save_checkpoint(tmp_path / "plain.pt", plain)
    styled = small_trainer(reward={"styles_share": 0.5}, network={"start": str(tmp_path / "plain.pt")})
    assert torch.equal(styled.network.first.weight, plain.network.first.weight)
    assert styled.network.styles is not None
    save_checkpoint(tmp_path / "styled.pt", styled)
    again = small_trainer(network={"start": str(tmp_path / "styled.pt")})
    assert again.network.styles is None
    for trainer in (plain, styled, again):
        trainer.close()


def test_a_style_adds_its_row_to_the_first_layers_bias() -> None:
    torch.manual_seed(1)
    network = FlatNetwork(SPEC.size, 16, 1, styles=True)
    assert network.styles is not None
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(torch.randn_like(parameter))
        seen = torch.randint(0, 9, (4, SPEC.size), dtype=torch.int8)
        mask, seats = torch.ones(4, 384, dtype=torch.bool), torch.full((4,), 2)
        said = network(seen, mask, seats, styles=torch.arange(4)).logits
        bias = network.first.bias.clone()
        for number in range(4):
            network.first.bias.copy_(bias if number == 0 else bias + network.styles[number - 1])
            torch.testing.assert_close(said[number], network(seen, mask, seats).logits[number], rtol=1e-3, atol=1e-3)
