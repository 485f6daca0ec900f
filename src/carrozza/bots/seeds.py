"""Seeds for bots that are not our own."""

import hashlib


def bot_seed(seed: int) -> int:
    """A seed from which the game's own seed, and so its cards, cannot be found again.

    >>> bot_seed(7) == bot_seed(7) != bot_seed(8)
    True
    """
    digest = hashlib.blake2b(f"carrozza bot {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
