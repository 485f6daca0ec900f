"""The names of cities: how they are broken into lines, and on which side of the city they find room."""

from collections.abc import Iterable, Iterator
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


class Trial(NamedTuple):
    """A place tried for a name: what it costs, the box's middle seen from the city, half its size, the lines."""

    cost: float
    offset: Array
    half: Array
    lines: tuple[str, ...]


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

    def outside(self, label: Indices, points: Array) -> tuple[Array, Array]:
        """How far points, seen from the middle of their box, are outside it, and in which direction that grows."""
        beyond = np.abs(points) - self.half[label]
        out = np.maximum(beyond, 0)
        away = np.hypot(out[:, 0], out[:, 1])
        axis = np.eye(2)[beyond.argmax(1)]
        outwards = np.where((away > 0)[:, None], out / (away + 1e-9)[:, None], axis)
        return np.where(away > 0, away, beyond.max(1)), outwards * np.where(points < 0, -1.0, 1.0)

    def give_up(self, network: Network, nodes: Array, cities: Iterable[int]) -> None:
        """Remember that some names found no room where they are."""
        for city in cities:
            self.refused[city].append(nodes[network.labels + city] - nodes[city])

    def find_room(self, network: Network, nodes: Array) -> Array:
        """The nodes with every name at the place that suits it best among what lies around it now."""
        spots = network.spots.place(network, nodes)[0]
        cities = nodes[: network.cities]
        trials = [self._best_trials(city, cities, spots) for city in range(network.cities)]
        chosen = _settle(trials, cities)
        moved = nodes.copy()
        for city, trial in enumerate(chosen):
            self.lines[city], self.half[city] = trial.lines, trial.half
            moved[network.labels + city] = cities[city] + trial.offset
        return moved

    def _best_trials(self, city: int, cities: Array, spots: Array) -> list[Trial]:
        around = spots[np.hypot(*(spots - cities[city]).T) < 90] - cities[city]
        others = np.delete(cities, city, 0) - cities[city]
        others = others[np.hypot(*others.T) < 90]
        trials = [_judge(trial, around, others, self.refused[city]) for trial in self._trials_by_city[city]]
        return sorted(trials, key=lambda trial: trial.cost)[:24]

    @cached_property
    def _trials_by_city(self) -> list[list[Trial]]:
        return [list(self._trials(city)) for city in range(len(self.lines))]

    def _trials(self, city: int) -> Iterator[Trial]:
        hint = self.board.drawing.labels.get(self.board.cities[city].id)
        for lines in forms(self.board, city):
            half = half_size(lines)
            if self.fixed[city]:
                yield Trial(0.0, self.offset[city], half, lines)
                continue
            for angle in range(0, 360, 9):
                if hint is None or hint.side is None or _between(angle, SIDES[hint.side]) <= 27:
                    for gap in GAPS:
                        yield Trial(
                            _taste(angle, lines) + 2 * gap,
                            touching(angle, half, gap + float(self.adornment[city])),
                            half,
                            lines,
                        )


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


def touching(angle: float, half: Array, gap: float) -> Array:
    """The middle of a box that lies in this direction (degrees clockwise from east), so far off the city's disc."""
    direction = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    near, far = 0.0, 300.0
    for _ in range(30):
        middle = (near + far) / 2
        short = np.hypot(*np.maximum(np.abs(direction * middle) - half, 0)) < CITY_RADIUS + gap
        near, far = (middle, far) if short else (near, middle)
    return direction * far


def _taste(angle: int, lines: tuple[str, ...]) -> float:
    """Beside the city before above or below, on the right before on the left, in one line before two."""
    upright = abs(np.sin(np.radians(angle)))
    return 3.0 * len(lines) + (1.5 if 0.5 < upright < 0.95 else 0.0) + (1.0 if 90 < angle < 270 else 0.0)


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _judge(trial: Trial, spots: Array, cities: Array, refused: list[Array]) -> Trial:
    again = sum(float(np.hypot(*(trial.offset - offset))) < 9.0 for offset in refused)
    crowd = _overlap(trial, spots, 5.8) + 2 * _overlap(trial, cities, CITY_RADIUS + 3.0)
    return trial._replace(cost=trial.cost + crowd + REFUSED * again)


def _overlap(trial: Trial, points: Array, need: float) -> float:
    beyond = np.abs(points - trial.offset) - trial.half
    out = np.hypot(*np.maximum(beyond, 0).T)
    outside = np.where(out > 0, out, beyond.max(1))
    return float((np.minimum(outside - need, 0) ** 2).sum())


def _settle(trials: list[list[Trial]], cities: Array) -> list[Trial]:
    """One trial for each name such that names do not lie on each other, as cheap as a few rounds of giving way find."""
    chosen = [candidates[0] for candidates in trials]
    near = [np.flatnonzero(np.hypot(*(cities - city).T) < 140) for city in cities]
    for _ in range(6):
        for city, candidates in enumerate(trials):
            others = [(cities[other] - cities[city], chosen[other]) for other in near[city] if other != city]
            chosen[city] = min(candidates, key=lambda trial: trial.cost + _conflict(trial, others))
    return chosen


def _conflict(trial: Trial, others: list[tuple[Array, Trial]]) -> float:
    cost = 0.0
    for place, other in others:
        gaps = np.abs(place + other.offset - trial.offset) - trial.half - other.half - np.array([2.0, 1.2])
        cost += 3 * min(0.0, float(gaps.max())) ** 2
    return cost
