"""The names of cities: how they are broken into lines, and on which side of the city they find room."""

from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from carrozza.atlas.fonts import text_width
from carrozza.atlas.layout.network import Array, Indices, Network
from carrozza.atlas.sizes import CITY_RADIUS, LABEL_LEADING, LABEL_SIZE
from carrozza.boards.model import Board

GAPS = (1.2, 4.0, 7.0)
"""Distances from a city's disc to its name that are tried."""

ADORNMENT = 1.5
"""How far the sign of an attraction reaches beyond a city's disc."""

REFUSED = 120.0
"""What it costs to go back to a place where a name found no room."""

TRIALS = 24
"""The places for each name among which a combination is sought."""

NAMES_APART = (2.0, 1.2)
"""Between two names, across and down."""

AS_IT_IS = -1
"""The form of a name that is left alone."""

LONG_NAME = 34.0
"""A wider name may be broken into lines."""

MOST_LINES = 3

SIDES = {
    "east": 0,
    "south-east": 45,
    "south": 90,
    "south-west": 135,
    "west": 180,
    "north-west": 225,
    "north": 270,
    "north-east": 315,
}


class Trials(NamedTuple):
    """Places tried for a name: what each costs, the box's middle seen from the city, half its size, which form."""

    cost: Array
    offset: Array
    half: Array
    form: Indices

    def best(self, number: int) -> "Trials":
        """The cheapest ones."""
        cheapest = np.argsort(self.cost, kind="stable")[:number]
        return Trials(self.cost[cheapest], self.offset[cheapest], self.half[cheapest], self.form[cheapest])


class Names:
    """The boxes of all names: half their sizes, their lines, and the places that hints fix."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines = [forms(board, city)[0] for city in range(len(board.cities))]
        self.half = np.array([half_size(lines) for lines in self.lines])
        self.offset = np.zeros_like(self.half)
        self.fixed = np.zeros(len(self.half), dtype=bool)
        self.adornment = np.array([ADORNMENT * city.attraction for city in board.cities])
        self.refused: list[list[Array]] = [[] for _ in self.lines]
        for city, place in enumerate(board.cities):
            hint = board.drawing.labels.get(place.id)
            if hint is not None and hint.at is not None:
                self.fixed[city] = True
                self.offset[city] = hint.at

    def outside(self, label: Indices, points: Array) -> Array:
        """How far points, seen from the middle of their box, are outside it; negative inside."""
        beyond = np.abs(points) - self.half[label]
        away = np.hypot(*np.maximum(beyond, 0).T)
        return np.asarray(np.where(away > 0, away, beyond.max(1)))

    def give_up(self, network: Network, nodes: Array, cities: Iterable[int]) -> None:
        """Remember that some names found no room where they are."""
        for city in cities:
            self.refused[city].append(nodes[network.labels + city] - nodes[city])

    def find_room(self, network: Network, nodes: Array, only: Collection[int] | None = None) -> Array:
        """The nodes with every name at the place that suits it best among what lies around it now.

        Where `only` some may move, the others stay where they are.
        """
        spots = network.spots.place(network, nodes)[0]
        cities, labels = nodes[: network.cities], nodes[network.labels :]
        trials = [
            self._best_trials(city, cities, spots)
            if only is None or city in only
            else self._as_it_is(city, labels[city] - cities[city])
            for city in range(network.cities)
        ]
        moved = nodes.copy()
        for city, at in enumerate(_settled(trials, cities)):
            tried = trials[city]
            if (form := int(tried.form[at])) != AS_IT_IS:
                self.lines[city] = forms(self.board, city)[form]
            self.half[city] = tried.half[at]
            moved[network.labels + city] = cities[city] + tried.offset[at]
        return moved

    def _as_it_is(self, city: int, offset: Array) -> Trials:
        return Trials(np.zeros(1), offset[None], self.half[city][None].copy(), np.array([AS_IT_IS]))

    def _best_trials(self, city: int, cities: Array, spots: Array) -> Trials:
        around = spots[np.hypot(*(spots - cities[city]).T) < 90] - cities[city]
        others = np.delete(cities, city, 0) - cities[city]
        others = others[np.hypot(*others.T) < 90]
        trials = self._trials_by_city[city]
        crowd = _overlap(trials, around, 5.8) + 2 * _overlap(trials, others, CITY_RADIUS + 3.0)
        again = sum((np.hypot(*(trials.offset - offset).T) < 9.0).astype(float) for offset in self.refused[city])
        return trials._replace(cost=trials.cost + crowd + REFUSED * again).best(TRIALS)

    @cached_property
    def _trials_by_city(self) -> list[Trials]:
        return [self._trials(city) for city in range(len(self.lines))]

    def _trials(self, city: int) -> Trials:
        parts = [self._trials_of_form(city, *form) for form in enumerate(forms(self.board, city))]
        return Trials(*map(np.concatenate, zip(*parts, strict=True)))

    def _trials_of_form(self, city: int, form: int, lines: tuple[str, ...]) -> Trials:
        half = half_size(lines)
        if self.fixed[city]:
            return Trials(np.zeros(1), self.offset[city][None], half[None], np.array([form]))
        hint = self.board.drawing.labels.get(self.board.cities[city].id)
        side = None if hint is None or hint.side is None else SIDES[hint.side]
        angles = np.array([angle for angle in range(0, 360, 9) if side is None or _between(angle, side) <= 27])
        angle, gap = (grid.ravel() for grid in np.meshgrid(angles.astype(float), np.array(GAPS), indexing="ij"))
        offset = touching(angle, half, gap + float(self.adornment[city]))
        cost = _taste(angle, lines) + 2 * gap
        return Trials(cost, offset, np.broadcast_to(half, offset.shape), np.full(len(cost), form))


def forms(board: Board, city: int) -> list[tuple[str, ...]]:
    """The ways a name may be broken into lines, the first the plain one."""
    place = board.cities[city]
    hint = board.drawing.labels.get(place.id)
    if hint is not None and hint.lines:
        return [tuple(hint.lines)]
    words = place.name.split()
    if len(words) < 2 or text_width(place.name, LABEL_SIZE, bold=True) < LONG_NAME:
        return [(place.name,)]
    return [_narrowest(words, lines) for lines in range(1, min(len(words), MOST_LINES) + 1)]


def _narrowest(words: list[str], lines: int) -> tuple[str, ...]:
    """The words in so many lines, as narrow as they can be."""
    breaks = combinations(range(1, len(words)), lines - 1)
    spans = [list(pairwise((0, *cuts, len(words)))) for cuts in breaks]
    broken = [tuple(" ".join(words[begin:end]) for begin, end in span) for span in spans]
    return min(broken, key=lambda form: float(half_size(form)[0]))


def half_size(lines: tuple[str, ...]) -> Array:
    """Half the width and height of a name's box."""
    width = max(text_width(line, LABEL_SIZE, bold=True) for line in lines)
    return np.array([width / 2, len(lines) * LABEL_SIZE * LABEL_LEADING / 2])


def touching(angle: Array, half: Array, gap: Array) -> Array:
    """The middles of a box that lies in these directions (degrees clockwise from east), so far off the city's disc."""
    direction = np.column_stack([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    near, far = np.zeros(len(direction)), np.full(len(direction), 300.0)
    for _ in range(30):
        middle = (near + far) / 2
        short = np.hypot(*np.maximum(np.abs(direction * middle[:, None]) - half, 0).T) < CITY_RADIUS + gap
        near, far = np.where(short, middle, near), np.where(short, far, middle)
    return np.asarray(direction * far[:, None])


def _taste(angle: Array, lines: tuple[str, ...]) -> Array:
    """Beside the city before above or below, on the right before on the left, in one line before two."""
    upright = np.abs(np.sin(np.radians(angle)))
    slanting, on_the_left = (upright > 0.5) & (upright < 0.95), (angle > 90) & (angle < 270)
    return np.asarray(3.0 * len(lines) + 1.5 * slanting + 1.0 * on_the_left)


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _overlap(trials: Trials, points: Array, need: float) -> Array:
    """What it costs each trial that points come nearer to the name than they should."""
    beyond = np.abs(points[None] - trials.offset[:, None]) - trials.half[:, None]
    out = np.hypot(np.maximum(beyond[..., 0], 0), np.maximum(beyond[..., 1], 0))
    outside = np.where(out > 0, out, np.maximum(beyond[..., 0], beyond[..., 1]))
    return np.asarray((np.minimum(outside - need, 0) ** 2).sum(1))


def _settled(trials: list[Trials], cities: Array) -> list[int]:
    """One trial for each name such that names do not lie on each other, as cheap as a few rounds of giving way find."""
    chosen = [0] * len(trials)
    offset, half = (np.array([tried[field][0] for tried in trials]) for field in (1, 2))
    near = [np.flatnonzero(np.hypot(*(cities - city).T) < 140) for city in cities]
    for _ in range(6):
        before = chosen.copy()
        for city, tried in enumerate(trials):
            others = near[city][near[city] != city]
            middles = cities[others] - cities[city] + offset[others]
            room = tried.half[:, None] + half[others][None] + np.array(NAMES_APART)
            gaps = np.abs(middles[None] - tried.offset[:, None]) - room
            lacking = np.minimum(np.maximum(gaps[..., 0], gaps[..., 1]), 0)
            best = int((tried.cost + 3 * (lacking**2).sum(1)).argmin())
            chosen[city], offset[city], half[city] = best, tried.offset[best], tried.half[best]
        if chosen == before:
            break
    return chosen
