"""An observation has its place in that of the same board with more seats and variants."""

import numpy as np
import pytest

from carrozza import boards
from carrozza.kernel.state import State
from carrozza.observation.observer import Observer
from carrozza.observation.spec import ObservationSpec
from tests.laws.play import played
from tests.setups import Setup, everywhere


def largest(setup: Setup) -> ObservationSpec:
    board = boards.load(setup.board)
    return ObservationSpec.of(board, tuple(board.variants), board.rules.max_seats)


def without_next(told: str) -> str:
    """With two seats the only other one is not named."""
    return told.replace(" of next", "")


@everywhere
def test_placed_cells_say_the_same(setup: Setup) -> None:
    """Slice by slice, seat by seat and phase by phase; what more seats and variants add is 0."""
    observer, most = Observer(setup.board, seats=setup.seats, variants=setup.variants), largest(setup)
    places = observer.spec.places_in(most)
    assert len(set(places.tolist())) == len(places)
    for state in map(State.of, played(setup.compiled, setup.seats, 3).states[:200:40]):
        cells = observer.flat(state, 0)
        placed = np.zeros(most.size, np.int8)
        placed[places] = cells
        assert placed.sum(dtype=int) == cells.sum(dtype=int)
        assert without_next(most.tell(placed)) == without_next(observer.spec.tell(cells))


def test_a_board_lies_in_itself_as_it_is() -> None:
    spec = ObservationSpec.of("europe", seats=5)
    places = spec.places_in(spec)
    for found in spec.flat_slices:
        for at in range(found.at, found.at + found.planes * found.stride, found.stride):
            assert places[at : at + found.cells].tolist() == list(range(at, at + found.cells))


def test_what_has_no_place_is_said() -> None:
    usa, europe = ObservationSpec.of("usa", seats=3), ObservationSpec.of("europe", seats=5)
    with pytest.raises(ValueError, match="only flat observations of one board"):
        usa.places_in(europe)
    with pytest.raises(ValueError, match=r"3 seats with variants .* no places in an observation for 2 seats"):
        usa.places_in(ObservationSpec.of("usa", seats=2))
    with pytest.raises(ValueError, match="have no places"):
        ObservationSpec.of("old-west", ("alvin",), 2).places_in(ObservationSpec.of("old-west", (), 6))
