"""Networks in compiled games: they play as they do one by one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, Contest, make_contest
from carrozza.bots.neural.weights import write_weights
from tests.bots.neural.networks import random_weights

DEALS = 5


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("networks")
    for seed in (1, 2):
        write_weights(folder / f"{seed}.npz", random_weights("new-york", seed=seed))
    return [folder / "1.npz", folder / "2.npz"]


def contest(*bots: str, noted: bool = False) -> Contest:
    return replace(make_contest("new-york", len(bots), 1, bots, seed=3), noted=noted)


def test_networks_and_a_compiled_bot_play_as_they_do_one_by_one(files: list[Path]) -> None:
    made = contest(f"neural(file={files[0]})", "planner", f"neural(file={files[1]},temperature=1)")
    together = play_batch(made, Batch(1, 2, DEALS, move_by_move=False))
    alone = [play_batch(made, Batch(1, 2 + deal, 1, move_by_move=True)) for deal in range(DEALS)]
    assert [played.outcomes[0].tobytes() for played in alone] == [outcome.tobytes() for outcome in together.outcomes]
    assert np.sum(together.claims) == together.outcomes["routes_claimed"].sum()  # type: ignore[arg-type]


def test_a_network_at_two_seats(files: list[Path]) -> None:
    bot = f"neural(file={files[0]},temperature=1)"
    made = contest(bot, bot)
    together = play_batch(made, Batch(0, 0, 2, move_by_move=False))
    alone = play_batch(made, Batch(0, 1, 1, move_by_move=True))
    assert alone.outcomes[0].tobytes() == together.outcomes[1].tobytes()


def test_games_of_networks_are_noted_one_by_one(files: list[Path]) -> None:
    bots = f"neural(file={files[0]})", "planner"
    assert contest(*bots).all_compiled
    assert not contest(*bots, noted=True).all_compiled
