"""How strong an opponent a person wants: easy, medium, hard or expert, and which bot that is on each board."""

from collections.abc import Mapping
from typing import Final

from carrozza.bots.specs.notation import Spec, read_spec

LEVELS: Final[Mapping[str, str]] = {
    "easy": "planner(carelessness=0.2)",
    "medium": "planner",
    "hard": "search:200ms",
    "expert": "search:2s",
}
WITH_NETWORK: Final[Mapping[str, str]] = {
    "medium": "planner(carelessness=0.05)",
    "hard": "neural(temperature=2)",
    "expert": "search:2s(network=shipped)",
}
"""On a board whose network comes along. Measured to be about as far from each other (`python -m docs.levels`)."""
ON_BOARD: Final[Mapping[str, Mapping[str, str]]] = {
    **dict.fromkeys(("europe", "new-york", "italy-basic", "italy-advanced", "old-west"), WITH_NETWORK),
    "usa": {**WITH_NETWORK, "hard": "neural(temperature=2.5)"},
}
"""Where a board asks for another bot: by the board's id, then by level. On USA the network at temperature 2
is much nearer to `expert` than to `medium`."""


def resolve(spec: Spec, board: str) -> Spec:
    """The bot that a level stands for on the board of this id; any other spec stands for itself.

    >>> str(resolve(Spec("hard"), "my-board")), str(resolve(Spec("random"), "usa"))
    ('search:200ms', 'random')
    """
    if spec.name not in LEVELS:
        return spec
    return read_spec(ON_BOARD.get(board, {}).get(spec.name, LEVELS[spec.name]))
