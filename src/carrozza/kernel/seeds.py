"""Seeds: whole numbers from which all chance of a game follows."""

import secrets
from typing import Final

SHORT: Final = 1 << 64
"""Seeds below are those of SplitMix64; from here on a seed is the key of SipHash (see `chance.py`)."""
SEEDS: Final = 1 << 128


def secret_seed() -> int:
    """A long seed from the system, for games between people: what they see of the game does not help to guess it."""
    return SHORT + secrets.randbelow(SEEDS - SHORT)


def check_seed(seed: int) -> None:
    if seed >= SEEDS:
        raise ValueError(f"a seed has at most 128 bits: it must be below {SEEDS}")
