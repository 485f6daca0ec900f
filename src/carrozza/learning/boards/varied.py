"""What can be set of the boards that a network for any board is trained on."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

CITIES: Final = (8, 48)
"""Of a synthetic board."""
HELD_OUT_SEEDS: Final = 1_000_000
"""Synthetic boards from this seed on are for measuring alone."""
HELD_OUT: Final = tuple(f"synthetic:{HELD_OUT_SEEDS + number}" for number in range(1, 4))


class VariedBoards(BaseModel):
    """Boards beside those that are named, made anew for each training from its seed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    parts: Annotated[int, Field(ge=0, le=512)] = 0
    """How many parts of the boards that are named."""
    synthetic: Annotated[int, Field(ge=0, le=512)] = 0
    most_cities: Annotated[int, Field(ge=CITIES[0], le=CITIES[1])] = CITIES[1]
    """Of a synthetic board."""
    held_out: list[str] = list(HELD_OUT)
    """Boards that training never sees, nor parts of them, by name or path, `part:BOARD:SEED` or `synthetic:SEED`."""
