"""By which names the server may be called. A page of another site may make its name lead here (DNS rebinding): its
requests then look like those of our own page, but for the header Host."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from starlette.types import Scope

LOOPBACK: Final = "localhost"
ANY: Final = "*"
NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


def is_served(scope: Scope, names: frozenset[str]) -> bool:
    """Whether the request is meant for this server: by an address, which nobody can make lead elsewhere, by a name of
    this machine, by that which it listens at, or by one of `names`."""
    given = [value for name, value in scope["headers"] if name == b"host"]
    if len(given) != 1:
        return False
    host = host_in(given[0].decode("latin-1"))
    server = scope.get("server")
    own = server is not None and host == server[0]
    return host is not None and (own or host in names or ANY in names or is_own(host))


@lru_cache(maxsize=1024)
def host_in(header: str) -> str | None:
    """The name or address in a header, without the port.

    >>> host_in("Play.Example.org.:8000"), host_in("[::1]:8000"), host_in("a b")
    ('play.example.org', '::1', None)
    """
    bracketed = re.fullmatch(r"\[([0-9a-fA-F:.]+)\](:\d*)?", header)
    if bracketed:
        return bracketed[1].lower()
    host = re.sub(r":\d*$", "", header.strip()).lower().removesuffix(".")
    return host if NAME.fullmatch(host) else None


@lru_cache(maxsize=1024)
def is_own(host: str) -> bool:
    return _is_address(host) or host == LOOPBACK or host.endswith(f".{LOOPBACK}") or host in machine_names()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@cache
def machine_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """The values of `--host-name`. A `ValueError` for what is no name."""
    checked = []
    for given in names:
        host = ANY if given == ANY else host_in(given)
        if host is None:
            raise ValueError(f"--host-name {given}: give a name alone, such as play.example.org")
        checked.append(host)
    return tuple(checked)
