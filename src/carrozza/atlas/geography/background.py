"""What lies behind a board: land, lakes, borders, rivers and state lines, bent through the cities, in millimetres."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography import shapes
from carrozza.atlas.geography.coast import Coast, coast_layer
from carrozza.atlas.geography.errors import GeographyError
from carrozza.atlas.geography.files import LINES, RINGS, Source, layer
from carrozza.atlas.geography.graticule import graticule
from carrozza.atlas.geography.projection import Projection, project
from carrozza.atlas.geography.ranges import Range, ranges_within
from carrozza.atlas.geography.shore import stay, with_ports
from carrozza.atlas.geography.warp import Warp, similarity
from carrozza.atlas.geography.waters import waters
from carrozza.atlas.layout_model import Layout, Point
from carrozza.boards import Board

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Lines = list[Array]

STAGES = (4, 8, 16)
"""In how many steps a warp may go: as many as it needs not to fold where cities were pushed about."""

LEAST_STRETCH = 0.05
"""Of the map anywhere, against the middle one."""

BLEED = 9.0
"""How far beyond the page the background goes on, so that no outline shows at its edge."""

MARGIN = 20.0
"""How far beyond the page shapes are followed while they are worked on."""

LONGEST_STEP = 10.0
"""Longer straight steps are divided before they are bent."""

DETAIL = 0.8
SMOOTHNESS = 0.06
"""The least triangle of neighbouring points (mm²): of the lines that are bent, and once their corners are cut."""

ROUGHNESS: Mapping[str, float] = {"borders": 4.0, "states": 4.0, "rivers": 1.0}
"""The same of dashed lines, which hide small turns, and of rivers, which are fine and have no shore to lie beside."""

MOST_POINTS = 8_000
"""With more the drawing would be too large a file; then more of them count as needless."""

CORNER = 2.5
"""How far from a corner its cut begins, at most."""

LEAST_AREA = 10.0
LEAST_RIVER = 15.0
"""Smaller islands and lakes (mm²) and shorter rivers (mm) are not drawn."""

INLAND = 1.5
"""How far from the water a city lies at least."""

REACH: Mapping[Source, float] = {"world": 8.0, "new-york": 0.3}
"""How far out, in kilometres, a shore may be wrong: a city nearer to it is a port, not at sea."""

DRAWN_REACH = 4.0
"""The same of a coast drawn by hand, in millimetres."""

NEW_YORK = np.array([-74.3, 40.45, -73.65, 41.0])
"""What the file of New York covers: west, south, east, north."""

LAYERS = (*RINGS, *LINES)

NOWHERE: Array = np.empty((0, 2))

REMEMBERED = 8


@dataclass(frozen=True, eq=False)
class Background:
    """The layers of a page. `land` and `lakes` are rings, to be filled by the even-odd rule, the others lines.

    The graticule is a net of whole degrees, the ranges are crests of mountains with their reach.

    Shapes go on a little beyond the page, so that rings can be outlined. Lakes belong above borders and rivers.
    """

    width: float
    height: float
    land: tuple[Array, ...]
    lakes: tuple[Array, ...]
    borders: tuple[Array, ...]
    rivers: tuple[Array, ...]
    states: tuple[Array, ...]
    graticule: tuple[Array, ...] = ()
    ranges: tuple[Range, ...] = ()

    def on_land(self, points: Array) -> Flags:
        """Which points are neither at sea nor in a lake."""
        return np.asarray(shapes.inside(points, self.land) & ~shapes.inside(points, self.lakes))

    def water_distance(self, points: Array) -> Array:
        """How far each point is from the shore, to a millimetre: positive on water, negative on land."""
        points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        rows, columns = self._distances.shape
        x = np.clip(points[:, 0] - 0.5, 0, columns - 1.001)
        y = np.clip(points[:, 1] - 0.5, 0, rows - 1.001)
        column, row = x.astype(int), y.astype(int)
        right, down = x - column, y - row
        upper = self._distances[row, column] * (1 - right) + self._distances[row, column + 1] * right
        lower = self._distances[row + 1, column] * (1 - right) + self._distances[row + 1, column + 1] * right
        return np.asarray(upper * (1 - down) + lower * down)

    @cached_property
    def _distances(self) -> Array:
        """The distances from the shore on a grid of millimetres."""
        from scipy.ndimage import distance_transform_edt

        size = max(2, int(np.ceil(self.width))), max(2, int(np.ceil(self.height)))
        water = ~(shapes.filled(self.land, *size) & ~shapes.filled(self.lakes, *size))
        if water.all() or not water.any():
            return np.full(water.shape, float(np.hypot(*size)) * (1.0 if water.all() else -1.0))
        return np.asarray(np.where(water, distance_transform_edt(water) - 0.5, 0.5 - distance_transform_edt(~water)))


def board_warp(board: Board, cities: Mapping[str, Point]) -> tuple[Projection, Warp]:
    """The projection of a board, and the warp that carries its projected cities to their places on the layout."""
    projection = project(board.places)
    source, target = _projected(board, projection), _placed(board, cities)
    return projection, _unfolded(source, target)


def on_land(lat_lon: Array, coast: Coast = ()) -> Flags:
    """Which places, (latitude, longitude) in degrees, are neither at sea nor in a lake."""
    places = np.asarray(lat_lon, dtype=np.float64).reshape(-1, 2)[:, ::-1]
    if not len(places):
        return np.zeros(0, dtype=np.bool_)
    box = np.append(places.min(axis=0), places.max(axis=0))
    if coast:
        return shapes.inside(places, coast_layer(coast).within(box))
    if (box[:2] >= NEW_YORK[:2]).all() and (box[2:] <= NEW_YORK[2:]).all():
        return shapes.inside(places, layer("new-york", "land").shapes)
    land, lakes = (layer("world", name).within(box) for name in RINGS)
    return np.asarray(shapes.inside(places, land) & ~shapes.inside(places, lakes))


_remembered: dict[object, Background] = {}


def background(board: Board, layout: Layout) -> Background:
    """The background of a board under a layout; the last few are remembered."""
    places = tuple(zip((city.id for city in board.cities), board.places, strict=True))
    key = (places, board.drawing.coast, tuple(layout.cities.items()), layout.width, layout.height)
    if key not in _remembered:
        while len(_remembered) >= REMEMBERED:
            del _remembered[next(iter(_remembered))]
        _remembered[key] = _background(board, layout)
    return _remembered[key]


def _background(board: Board, layout: Layout) -> Background:
    projection, warp = board_warp(board, layout.cities)
    source, target = _projected(board, projection), _placed(board, layout.cities)
    scale = _scale(source, target)
    page = np.array([layout.width, layout.height])
    window = _window(projection, source, target, page)
    file: Source = "new-york" if (window[:2] >= NEW_YORK[:2]).all() and (window[2:] <= NEW_YORK[2:]).all() else "world"
    coast = board.drawing.coast
    reach = DRAWN_REACH if coast else max(REACH[file] * scale, INLAND)
    cropped = _drawn_by_hand(coast, window) if coast else {name: _cropped(file, name, window) for name in LAYERS}
    layers = {
        name: _cut(name, _bent(lines, projection, warp, scale), page, MARGIN, target, reach)
        for name, lines in cropped.items()
    }
    for name in (*RINGS, "rivers"):
        layers[name] = [shapes.rounded(shapes.rounded(line, CORNER), CORNER) for line in layers[name]]
    layers = with_ports(layers, target, INLAND, reach)
    layers = {name: _cut(name, lines, page, BLEED, target, reach) for name, lines in layers.items()}
    net = [warp(projection.forward(line[:, ::-1])) for line in graticule(window)]
    return Background(
        layout.width,
        layout.height,
        **_finished(layers, target),
        graticule=tuple(shapes.thinned(_cut("graticule", net, page, BLEED), 12 * DETAIL)),
        ranges=() if coast else tuple(_bent_ranges(window, projection, warp, scale)),
    )


def _bent_ranges(window: Array, projection: Projection, warp: Warp, scale: float) -> Iterator[Range]:
    """The mountain ranges on the page, their reach in millimetres."""
    for crest, reach in ranges_within(window):
        yield Range(warp(projection.forward(crest[:, ::-1])), reach * scale)


def _projected(board: Board, projection: Projection) -> Array:
    return projection.forward(np.array(board.places))


def _placed(board: Board, cities: Mapping[str, Point]) -> Array:
    for city in board.cities:
        if city.id not in cities:
            raise GeographyError(f"The layout has no place for the city {city.id!r}; compute it anew.")
    return np.array([cities[city.id] for city in board.cities], dtype=np.float64)


def _unfolded(source: Array, target: Array) -> Warp:
    """The warp with the fewest stages that does not fold around the cities, or the one that folds least."""
    turn, shift = similarity(target, source)
    low, high = target.min(axis=0), target.max(axis=0)
    share = np.linspace(-0.1, 1.1, 25)
    around = (low + np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2) * (high - low)) @ turn + shift
    found: dict[float, Warp] = {}
    for stages in STAGES:
        warp = Warp.through(source, target, stages)
        stretch = warp.jacobian(around)
        least = float(stretch.min() / np.median(np.abs(stretch)))
        found[least] = warp
        if least > LEAST_STRETCH:
            break
    return found[max(found)]


def _scale(source: Array, target: Array) -> float:
    """Millimetres for a kilometre."""
    turn, _ = similarity(source, target)
    return float(np.sqrt(np.linalg.det(turn)))


def _window(projection: Projection, source: Array, target: Array, size: Array) -> Array:
    """A box on the globe, west, south, east and north, that holds all the page and a good margin."""
    share = np.linspace(-0.15, 1.15, 27)
    page = np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2) * size
    turn, shift = similarity(target, source)
    plain = page @ turn + shift
    bent = Warp.through(target, source, STAGES[0])(page)
    places = projection.backward(np.vstack([plain, bent]))
    middle = float(np.degrees(projection.meridian))
    east = np.remainder(places[:, 1] - middle + 180.0, 360.0) - 180.0
    return np.array([middle + east.min(), places[:, 0].min(), middle + east.max(), places[:, 0].max()])


def _cropped(file: Source, name: str, window: Array) -> Lines:
    """The shapes of a layer in a window, in degrees."""
    found = layer("america" if name == "states" and file == "world" else file, name).within(window)
    if file == "world":
        found += waters(name)
    if name in RINGS:
        return _rings_within(found, window)
    return [line for shape in found for line in shapes.clipped_line(shape, window[:2], window[2:])]


def _drawn_by_hand(coast: Coast, window: Array) -> dict[str, Lines]:
    """The layers of a land that a map maker drew: it has a coast and nothing of the real map."""
    return {name: [] for name in LAYERS} | {"land": _rings_within(coast_layer(coast).within(window), window)}


def _rings_within(rings: Lines, window: Array) -> Lines:
    return [cut for ring in rings if len(cut := shapes.clipped_ring(ring, window[:2], window[2:])) > 3]


def _bent(lines: Lines, projection: Projection, warp: Warp, scale: float) -> Lines:
    """The lines on the page, without details that are too small for it."""
    if not lines:
        return []
    degrees = LONGEST_STEP / scale / 111.2
    lines = [shapes.divided(line, degrees) for line in lines]
    lines = shapes.apart(projection.forward(np.concatenate(lines)[:, ::-1]), lines)
    lines = shapes.thinned(lines, DETAIL / scale**2)
    return shapes.apart(warp(np.concatenate(lines)), lines)


def _cut(name: str, lines: Lines, page: Array, margin: float, cities: Array = NOWHERE, reach: float = 0.0) -> Lines:
    """What of a layer is on the page, with a margin around it, and large enough to be seen or with a city on it."""
    low, high = np.zeros(2) - margin, page + margin
    met = [line for line in lines if (line.max(axis=0) >= low).all() and (line.min(axis=0) <= high).all()]
    if name in RINGS:
        cut = [shapes.clipped_ring(ring, low, high) for ring in met]
        rings = [ring for ring in cut if len(ring) > 3]
        return [ring for ring in rings if abs(shapes.area(ring)) >= LEAST_AREA or _holds(ring, cities, reach)]
    parts = [part for line in met for part in shapes.clipped_line(line, low, high)]
    return [line for line in parts if name != "rivers" or shapes.length(line) >= LEAST_RIVER]


def _holds(ring: Array, cities: Array, reach: float) -> bool:
    """Whether a city lies about where the ring does."""
    low, high = ring.min(axis=0) - reach, ring.max(axis=0) + reach
    return bool(((cities >= low) & (cities <= high)).all(axis=1).any())


def _finished(layers: dict[str, Lines], cities: Array) -> dict[str, tuple[Array, ...]]:
    """The layers without needless points."""
    fixed = {name: stay(np.concatenate(lines), cities, 2 * INLAND) for name, lines in layers.items() if lines}
    smoothness = SMOOTHNESS
    while True:
        finished = {
            name: tuple(shapes.thinned(lines, max(smoothness, ROUGHNESS.get(name, 0.0)), fixed.get(name)))
            for name, lines in layers.items()
        }
        if sum(len(line) for lines in finished.values() for line in lines) <= MOST_POINTS or smoothness > 1:
            return finished
        smoothness *= 1.25
