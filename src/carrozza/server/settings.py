"""How a server is set."""

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parent / "page"
"""Where the build puts the page."""


@dataclass(frozen=True)
class Settings:
    database: str = "carrozza.sqlite"
    """A file, or the address of a database."""
    page: Path = PAGE
    origins: tuple[str, ...] = ()
    """Other addresses from which pages may play here; the server's own always may."""
    proxied: bool = False
    """Whether a reverse proxy stands in front and tells the true addresses."""
    bot_pause: float = 0.5
    """Seconds a bot waits before each decision, so that people can follow."""
    bot_workers: int | None = None
    """Processes in which bots think deep; as many as there are cores, if left out."""
    warm: bool = False
    """Whether the processes of bots are started before they are needed."""
    sittings: int = 1000
    """How many games are kept in memory; the others are read again when they are needed."""
    guarded: bool = True
    """Whether rates and sizes are limited and origins checked."""
    hello_seconds: float = 10.0
    """How long a new WebSocket may be silent."""
    slow_seconds: float = 10.0
    """How long a message may take to be taken; who is slower is dropped and comes again."""
    ping_seconds: float = 20.0
    """How often a quiet connection hears that it is alive."""
