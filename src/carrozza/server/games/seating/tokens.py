"""Random tokens and game ids: a link with a token opens a seat, without an account."""

import base64
import hashlib
import hmac
import secrets

from carrozza.server.store.rows import Role, TokenRow

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that look like others."""
GAME_LENGTH = 10


def new_token() -> str:
    return secrets.token_urlsafe(24)


def watch_token(of: str) -> str:
    """The watcher's token that whoever holds another token may give away: always the same, and no way back from it."""
    return base64.urlsafe_b64encode(hmac.digest(of.encode(), b"watch", "sha256")[:24]).decode()


def new_game_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(GAME_LENGTH))


def is_game_id(text: str) -> bool:
    return len(text) == GAME_LENGTH and set(text) <= set(ALPHABET)


def token_hash(token: str) -> str:
    """As tokens are stored: nobody who reads the database can take a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_row(token: str, game: str, role: Role, seat: int | None = None) -> TokenRow:
    """The token as the store keeps it: its hash."""
    return TokenRow(token_hash(token), game, role, seat)
