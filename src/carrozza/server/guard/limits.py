"""How much one address, and one player, may ask for."""

import hashlib
import ipaddress
from typing import Final, NamedTuple

from starlette.types import Scope

from carrozza.server.guard.buckets import Buckets, Rate

KB: Final = 1024


class Limits(NamedTuple):
    """Far above what people do, far below what hurts. Each process counts for itself."""

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


class Turnstile:
    """Counts who comes through, address by address and player by player."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = Buckets(limits.requests)
        self._moves = Buckets(limits.moves)
        self._new_games = Buckets(limits.new_games)
        self._open_games = Buckets(limits.open_games)
        self._joins = Buckets(limits.joins)
        self._uploads = Buckets(limits.uploads)
        self._connections = Buckets(limits.connections)

    def wait(self, scope: Scope) -> float:
        """0, or the seconds after which to come again."""
        who = address_of(scope)
        wait = self._requests.wait(who)
        for buckets in self._of(scope):
            wait = wait or buckets.wait(player_of(scope) or who if buckets is self._moves else who)
        return wait

    def _of(self, scope: Scope) -> tuple[Buckets, ...]:
        path, changes = scope["path"].rstrip("/"), scope.get("method") in ("POST", "PUT")
        if scope["type"] == "websocket" or path.endswith("/events"):
            return (self._connections,)
        if not changes:
            return ()
        if path == "/api/games" or path.endswith("/rematch"):
            return (self._new_games, self._open_games)
        if path == "/api/replays":
            return (self._uploads,)
        return (self._joins,) if path.endswith("/join") else (self._moves,)

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
