"""Cities at the water's edge: where the shore leaves a port at sea, or too near the water, the shore gives way."""

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.shapes import apart, inside, nearest

Array = NDArray[np.float64]
Lines = list[Array]

ROUNDS = 6


def with_ports(layers: dict[str, Lines], cities: Array, inland: float, reach: float) -> dict[str, Lines]:
    """The layers, bent a little so that each city lies `inland` of the shores of land and lakes.

    A city farther out than `reach` is left at sea.
    """
    for _ in range(ROUNDS):
        pushes = [push for name in ("land", "lakes") for push in _pushes(layers[name], name, cities, inland, reach)]
        if not pushes:
            break
        layers = {name: _pushed(lines, pushes) for name, lines in layers.items()}
    return layers


def _pushes(rings: Lines, name: str, cities: Array, inland: float, reach: float) -> list[tuple[Array, Array]]:
    """Where the shore must give way, and by how much in which direction."""
    if not rings:
        return []
    wet = inside(cities, rings) == (name == "lakes")
    places = nearest(cities, rings)
    distances = np.hypot(*(places - cities).T)
    lacking = np.where(wet, inland + distances, inland - distances)
    wrong = (lacking > 0.01) & (distances > 0) & ~(wet & (distances > reach))
    away = np.where(wet[:, None], cities - places, places - cities)
    return [(places[city], away[city] / distances[city] * lacking[city]) for city in np.flatnonzero(wrong)]


def _pushed(lines: Lines, pushes: list[tuple[Array, Array]]) -> Lines:
    """The lines under pushes that are full at a place and fade around it, so gently that nothing folds."""
    if not lines:
        return []
    points = np.concatenate(lines)
    for place, push in pushes:
        spread = max(3.0 * float(np.hypot(*push)), 4.0)
        off = points - place
        fading = np.exp(-(off[:, 0] ** 2 + off[:, 1] ** 2) / spread**2)
        points = points + fading[:, None] * push
    return apart(points, lines)


def stay(points: Array, cities: Array, around: float) -> NDArray[np.bool_]:
    """Which points are so near to a city that thinning them out might put it on the other side of a shore."""
    near = np.zeros(len(points), dtype=np.bool_)
    x, y = points.T
    for city_x, city_y in cities:
        near |= (x - city_x) ** 2 + (y - city_y) ** 2 < around**2
    return near
