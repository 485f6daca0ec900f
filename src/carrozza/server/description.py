"""The API as OpenAPI describes it, and what follows from that: which methods an address knows."""

import re
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

ANYBODY = (
    "/api/games/{game}",
    "/api/games/{game}/view",
    "/api/games/{game}/join",
    "/api/games/{game}/events",
    "/api/games/{game}/record",
    "/api/games/{game}/replay",
)
"""Where a token opens more, but may be left out."""
METHODS = ("get", "put", "post")


def described(app: FastAPI) -> dict[str, Any]:
    if not app.openapi_schema:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            license_info=app.license_info,
        )
        for path in ANYBODY:
            for operation in schema["paths"][path].values():
                operation["security"] = [*operation.get("security", ()), {}]
        app.openapi_schema = schema
    return app.openapi_schema


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods that an address of the API knows; none where there is nothing."""
    patterns = _patterns(tuple(described(app)["paths"]))
    found = next((known for known, pattern in patterns if pattern.fullmatch(path)), None)
    return [] if found is None else [method.upper() for method in METHODS if method in described(app)["paths"][found]]


@cache
def _patterns(paths: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Longer addresses first, so that a fixed word comes before a placeholder."""
    return [(path, re.compile(re.sub(r"\{[a-z_]+\}", "[^/]+", path))) for path in sorted(paths, key=len)]
