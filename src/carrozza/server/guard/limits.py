"""How much one address, and one player, may ask for."""

import hashlib
import ipaddress
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from starlette.types import Scope

from carrozza.server.guard.token_buckets import Buckets, Rate

KB: Final = 1024


class Limits(NamedTuple):
    """Far above what people do, far below what hurts. Of all processes together, but for the messages."""

    requests: Rate = Rate(burst=200, per_second=25)
    """Of one address, all together."""
    moves: Rate = Rate(burst=30, per_second=5)
    """Of one player."""
    new_games: Rate = Rate(burst=20, per_second=1 / 6)
    open_games: Rate = Rate(burst=200, per_second=200 / 86400)
    """Of one address in a day: what nobody joins is forgotten by then."""
    joins: Rate = Rate(burst=30, per_second=1)
    uploads: Rate = Rate(burst=10, per_second=1 / 3)
    connections: Rate = Rate(burst=60, per_second=2)
    """New WebSockets and streams of one address."""
    messages: Rate = Rate(burst=20, per_second=2)
    """Of one WebSocket."""
    body: int = 16 * KB
    upload: int = 512 * KB


class Taken(NamedTuple):
    """So much of a limit was taken by somebody."""

    limit: str
    who: str
    number: float


class Turnstile:
    """Counts who comes through, address by address and player by player."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._buckets = {
            name: Buckets(rate, clock=clock)
            for name, rate in limits._asdict().items()
            if isinstance(rate, Rate) and name != "messages"
        }

    def wait(self, scope: Scope) -> float:
        """0, or the seconds after which to come again."""
        who, wait = address_of(scope), 0.0
        for name in ("requests", *self._of(scope)):
            wait = wait or self._buckets[name].wait(player_of(scope) or who if name == "moves" else who)
        return wait

    def told(self, most: int) -> Iterator[Taken]:
        """What other processes have to hear: of each limit, those who have taken much."""
        for name, buckets in self._buckets.items():
            for who, number in buckets.told(most).items():
                yield Taken(name, who, number)

    def hear(self, taken: Taken) -> None:
        """What was taken at another process."""
        if taken.limit in self._buckets:
            self._buckets[taken.limit].take(taken.who, taken.number)

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
        return ("joins",) if path.endswith("/join") else ("moves",)

    def largest_body(self, scope: Scope) -> int:
        return self.limits.upload if scope["path"].rstrip("/") == "/api/replays" else self.limits.body


def address_of(scope: Scope) -> str:
    """The address, of IPv6 the network: whoever has one has billions of addresses in it."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return host


def player_of(scope: Scope) -> str | None:
    """Who plays, by a digest of the token: the token itself is kept nowhere."""
    given = next((value for name, value in scope["headers"] if name == b"authorization"), None)
    return None if given is None else hashlib.sha256(given).hexdigest()
