"""Varied boards: the same by the same seed, sound by the boards' own checks, and every game on them ends."""

import numpy as np
import pytest

from carrozza import boards, envs
from carrozza.boards.own import own_faults_in
from carrozza.learning.boards.mixture import setups_of, training_boards, training_setups
from carrozza.learning.boards.named import named_board
from carrozza.learning.boards.varied import HELD_OUT, VariedBoards
from tests.samples import samples

PRINTED = ("usa", "europe", "new-york", "italy-basic", "italy-advanced", "old-west")
MOST_STEPS = 4_000


@pytest.mark.parametrize("printed", PRINTED)
def test_a_part_has_nothing_that_its_board_does_not_have(printed: str) -> None:
    whole = boards.load(printed)
    for seed in range(samples(5)):
        part = named_board(f"part:{printed}:{seed}")
        assert {city.id for city in part.cities} <= {city.id for city in whole.cities}
        ends = [(route.ends, route.length, route.color) for route in whole.routes]
        assert all((route.ends, route.length, route.color) in ends for route in part.routes)
        assert {(ticket.a, ticket.b, ticket.points) for ticket in part.tickets} <= {
            (ticket.a, ticket.b, ticket.points) for ticket in whole.tickets
        }
        assert 2 <= part.rules.max_seats <= whole.rules.max_seats


def test_the_same_seed_gives_the_same_board() -> None:
    for name in ("part:old-west:3", "synthetic:3", "synthetic:3:12"):
        assert named_board(name).digest == named_board(name).digest
    assert named_board("synthetic:3").digest != named_board("synthetic:4").digest
    assert named_board("part:usa:3").digest != named_board("part:usa:4").digest


@pytest.mark.slow
def test_synthetic_boards_differ_in_every_rule() -> None:
    made = [named_board(f"synthetic:{seed}:14").rules for seed in range(30)]
    for switch in ("stations", "network", "tunnels", "ferries", "attractions", "opening_long", "globetrotter"):
        assert len({getattr(rules, switch) for rules in made}) > 1, switch
    assert len({rules.trains for rules in made}) > 5
    assert len({rules.max_seats for rules in made}) > 1


def test_what_is_made_is_sound_and_every_game_ends() -> None:
    names = [
        "part:usa:1",
        "part:old-west:2",
        "part:italy-advanced:5",
        *(f"synthetic:{s}:20" for s in range(samples(10))),
    ]
    for setup in setups_of(names, (2, 5), ("alvin",)):
        document = {"id": setup.board.id, **_listed(setup.board)}
        assert not own_faults_in(document)
        with envs.vector(
            setup.board, setup.seats, 3, variants=setup.variants, observation=None, seed=1, threads=1
        ) as games:
            games.reset()
            for _ in range(MOST_STEPS // 50):
                games.step_random(50)
                if games.episode.decisions.all():
                    break
            assert (np.asarray(games.episode.decisions) > 0).all(), setup.name


def _listed(board: boards.Board) -> dict[str, object]:
    return {
        "title": board.title,
        **{
            key: [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries]
            for key, entries in (("cities", board.cities), ("routes", board.routes), ("tickets", board.tickets))
        },
        "rules": board.rules.model_dump(mode="json", exclude_defaults=True),
        "variants": {name: settings.model_dump(mode="json") for name, settings in board.variants.items()},
    }


def test_the_boards_of_a_training_follow_from_its_seed() -> None:
    varied = VariedBoards(parts=3, synthetic=2)
    named = training_boards(["usa", "new-york"], varied, seed=7)
    assert named == training_boards(["usa", "new-york"], varied, seed=7) != training_boards(["usa"], varied, seed=8)
    assert named[:2] == ["usa", "new-york"] and len(named) == 7
    assert not set(named) & set(HELD_OUT)


@pytest.mark.parametrize("name", ["europe", "part:europe:3", "synthetic:1000001"])
def test_boards_that_are_held_out_cannot_be_trained_on(name: str) -> None:
    with pytest.raises(ValueError, match=r"held out|measuring alone"):
        training_boards(["usa", name], VariedBoards(held_out=["europe"]), seed=1)


def test_varied_boards_are_played_at_one_number_of_seats() -> None:
    setups = training_setups(["new-york"], VariedBoards(synthetic=2), (2, 3), (), seed=7)
    assert [(setup.name, setup.seats) for setup in setups[:2]] == [("new-york", 2), ("new-york", 3)]
    assert len(setups) == 4 and setups[2].name.startswith("synthetic:")


def test_a_board_is_played_at_the_numbers_of_seats_that_it_is_for() -> None:
    found = [
        (setup.name, setup.seats, setup.variants) for setup in setups_of(["new-york", "old-west"], (2, 6), ("alvin",))
    ]
    assert found == [
        ("new-york", 2, ()),
        ("old-west", 2, ()),
        ("old-west", 2, ("alvin",)),
        ("old-west", 6, ()),
        ("old-west", 6, ("alvin",)),
    ]
