"""How much one address, and one player, may ask for."""

import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from starlette.types import Scope

from carrozza.server import prices
from carrozza.server.addresses import address_of
from carrozza.server.guard.token_buckets import Rate, TokenBuckets

KB: Final = 1024
UPLOADS: Final = ("/api/replays", "/api/boards")
"""Paths whose bodies may be large."""
DRAFTS: Final = "/api/workshop/"
"""Below here too: boards that are being made."""
MOST_OF_AN_ADDRESS: Final = 256
"""Connections that one address may have open, at one process."""


class Limits(NamedTuple):
    """Far above what people do, far below what hurts. Across all processes, except `messages`."""

    requests: Rate = Rate(burst=200, per_second=25)
    """Of one address, all together; a message over a WebSocket is one, too."""
    cpu: Rate = Rate(burst=10_000, per_second=250)
    """Milliseconds of one core, by the prices of `prices.py`."""
    moves: Rate = Rate(burst=30, per_second=5)
    """Of one player."""
    new_games: Rate = Rate(burst=20, per_second=1 / 6)
    open_games: Rate = Rate(burst=200, per_second=200 / 86400)
    """Of one address in a day: what nobody joins is forgotten by then."""
    joins: Rate = Rate(burst=30, per_second=1)
    uploads: Rate = Rate(burst=10, per_second=1 / 3)
    new_boards: Rate = Rate(burst=20, per_second=1 / 120)
    """Of one address, uploads that are refused among them."""
    connections: Rate = Rate(burst=60, per_second=2)
    """New WebSockets and streams of one address."""
    bot_moves: Rate = Rate(burst=200, per_second=25)
    """In games with people that one address began."""
    moves_of_bots_alone: Rate = Rate(burst=20, per_second=5)
    """In games of bots alone that one address began."""
    messages: Rate = Rate(burst=20, per_second=2)
    """Of one WebSocket."""
    body: int = 16 * KB
    upload: int = 512 * KB


class Usage(NamedTuple):
    """How much of a limit a client has used."""

    limit: str
    who: str
    number: float


class RateLimiter:
    """Counts requests by address and by player."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._buckets = {
            name: TokenBuckets(rate, clock=clock)
            for name, rate in limits._asdict().items()
            if isinstance(rate, Rate) and name != "messages"
        }

    def take(self, scope: Scope) -> float:
        """0, or the seconds after which to try again."""
        who, wait = address_of(scope), self.take_message(scope)
        for name in self._of(scope):
            wait = wait or self._buckets[name].take(player_of(scope) or who if name == "moves" else who)
        return wait

    def take_message(self, scope: Scope) -> float:
        """A request or a message, of whichever kind."""
        return self._buckets["requests"].take(address_of(scope)) or self.charge(scope, prices.of_request(scope))

    def charge(self, scope: Scope, milliseconds: float) -> float:
        """For work that is about to be done: 0, or the seconds after which to try again."""
        return self._buckets["cpu"].take(address_of(scope), milliseconds)

    def pace(self, payer: str, *, alone: bool) -> float:
        """The seconds that a bot's move in a game of this payer has to wait: it is always made, if later."""
        return self._buckets["moves_of_bots_alone" if alone else "bot_moves"].reserve(payer)

    def to_share(self, most: int) -> Iterator[Usage]:
        """What other processes have to know: of each limit, the clients with less than half left."""
        for name, buckets in self._buckets.items():
            for who, number in buckets.to_share(most).items():
                yield Usage(name, who, number)

    def used_elsewhere(self, usage: Usage) -> None:
        """Count what another process has given."""
        if usage.limit in self._buckets:
            self._buckets[usage.limit].taken_elsewhere(usage.who, usage.number)

    def _of(self, scope: Scope) -> tuple[str, ...]:
        path, changes = scope["path"].rstrip("/"), scope.get("method") in ("POST", "PUT")
        if scope["type"] == "websocket" or path.endswith("/events"):
            return ("connections",)
        if not changes:
            return ()
        if path == "/api/games" or path.endswith("/rematch"):
            return ("new_games", "open_games")
        if path == "/api/replays":
            return ("uploads",)
        if path == "/api/boards":
            return ("uploads", "new_boards")
        return ("joins",) if path.endswith("/join") else ("moves",)


def largest_body(limits: Limits, scope: Scope) -> int:
    path = scope["path"].rstrip("/")
    return limits.upload if path in UPLOADS or path.startswith(DRAFTS) else limits.body


def player_of(scope: Scope) -> str | None:
    """The player, as a digest of the token; the token itself is not kept."""
    given = next((value for name, value in scope["headers"] if name == b"authorization"), None)
    return None if given is None else hashlib.sha256(given).hexdigest()
