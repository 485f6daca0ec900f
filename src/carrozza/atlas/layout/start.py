"""Where the optimiser begins: cities at their true places, routes straight, or around a city that stands in the way."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from carrozza.atlas.geography import project
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.network import Array, Network, right_of
from carrozza.boards.model import Board

BERTH = 34.0
"""How far beyond a city a route passes that goes around it."""

MOST_TRIALS = 6_000
"""A board for whose crossing routes more ways around cities would have to be tried has no drawing without crossings."""

LARGEST = 3_000.0
"""The most millimetres that the true places are apart, whatever the routes between the nearest ones ask for."""


class Detour(NamedTuple):
    """A city that a route goes around, and on which side of the route the city then lies: 1 right, -1 left."""

    city: int
    side: int


def true_places(board: Board) -> Array:
    """The cities on a true map, turned and nudged as the board's hints say, in kilometres."""
    plane = project(board.places).forward(np.array(board.places))
    angle = np.radians(board.drawing.turn)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(plane @ turn)


def scaled(network: Network, places: Array) -> Array:
    """The true places at the size at which most routes have room, about their middle, nudged by the hints."""
    needs = [link.straight / _distance(places, link.a, link.b) for link in network.links]
    extent = max(float((places.max(0) - places.min(0)).max()), 1e-6)
    scaled: Array = (places - places.mean(0)) * min(np.quantile(needs, 0.6), LARGEST / extent)
    for city, place in enumerate(network.board.cities):
        hint = network.board.drawing.cities.get(place.id)
        if hint is not None and hint.nudge is not None:
            scaled[city] += hint.nudge
    return scaled


def _distance(places: Array, a: int, b: int) -> float:
    return max(float(np.hypot(*(places[a] - places[b]))), 1e-6)


def detours(network: Network, cities: Array, check: Callable[[], None] = lambda: None) -> dict[int, Detour]:
    """The ways around cities that hints ask for, and those that undo crossings of straight routes.

    `check` is called now and then: it may raise to stop the search.
    """
    asked = {
        index: Detour(network.board.city_index[hint.around], 1 if hint.side == "right" else -1)
        for index, hint in network.hints.items()
        if hint.around is not None
    }
    found = dict(asked)
    nodes = laid(network, cities, found)
    tried = 0
    for _ in range(len(network.links)):
        crossed = crossings(network, nodes)
        possible = [trial for trial in possible_detours(network, crossed) if trial[0] not in asked]
        tried += len(possible)
        if not crossed or tried > MOST_TRIALS:
            break
        check()
        better = _best_detour(network, nodes, crossed, possible)
        if better is None:
            break
        found[better[0]] = better[1]
        lay(network, nodes, *better)
    return found


def _best_detour(
    network: Network, nodes: Array, crossed: list[tuple[int, int]], possible: Iterable[tuple[int, Detour]]
) -> tuple[int, Detour] | None:
    """The detour that leaves the fewest crossings, the shortest of these; nothing where none helps."""
    trials = []
    for index, detour in possible:
        trial = nodes.copy()
        lay(network, trial, index, detour)
        way = trial[network.chains[index]]
        fewer = len(crossings_of(network, trial, index)) - sum(index in pair for pair in crossed)
        trials.append((fewer, float(np.hypot(*np.diff(way, axis=0).T).sum()), index, detour))
    if not trials or min(trials)[0] >= 0:
        return None
    _, _, index, detour = min(trials)
    return index, detour


def possible_detours(network: Network, crossed: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Detour]]:
    """The ways of crossing links around the cities that they cross each other's routes to."""
    seen = set()
    for pair in crossed:
        for index, other in (pair, pair[::-1]):
            for city in (network.links[other].a, network.links[other].b):
                if city not in (network.links[index].a, network.links[index].b):
                    seen |= {(index, Detour(city, 1)), (index, Detour(city, -1))}
    yield from sorted(seen)


def laid(network: Network, cities: Array, around: Mapping[int, Detour]) -> Array:
    """All nodes, with cities where they are given, routes straight or around a city, names on their cities."""
    nodes = np.vstack([cities, np.zeros((network.points, 2)), cities])
    for index in range(len(network.links)):
        lay(network, nodes, index, around.get(index))
    return nodes


def lay(network: Network, nodes: Array, index: int, around: Detour | None) -> None:
    """Lay one route afresh between its cities: straight, around a city, or in the bow that a hint asks for."""
    chain = network.chains[index]
    begin, end = nodes[chain[0]], nodes[chain[-1]]
    corners = np.array([begin, end] if around is None else [begin, _beyond(nodes, begin, end, around), end])
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    share = (np.arange(len(chain) - 2) + 0.5) / (len(chain) - 2)
    marks = np.concatenate([[0.0], np.cumsum(lengths)])
    nodes[chain[1:-1]] = np.column_stack([np.interp(share * marks[-1], marks, corners[:, axis]) for axis in (0, 1)])
    hint = network.hints.get(index)
    if hint is not None and hint.bend is not None:
        nodes[chain[1:-1]] += bow(hint.bend, share)[:, None] * right_of((end - begin)[None])


def bow(bend: float, share: Array | float) -> Array:
    """How far a bow leaves the straight way at these shares of it, as a share of its length."""
    return np.asarray(4 * bend * share * (1 - share))


def _beyond(nodes: Array, begin: Array, end: Array, around: Detour) -> Array:
    along = (end - begin) / max(float(np.hypot(*(end - begin))), 1e-6)
    return np.asarray(nodes[around.city] - around.side * BERTH * right_of(along[None])[0])


def crossings(network: Network, nodes: Array) -> list[tuple[int, int]]:
    """The pairs of links whose ways cross."""
    steps, link = network.steps, network.link_of_step
    one, other = shapes.crossing(nodes[steps], nodes[steps])
    pairs = {(int(link[i]), int(link[j])) for i, j in zip(one, other, strict=True) if link[i] < link[j]}
    return sorted(pairs)


def crossings_of(network: Network, nodes: Array, index: int) -> set[int]:
    """The links whose ways cross that of one."""
    link = network.link_of_step
    _, other = shapes.crossing(nodes[network.steps[link == index]], nodes[network.steps])
    return set(link[other].tolist()) - {index}
