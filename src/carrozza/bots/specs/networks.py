"""The weights files that come with the game, by name: `usa.npz`, `general.npz`.

Kept apart from the compiled code, so that a spec is checked at once.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "neural" / "files"
GENERAL: Final = "general"
"""The network that plays on any board."""
STYLES: Final = ("builder", "blocker", "hunter")
"""Ways to play that people can tell apart, which a network may have learned beside its own."""


NO_NETWORK: Final = "none"
SHIPPED_NETWORK: Final = "shipped"
"""`search(network=none)`: without a network; `search(network=shipped)`: with the one that comes with the game."""
FOR_SEARCH: Final[frozenset[str]] = frozenset()
"""The boards on which the search was measured to be stronger with the network that comes with the game
(`benchmarks/search_with_network.py`): there it is used without being named."""


def file_name(board: str) -> str:
    """
    >>> file_name("usa")
    'usa.npz'
    """
    return f"{board}.npz"
