"""The OpenAPI description, and which methods it lists for a path."""

import re
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.constants import REF_TEMPLATE
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from carrozza.server import models
from carrozza.server.workshop.models import LayoutLine, PlaytestLine

ANYBODY = (
    "/api/games/{game}",
    "/api/games/{game}/view",
    "/api/games/{game}/join",
    "/api/games/{game}/events",
    "/api/games/{game}/record",
    "/api/games/{game}/replay",
)
"""Paths where the token is optional."""
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
        messages = (models.Line, models.Keeping, models.Changes, LayoutLine, PlaytestLine)
        for model in messages:
            schema["components"]["schemas"] |= _message(model)
        app.openapi_schema = schema
    return app.openapi_schema


def _message(model: type[BaseModel]) -> dict[str, Any]:
    """The schemas of a line of the stream, or of a message of the WebSocket: FastAPI describes whole answers only."""
    made = model.model_json_schema(ref_template=REF_TEMPLATE, mode="serialization")
    return {**made.pop("$defs", {}), model.__name__: made}


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods that the API accepts at a path; empty for an unknown path."""
    patterns = _patterns(tuple(described(app)["paths"]))
    found = next((known for known, pattern in patterns if pattern.fullmatch(path)), None)
    return [] if found is None else [method.upper() for method in METHODS if method in described(app)["paths"][found]]


@cache
def _patterns(paths: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Shorter paths first, as fixed words are shorter than placeholders."""
    return [(path, re.compile(re.sub(r"\{[a-z_]+\}", "[^/]+", path))) for path in sorted(paths, key=len)]
