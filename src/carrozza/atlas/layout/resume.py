"""A board begun from a layout of a similar one: what is there already, and what is new."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography import Warp, bending
from carrozza.atlas.layout.names import Names, forms, half_size
from carrozza.atlas.layout.network import Array, Indices, Link, Network, right_of
from carrozza.atlas.layout.start import Detour, crossings_of, lay, possible_detours
from carrozza.atlas.layout_model import Layout, Space

Flags = NDArray[np.bool_]

FEWEST_KNOWN = 3
"""With fewer cities at known places a layout is no help."""

MOST_TIMES = 2.5
"""A layout that is so many times larger or smaller than the true places at their usual size is no help either."""

ASTRAY = 45.0
"""A city so far, in millimetres, from where the cities around it would put it has been moved on the map."""


FARTHEST, FARTHEST_NAME = 1e4, 300.0
"""Spaces farther off the page, and names farther from their cities, are not taken over."""


class Begun(NamedTuple):
    """Nodes where the layout has them, which these are, and what it does not have: links and names to be laid."""

    nodes: Array
    kept: Indices
    new_links: tuple[int, ...]
    new_names: frozenset[int]


def begin_from(network: Network, names: Names, source: Array, start: Layout) -> Begun | None:
    """The nodes of a board at the places of a layout; nothing where too few of its cities are known there."""
    placed = _cities(network, source, start)
    if placed is None:
        return None
    cities, known = placed
    nodes = np.vstack([cities, np.zeros((network.points, 2)), cities])
    new_links = tuple(index for index in range(len(network.links)) if not _take_route(network, nodes, index, start))
    for index in new_links:
        lay(network, nodes, index, None)
    new_names = frozenset(city for city in range(network.cities) if not _take_name(network, nodes, city, names, start))
    kept = np.flatnonzero(_kept(network, known, new_links, new_names))
    return Begun(nodes, kept, new_links, new_names)


def _kept(network: Network, known: Flags, new_links: tuple[int, ...], new_names: frozenset[int]) -> Flags:
    """The nodes that are where the layout has them: not those of what is new, nor of routes to it."""
    kept = np.ones(network.nodes, dtype=np.bool_)
    kept[: network.cities] = kept[network.labels :] = known
    kept[network.labels + np.array(sorted(new_names), dtype=np.int64)] = False
    for index, chain in enumerate(network.chains):
        if index in new_links or not known[chain[[0, -1]]].all():
            kept[chain[1:-1]] = False
    return kept


def _cities(network: Network, source: Array, start: Layout) -> tuple[Array, Flags] | None:
    """The cities where the layout has them, and which these are; new ones, and those moved on the map, are where those
    around them tell."""
    places = np.array([start.cities.get(city.id, (np.nan, np.nan)) for city in network.board.cities])
    known = np.isfinite(places).all(1)
    if known.sum() < FEWEST_KNOWN or not _alike(source[known], places[known]):
        return None
    while known.sum() >= FEWEST_KNOWN:
        astray = _astray(source[known], places[known])
        if astray.max() <= ASTRAY:
            if not known.all():
                places[~known] = Warp.through(source[known], places[known])(source[~known])
            return places, known
        known[np.flatnonzero(known)[int(astray.argmax())]] = False
    return None


def _alike(source: Array, places: Array) -> bool:
    """Whether a layout is about as large as this board needs it."""
    extents = [max(float((points.max(0) - points.min(0)).max()), 1e-6) for points in (source, places)]
    return 1 / MOST_TIMES < extents[1] / extents[0] < MOST_TIMES


def _astray(source: Array, places: Array) -> Array:
    """How far each place is from where a spline through all the others would put it."""
    matrix = bending(source)
    stiff = np.maximum(np.diag(matrix), 1e-12)
    return np.asarray(np.hypot(*((matrix @ places) / stiff[:, None]).T))


def _take_route(network: Network, nodes: Array, index: int, start: Layout) -> bool:
    """Put the chain of a link where the layout has its routes; False where it has none of them."""
    link, chain = network.links[index], network.chains[index]
    tracks = [
        middles
        for route, offset in zip(link.routes, link.offsets, strict=True)
        if (middles := _middles(network, link, route, offset, start.routes)) is not None
    ]
    ends = [start.cities.get(network.board.cities[city].id) for city in (link.a, link.b)]
    if not tracks or any(at is None for at in ends):
        return False
    taken = np.mean(tracks, axis=0)
    nodes[chain[1:-1]] = _carried(taken, np.array(ends), nodes[[link.a, link.b]])
    return True


def _middles(
    network: Network, link: Link, route: int, offset: float, routes: Mapping[str, tuple[Space, ...]]
) -> Array | None:
    """The middle line of a link, seen from its city a, as one of its routes has it."""
    given = network.board.routes[route]
    spaces = np.array(routes.get(given.id, ()))
    if len(spaces) != link.length or not (np.abs(spaces) < FARTHEST).all():
        return None
    if network.board.city_index[given.a] != link.a:
        spaces, offset = spaces[::-1], -offset
    angle = np.radians(spaces[:, 2])
    return np.asarray(spaces[:, :2] - offset * right_of(np.column_stack([np.cos(angle), np.sin(angle)])))


def _carried(points: Array, before: Array, after: Array) -> Array:
    """Points between two cities, moved as the cities have moved: turned, and drawn out along their way."""
    complex_points = points @ np.array([1, 1j])
    a, b = before @ np.array([1, 1j])
    c, d = after @ np.array([1, 1j])
    if abs(a - c) + abs(b - d) < 1e-6 or abs(b - a) < 1e-6:
        return points
    moved = c + (complex_points - a) * ((d - c) / (b - a))
    return np.column_stack([moved.real, moved.imag])


def _take_name(network: Network, nodes: Array, city: int, names: Names, start: Layout) -> bool:
    """Put a name where the layout has it; False where it has another name, or none."""
    place = network.board.cities[city]
    label, at = start.labels.get(place.id), start.cities.get(place.id)
    if label is None or at is None or label.lines not in forms(network.board, city):
        return False
    offset = np.array([label.x - at.x, label.y - at.y])
    if not (np.abs(offset) < FARTHEST_NAME).all():
        return False
    names.lines[city], names.half[city] = label.lines, half_size(label.lines)
    nodes[network.labels + city] = nodes[city] + offset
    return True


def lay_without_crossing(network: Network, nodes: Array, new_links: tuple[int, ...]) -> dict[int, Detour]:
    """Lay new links around a city where that undoes crossings; which ones, and how."""
    found: dict[int, Detour] = {}
    for index in new_links:
        crossed = crossings_of(network, nodes, index)
        fewest = len(crossed)
        for other, detour in possible_detours(network, [(index, other) for other in sorted(crossed)]):
            if other != index:
                continue
            trial = nodes.copy()
            lay(network, trial, index, detour)
            if (count := len(crossings_of(network, trial, index))) < fewest:
                fewest, found[index] = count, detour
        if index in found:
            lay(network, nodes, index, found[index])
    return found
