"""Mountains as old maps have them: small peaks along the ranges, wherever nothing of the game is in the way.

Drawn in tenths of a millimetre, like all the ground.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from carrozza.atlas.drawing.canvas import FRAME, Canvas
from carrozza.atlas.drawing.svg import Markup, element, group
from carrozza.atlas.geography import Background, background
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.shapes import Array
from carrozza.atlas.sizes import CITY_RADIUS, SPACE_WIDTH

PITCH: Final = 11.5
"""About how far, in millimetres, peaks are apart."""

UNEVENNESS: Final = 3.4
"""How far they stray from an even pattern: more would look like an accident, less like wallpaper."""

LEAST_REACH, MOST_REACH = 8.0, 42.0
"""How wide a range is drawn at least, so that it shows, and at most."""

CLEARANCE: Final = 5.6
"""From the middle of a peak to routes, names, cities, furniture and the shore."""

MOST: Final = 140
"""More would crowd the map and its file; the lowest are left out."""

PEAKS: Final = (
    ("M-50 29L-7-35 7-13 16-22 53 29", "M-7-35L7-13 16-22 53 29H21L9 5-1 12z"),
    ("M-40 24L3-31 44 24", "M3-31L44 24H17L10 3-1 6z"),
    ("M-57 26L-25-12-16-3 10-36 57 26", "M10-36L57 26H26L17 0 6 5z"),
)
"""The outline of each kind of peak, and its side in the shade."""


def definitions(canvas: Canvas) -> Iterator[Markup]:
    for kind, (outline, shade) in enumerate(PEAKS):
        yield group(
            [element("path", class_="ridge", d=outline), element("path", class_="shade", d=shade)],
            id=canvas.id(f"peak-{kind}"),
            class_=f"carrozza {canvas.root_class}",
        )


def relief(canvas: Canvas) -> Iterator[Markup]:
    """Every peak, those in front after those behind them."""
    for x, y in peaks(canvas, background(canvas.board, canvas.layout)).tolist():
        kind = (int(x) * 7 + int(y) * 3) % len(PEAKS)
        yield element("use", href=canvas.ref(f"peak-{kind}"), x=str(round(10 * x)), y=str(round(10 * y)))


def peaks(canvas: Canvas, lies: Background) -> Array:
    """Where peaks stand, in millimetres, from north to south."""
    chance = np.random.default_rng(7)
    places = _pattern(lies.width, lies.height)
    places += chance.uniform(-UNEVENNESS, UNEVENNESS, places.shape)
    height = _depth(places, lies) - 0.5 * chance.random(len(places))
    places, height = places[height > 0], height[height > 0]
    free = _free(canvas, lies, places)
    highest = places[free][np.argsort(-height[free], kind="stable")[:MOST]]
    return np.asarray(highest[np.argsort(highest[:, 1], kind="stable")])


def _pattern(width: float, height: float) -> Array:
    """The page in rows, each shifted by half a step against the next."""
    across, down = np.arange(FRAME, width, PITCH), np.arange(FRAME, height, PITCH * 0.8)
    x, y = np.meshgrid(across, down)
    x[1::2] += PITCH / 2
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def _depth(places: Array, lies: Background) -> Array:
    """How deep in a range each place is: 1 on its crest, 0 where it ends."""
    depth = np.zeros(len(places))
    for crest, reach in lies.ranges:
        away = np.hypot(*(places[:, None] - crest[None]).transpose(2, 0, 1)).min(axis=1)
        depth = np.maximum(depth, 1 - away / np.clip(reach, LEAST_REACH, MOST_REACH))
    return depth


def _free(canvas: Canvas, lies: Background, places: Array) -> np.ndarray:
    """Which places are on land and have nothing of the game near."""
    if not len(places):
        return np.zeros(0, dtype=bool)
    layout = canvas.layout
    spaces = np.array([space for route in layout.routes.values() for space in route])
    labels = np.array([label[:4] for label in layout.labels.values()])
    cities = np.array(list(layout.cities.values()))
    boxes = np.array([*layout.furniture.values()]).reshape(-1, 4)
    taken = np.concatenate(
        [
            shapes.rectangles(spaces[:, :2], spaces[:, 3], np.full(len(spaces), SPACE_WIDTH), spaces[:, 2]),
            shapes.boxes(labels[:, :2] - labels[:, 2:] / 2, labels[:, 2:]),
            shapes.boxes(cities - CITY_RADIUS, np.full_like(cities, 2 * CITY_RADIUS)),
            shapes.boxes(boxes[:, :2], boxes[:, 2:]),
        ]
    )
    near = shapes.point_gaps(places[:, None], taken[None]).min(axis=1)
    edge = np.minimum(places, np.array([lies.width, lies.height]) - places).min(axis=1)
    free: np.ndarray = (near > CLEARANCE) & (lies.water_distance(places) < -CLEARANCE) & (edge > FRAME + CLEARANCE)
    return free
