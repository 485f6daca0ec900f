"""Which pages may send changes: the server's own, and those of the origins named by its owner."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import Scope

SAFE = ("GET", "HEAD", "OPTIONS")


def is_foreign(scope: Scope, allowed: Iterable[str]) -> bool:
    """Whether another site's page sent this. Programs send no origin; browsers always send a page's."""
    if scope["type"] == "http" and scope["method"] in SAFE:
        return False
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site") in ("cross-site", "same-site")
    return not (_host(origin) == headers.get(b"host", "").lower() or origin.rstrip("/") in allowed)


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None
