"""Own boards for the tests of the server: small, sound, and laid out by hand, which takes no time."""

import json
import tomllib
from pathlib import Path
from typing import Any

from carrozza.atlas.layout.store import digest
from carrozza.atlas.layout_model import Box, Label, Layout, Point, Space
from carrozza.boards import Board, from_document

ISLE = Path(__file__).parents[1] / "boards" / "isle.toml"
Json = dict[str, Any]


def isle(**changes: Any) -> Json:
    """The document of a small board, under an id that is no other's."""
    return {**tomllib.loads(ISLE.read_text(encoding="utf-8")), **changes}


def bundle(document: Json | None = None, *, laid_out: bool = True, **more: Any) -> Json:
    document = isle() if document is None else document
    layout = {"layout": plain_layout(from_document(document)).as_json()} if laid_out else {}
    return {"carrozza_board": 1, "board": document, "credits": ["Drawn for a test."], **layout, **more}


def bundle_bytes(document: Json | None = None, **more: Any) -> bytes:
    return json.dumps(bundle(document, **more)).encode()


def plain_layout(board: Board) -> Layout:
    """Cities on a circle, and spaces on straight lines between them."""
    from math import atan2, cos, degrees, pi, sin

    count = len(board.cities)
    at = {
        city.id: Point(300 + 200 * cos(2 * pi * place / count), 300 + 200 * sin(2 * pi * place / count))
        for place, city in enumerate(board.cities)
    }
    routes = {}
    for route in board.routes:
        (ax, ay), (bx, by) = at[route.a], at[route.b]
        angle, parts = degrees(atan2(by - ay, bx - ax)), route.length + 1
        routes[route.id] = tuple(
            Space(ax + (bx - ax) * step / parts, ay + (by - ay) * step / parts, angle, 20.0) for step in range(1, parts)
        )
    labels = {
        city.id: Label(at[city.id].x, at[city.id].y + 15, 60.0, 8.0, (city.name,), "middle") for city in board.cities
    }
    made = Layout(digest(board), 600.0, 600.0, at, labels, routes, {"title": Box(10.0, 10.0, 120.0, 30.0)})
    return Layout.from_json(made.as_json())
