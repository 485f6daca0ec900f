"""A board of a map maker's own, laid out once."""

from pathlib import Path

import pytest

from carrozza.atlas.layout.optimise import compute
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, load


@pytest.fixture(scope="session")
def new_zealand() -> Board:
    return load(Path(__file__).parent / "boards" / "new-zealand.toml")


@pytest.fixture(scope="session")
def new_zealand_layout(new_zealand: Board) -> Layout:
    return compute(new_zealand)
