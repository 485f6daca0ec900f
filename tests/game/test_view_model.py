"""The view model: whatever is built fits it, in every phase and for every viewer."""

from collections.abc import Iterator

import pytest

from carrozza.game import Game
from carrozza.game.view_model import ViewModel, view_fields, view_model
from tests.playing import Dice, choose
from tests.setups import FULL_SETUPS, Setup


def positions(setup: Setup, seed: int) -> Iterator[Game]:
    """Of one game: the first of each phase, the last, and every twentieth."""
    game, dice, seen = setup.game(seed), Dice(seed), set[str]()
    while not game.finished:
        if game.phase not in seen or len(game.history) % 20 == 0:
            yield game
        seen.add(game.phase)
        game.play(choose(game, dice))
    yield game


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_in_every_phase_the_fields_are_those_of_the_model(setup: Setup) -> None:
    phases = set()
    for number, game in enumerate(positions(setup, seed=7)):
        phases.add(game.phase)
        for seat in (number % setup.seats, None):
            result = game.result() if game.finished else None
            fields = view_fields(game.view(seat), "it" if number % 2 else "en", result=result)
            ViewModel.model_validate(fields, strict=True, extra="forbid")
    assert {"opening", "turn", "second", "tickets_drawn", "over"} <= phases


def test_a_view_model_says_what_a_player_may_know_and_do() -> None:
    game = Game("europe", 3, seed=2, first="Ada")
    model = view_model(game.view("Ada"))
    assert (model.phase, model.to_move, model.you, model.my_turn) == ("opening", None, "Ada", True)
    assert model.undecided == ["Ada", "Bruno", "Carla"] and model.turns == 0
    assert [ticket.id for ticket in model.offered] == list(game.offered("Ada")) and model.fewest_to_keep == 2
    assert all(ticket.way and not ticket.completed for ticket in model.offered)
    assert model.station_price == 1 and model.closed_routes == []
    assert [player.hand_size for player in model.players] == [4, 4, 4]
    assert all(move.startswith("keep ") for move in model.legal_moves)


def test_tickets_chosen_in_the_opening_are_held_and_no_longer_offered() -> None:
    """S3: while the others still choose."""
    game = Game("europe", 3, seed=2, first="Ada")
    chosen = game.offered("Ada")[:2]
    game.play(f"keep {' '.join(chosen)}", "Ada")
    model = view_model(game.view("Ada"))
    assert [ticket.id for ticket in model.tickets] == list(chosen) and model.offered == []
    assert not model.my_turn and model.undecided == ["Bruno", "Carla"]


def test_a_watcher_sees_what_everybody_does() -> None:
    game = Game("usa", 2, seed=1)
    model = view_model(game.view(), "it")
    assert (model.you, model.hand, model.tickets, model.offered, model.legal_moves) == (None, {}, [], [], [])
    assert model.station_price is None and model.language == "it" and model.description
