"""The environments of one seat under Gymnasium's ids: `gymnasium.make("carrozza/NewYork-v0")`."""

from typing import Final

import gymnasium

from carrozza.boards.shipped import SHIPPED

ENTRY_POINT: Final = "carrozza.envs.adapters.seat:SeatEnv"


def gymnasium_id(board: str) -> str:
    """
    >>> gymnasium_id("new-york"), gymnasium_id("usa")
    ('carrozza/NewYork-v0', 'carrozza/USA-v0')
    """
    name = "USA" if board == "usa" else "".join(part.capitalize() for part in board.split("-"))
    return f"carrozza/{name}-v0"


def register() -> None:
    """Each board that comes with the game under its own id, and any board under `carrozza/Board-v0`."""
    if gymnasium_id("board") in gymnasium.registry:
        return
    gymnasium.register(gymnasium_id("board"), ENTRY_POINT)
    for board in SHIPPED:
        gymnasium.register(gymnasium_id(board), ENTRY_POINT, kwargs={"board": board})
