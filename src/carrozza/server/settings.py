"""Settings of a server."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Uploads = Literal["off", "link", "listed"]
PAGE = Path(__file__).parent / "page"
"""Where the build puts the page."""


@dataclass(frozen=True)
class Settings:
    database: str = "carrozza.sqlite"
    """A file, or the address of a database."""
    page: Path = PAGE
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the API; the server's own always may."""
    host_names: tuple[str, ...] = ()
    """Names of this server besides those of its machine: a reverse proxy's."""
    proxies: str = ""
    """Addresses of the reverse proxies whose headers are trusted, separated by commas."""
    head_seconds: float = 10.0
    """How long the head of a request may take to arrive."""
    bot_pause: float = 0.5
    """Seconds a bot waits before each decision, so that people can follow."""
    bot_workers: int | None = None
    """Processes for search bots; if left out, one a core up to four."""
    start_bots: bool = False
    """Whether bot processes are started before they are needed."""
    uploads: Uploads = "link"
    """Whether people may upload boards: never, to be seen by those who know the link, or also to be listed."""
    live_games: int = 1000
    """How many games are held in memory; the others are read from their logs when they are needed."""
    guarded: bool = True
    """Whether rates are limited. Sizes, names and origins are checked in any case."""
    hello_seconds: float = 10.0
    """How long a new WebSocket may be silent."""
    slow_seconds: float = 10.0
    """How long a client may take to accept a message before it is disconnected."""
    ping_seconds: float = 20.0
    """How often a quiet connection gets a ping."""
    quiet_seconds: float = 1.0
    """After which a client that is sent changes gets the description of the position."""
    address_key: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    """Makes digests of addresses; the same in all processes of a server, another after its restart, stored nowhere."""
