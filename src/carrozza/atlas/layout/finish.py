"""From settled nodes to a layout: the page around them, the length of each space, the furniture."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from carrozza.atlas.layout.errors import LayoutError
from carrozza.atlas.layout.furniture import place_furniture, wanted_on
from carrozza.atlas.layout.names import Names
from carrozza.atlas.layout.network import Array, Network, right_of
from carrozza.atlas.layout.shapes import boxes, rectangles
from carrozza.atlas.layout_model import Align, Label, Layout, Point, Space
from carrozza.atlas.sizes import CITY_RADIUS, MARGIN, SPACE_LENGTH, SPACE_TOLERANCE, SPACE_WIDTH
from carrozza.words.phrases import Phrase

LARGEST_PAGE = 4_000.0
"""The most millimetres that a board is wide or high."""

LEAST_GAP = 0.9
"""Between neighbouring spaces of a route; in a sharp bend they grow shorter to keep it."""


def finished(network: Network, nodes: Array, names: Names) -> Layout:
    """The layout of settled nodes, with furniture where there is room, on water if there is any."""
    from carrozza.atlas.geography import background

    bare = framed(network, nodes, names)
    ground = background(network.board, bare)
    spaces = np.array([space for route in bare.routes.values() for space in route])
    labels = np.array([label[:4] for label in bare.labels.values()])
    taken = np.concatenate(
        [
            rectangles(spaces[:, :2], spaces[:, 3], np.full(len(spaces), SPACE_WIDTH), spaces[:, 2]),
            boxes(labels[:, :2] - labels[:, 2:] / 2, labels[:, 2:]),
        ]
    )
    page = place_furniture(
        bare.width,
        bare.height,
        taken,
        tuple(bare.cities.values()),
        wanted_on(network.board),
        lambda points: ground.water_distance(points) > 0,
    )
    return replace(shifted(bare, page.shift), width=page.width, height=page.height, furniture=page.boxes)


def shifted(layout: Layout, by: Point) -> Layout:
    """The layout moved on its page; furniture stays."""
    return replace(
        layout,
        cities={name: Point(x + by.x, y + by.y) for name, (x, y) in layout.cities.items()},
        labels={name: label._replace(x=label.x + by.x, y=label.y + by.y) for name, label in layout.labels.items()},
        routes={
            name: tuple(space._replace(x=space.x + by.x, y=space.y + by.y) for space in spaces)
            for name, spaces in layout.routes.items()
        },
    )


def framed(network: Network, nodes: Array, names: Names) -> Layout:
    """The layout on a page that just holds it."""
    low, high = _extent(network, nodes, names)
    if not ((high - low) <= LARGEST_PAGE).all():
        raise LayoutError(_too_large(network, float((high - low).max())))
    board, at = network.board, nodes - low
    labels = at[network.labels :]
    return Layout(
        digest="",
        width=float(high[0] - low[0]),
        height=float(high[1] - low[1]),
        cities={city.id: _point(at[index]) for index, city in enumerate(board.cities)},
        labels={city.id: _label(names, index, labels[index], at[index]) for index, city in enumerate(board.cities)},
        routes=dict(sorted(_routes(network, at), key=lambda entry: board.route_index[entry[0]])),
        furniture={},
    )


def _too_large(network: Network, size: float) -> Phrase:
    board = network.board
    route = max(board.routes, key=lambda route: route.length).id
    return Phrase("layout_fault.too_large", size=f"{size / 1000:.1f}", most=f"{LARGEST_PAGE / 1000:g}", route=route)


def page_corner(network: Network, nodes: Array, names: Names) -> Array:
    """The place of the nodes' plane that becomes the upper left corner of the page."""
    return _extent(network, nodes, names)[0]


def _extent(network: Network, nodes: Array, names: Names) -> tuple[Array, Array]:
    spots = network.spots.place(network, nodes)[0]
    cities, labels = nodes[: network.cities], nodes[network.labels :]
    reach, disc = np.full(2, network.spots.radius + 1.0), np.full(2, CITY_RADIUS)
    low = np.vstack([spots - reach, cities - disc, labels - names.half]).min(0) - MARGIN
    high = np.vstack([spots + reach, cities + disc, labels + names.half]).max(0) + MARGIN
    return low, high


def _point(place: Array) -> Point:
    return Point(float(place[0]), float(place[1]))


def _label(names: Names, index: int, middle: Array, city: Array) -> Label:
    half_width, half_height = names.half[index].tolist()
    beside = float(middle[0] - city[0])
    align: Align = "middle" if abs(beside) < half_width * 0.9 else "left" if beside > 0 else "right"
    x, y = middle.tolist()
    return Label(x, y, 2 * half_width, 2 * half_height, tuple(names.lines[index]), align)


def _routes(network: Network, nodes: Array) -> Iterator[tuple[str, tuple[Space, ...]]]:
    _, direction = network.spots.place(network, nodes)
    board = network.board
    for link, chain in zip(network.links, network.chains, strict=True):
        points = chain[1:-1] - network.cities
        along = direction[points]
        for index, offset in zip(link.routes, link.offsets, strict=True):
            middles = nodes[chain[1:-1]] + offset * right_of(along)
            forward = board.city_index[board.routes[index].a] == link.a
            spaces = _spaces(middles, along) if forward else _spaces(middles[::-1], -along[::-1])
            yield board.routes[index].id, spaces


def _spaces(middles: Array, along: Array) -> tuple[Space, ...]:
    length = _space_length(middles, along)
    angles = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    return tuple(Space(float(x), float(y), float(angle), length) for (x, y), angle in zip(middles, angles, strict=True))


def _space_length(middles: Array, along: Array) -> float:
    """As long as all spaces, or shorter where the inner side of a bend leaves less room."""
    if len(middles) < 2:
        return SPACE_LENGTH
    axis = along[1:] + along[:-1]
    axis /= np.hypot(*axis.T)[:, None]
    cosine = np.clip((axis * along[1:]).sum(1), 0.1, 1.0)
    room = ((middles[1:] - middles[:-1]) * axis).sum(1) - SPACE_WIDTH * np.sqrt(1 - cosine**2) - LEAST_GAP
    return float(np.clip((room / cosine).min(), SPACE_LENGTH * (1 - SPACE_TOLERANCE), SPACE_LENGTH))
