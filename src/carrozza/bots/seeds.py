"""Luck for bots that are not our own."""

import hashlib


def own_luck(seed: int) -> int:
    """A seed from which nobody finds the way back to the game's own, and so to its cards.

    >>> own_luck(7) == own_luck(7) != own_luck(8)
    True
    """
    digest = hashlib.blake2b(f"carrozza bot {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
