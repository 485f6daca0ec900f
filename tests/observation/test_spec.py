"""The spec: slices that fill the vector, tokens with the same facts, own boards, and errors that help."""

from pathlib import Path

import numpy as np
import pytest

from carrozza import boards
from carrozza.game import Game
from carrozza.kernel.state import State
from carrozza.observation.declaration import MAX_SLICES, SLICES
from carrozza.observation.observer import Observer
from carrozza.observation.placing.token_rows import Maxima
from carrozza.observation.spec import ObservationSpec
from tests.laws.play import played
from tests.setups import FULL_SETUPS, SETUPS, Setup

ISLE = Path(__file__).parents[1] / "boards" / "isle.toml"
ROOMY = Maxima(routes=160, cities=64, tickets=64)


def test_slices_lie_one_after_the_other() -> None:
    for setup in SETUPS:
        spec = ObservationSpec.of(setup.board, setup.variants, setup.seats)
        at = 0
        for found in spec.flat_slices:
            assert found.at == at and found.cells <= found.stride
            at += found.planes * found.stride
        assert at <= spec.size < at + 8 and spec.words * 8 == spec.size


def test_a_board_has_no_cells_for_rules_it_lacks() -> None:
    names = {found.name for found in ObservationSpec.of("usa").slices}
    assert not names & {"cities.station", "cities.marker", "cities.alvin", "cards.laid", "players.attractions"}
    assert "cities.station" in {found.name for found in ObservationSpec.of("europe").slices}
    assert len(SLICES) <= MAX_SLICES


def test_the_numbers_of_the_table_are_one_word() -> None:
    numbers = [found for found in ObservationSpec.of("europe").flat_slices if found.per == "table"]
    assert [found.at % 8 for found in numbers] == list(range(8))


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_tokens_say_what_the_flat_form_says(setup: Setup) -> None:
    observer = Observer(setup.board, seats=setup.seats, variants=setup.variants, maxima=ROOMY)
    colours, state = int(setup.compiled.colours), State.of(played(setup.compiled, setup.seats, 9).states[90])
    flat = observer.spec.decode(observer.flat(state, 1))
    tokens = observer.tokens_spec.decode(observer.tokens(state, 1))
    seen = 0
    for found in observer.spec.flat_slices:
        rows, cells = tokens[found.name], flat[found.name]
        if found.per in ("route", "city", "ticket", "seat"):
            np.testing.assert_array_equal(rows[: found.cells, : found.planes], cells.T)
        elif found.name == "cards.known":
            np.testing.assert_array_equal(rows[1 : setup.seats][:, [*range(colours), 8]], cells)
        elif found.per == "kind":
            np.testing.assert_array_equal(rows[0, [*range(colours), 8]], cells[0])
        elif found.per == "phase":
            assert rows[0, state.phase] == 1 and rows.sum() == 1
        else:
            assert rows[0, 0] == cells[0, 0]
        assert int(rows.sum()) == int(cells.sum())
        seen += 1
    assert seen == len(observer.spec.slices)


def test_one_network_serves_all_boards() -> None:
    """With the same maxima the tables of all boards have the same shapes and columns."""
    specs = [ObservationSpec.of(s.board, s.variants, s.seats, "tokens", ROOMY) for s in FULL_SETUPS]
    assert len({spec.size for spec in specs}) == 1 and len({spec.slices for spec in specs}) == 1
    tables = specs[0].split(np.zeros((5, specs[0].size), np.int8))
    assert tables["routes"].shape[:2] == (5, 160) and tables["players"].shape[:2] == (5, 6)
    graph = specs[0].graph
    assert graph["route_ends"].shape == (160, 2) and graph["ticket_points"].shape == (64,)


def test_own_boards_are_observed_too() -> None:
    board = boards.load(str(ISLE))
    observer = Observer(board, seats=2)
    game = Game(board, 2, seed=1)
    decoded = observer.spec.decode(observer.flat(game.view(0), 0))
    assert decoded["routes.free"].sum() == len(board.routes)
    assert observer.tokens(game.view(0), 0).shape == (observer.tokens_spec.size,)
    assert observer.spec.graph["city_place"].shape == (len(board.cities), 2)


def test_an_observation_is_told_in_names() -> None:
    observer = Observer("usa")
    told = observer.spec.tell(observer.flat(Game("usa", 2, seed=1).view(0), 0))
    assert "phase: opening" in told and "players.trains: viewer=45 next=45" in told


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="usa is for 2 to 5 seats, not 6"):
        ObservationSpec.of("usa", seats=6)
    with pytest.raises(ValueError, match="usa has no variant 'alvin'; it has none"):
        ObservationSpec.of("usa", ("alvin",))
    with pytest.raises(ValueError, match="'flat' or 'tokens', not 'rows'"):
        ObservationSpec.of("usa", form="rows")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs at least"):
        ObservationSpec.of("usa", form="tokens", maxima=Maxima(10, 10, 10))
    with pytest.raises(ValueError, match="cells, not"):
        ObservationSpec.of("usa").decode(np.zeros(7, np.int8))
    observer, game = Observer("usa"), Game("usa", 3, seed=1)
    with pytest.raises(ValueError, match="this observer is for seats 0 to 1"):
        observer.flat(game.view(0), 0)
    with pytest.raises(ValueError, match="seat 1 is not whose view this is"):
        observer.flat(Game("usa", 2, seed=1).view(0), 1)


def test_positions_of_another_board_are_not_observed() -> None:
    """A view knows its board; a full state has numbers alone."""
    observer = Observer("italy-basic")
    with pytest.raises(ValueError, match="a position of usa: this observer is for italy-basic"):
        observer.flat(Game("usa", 2, seed=1).view(0), 0)
    with pytest.raises(ValueError, match="a position with the variants alvin: this observer is for none"):
        Observer("old-west").tokens(Game("old-west", 2, seed=1, variants=["alvin"]).view(0), 0)


def test_what_is_no_spec_is_said() -> None:
    with pytest.raises(ValueError, match="seats='2': it must be a whole number from 2 to 5"):
        ObservationSpec.of("usa", seats="2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="variants='alvin': it must be a list"):
        ObservationSpec.of("old-west", "alvin")
    assert ObservationSpec.of(ISLE).board.id == "isle"
    flat, tokens = ObservationSpec.of("usa"), ObservationSpec.of("usa", form="tokens")
    with pytest.raises(KeyError, match=r"usa has no slice 'cards\.hands' \(did you mean 'cards\.hand'"):
        flat.slice("cards.hands")
    for spec, cells in ((flat, flat.size), (tokens, flat.size)):
        with pytest.raises(ValueError, match="only tokens can be split"):
            spec.split(np.zeros((2, cells), np.int8))
