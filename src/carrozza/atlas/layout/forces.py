"""The terms of the energy, compiled: each adds its gradient to arrays that it is given, and returns its energy.

They are entered a million times for a large board, with arrays of a few hundred rows each.
"""

from math import hypot, sqrt
from typing import Any, cast

from carrozza.atlas.layout.network import Array, Indices
from carrozza.kernel.compiled import INTERPRETED, Function, entry

if INTERPRETED:
    import numba

    def compiled(function: Function) -> Function:
        """Layouts are no rules: to follow them step by step helps nobody, and would take minutes."""
        made: Any = numba.njit(error_model="numpy")(function)
        return cast(Function, made)
else:
    compiled = entry

NEARLY_NOTHING = 1e-9


@compiled
def _pull(one_gradient: Array, one: int, other_gradient: Array, other: int, x: float, y: float) -> None:
    """Add a gradient to one node, and its opposite to another."""
    one_gradient[one, 0] += x
    one_gradient[one, 1] += y
    other_gradient[other, 0] -= x
    other_gradient[other, 1] -= y


@compiled
def kept_at_distance(
    nodes: Array,
    gradient: Array,
    pairs: Indices,
    best: float,
    least: float,
    most: float,
    off_weight: float,
    out_weight: float,
) -> float:
    """Pairs at the best distance; outside of the least and the most it costs more."""
    energy = 0.0
    for index in range(len(pairs)):
        one, other = pairs[index, 0], pairs[index, 1]
        x, y = nodes[one, 0] - nodes[other, 0], nodes[one, 1] - nodes[other, 1]
        distance = hypot(x, y) + NEARLY_NOTHING
        off = distance - best
        out = min(distance - least, 0.0) + max(distance - most, 0.0)
        push = 2 * (off_weight * off + out_weight * out) / distance
        _pull(gradient, one, gradient, other, push * x, push * y)
        energy += off_weight * off * off + out_weight * out * out
    return energy


@compiled
def kept_apart(
    places: Array, gradient: Array, others: Array, other_gradient: Array, pairs: Indices, need: Array, weight: float
) -> float:
    """Pairs of a place and another that are nearer than they need."""
    energy = 0.0
    for index in range(len(pairs)):
        one, other = pairs[index, 0], pairs[index, 1]
        x, y = places[one, 0] - others[other, 0], places[one, 1] - others[other, 1]
        square = x * x + y * y
        if square >= need[index] * need[index]:
            continue
        distance = sqrt(square) + NEARLY_NOTHING
        missing = distance - need[index]
        push = 2 * weight * missing / distance
        _pull(gradient, one, other_gradient, other, push * x, push * y)
        energy += weight * missing * missing
    return energy


@compiled
def bent(
    nodes: Array,
    gradient: Array,
    before: Indices,
    after: Indices,
    first: int,
    width: Array,
    sharpest: float,
    cost: float,
) -> float:
    """The points of chains, from the node `first` on: the change of direction there, the wider the costlier.

    `width` is that of the link in widths of a route; `sharpest` is the square of a change that passes freely.
    """
    energy = 0.0
    for index in range(len(before)):
        here, back, ahead = first + index, before[index], after[index]
        came_x, came_y = nodes[here, 0] - nodes[back, 0], nodes[here, 1] - nodes[back, 1]
        goes_x, goes_y = nodes[ahead, 0] - nodes[here, 0], nodes[ahead, 1] - nodes[here, 1]
        came, goes = hypot(came_x, came_y) + NEARLY_NOTHING, hypot(goes_x, goes_y) + NEARLY_NOTHING
        came_x, came_y, goes_x, goes_y = came_x / came, came_y / came, goes_x / goes, goes_y / goes
        x, y = goes_x - came_x, goes_y - came_y
        square = x * x + y * y
        weight = cost * sqrt(width[index])
        sharp = max(square - min(sharpest, sharpest * (2 / width[index]) ** 2), 0.0)
        turning = 2 * weight + 120 * cost * sharp
        x, y = turning * x, turning * y
        along_goes, along_came = x * goes_x + y * goes_y, x * came_x + y * came_y
        ahead_x, ahead_y = (x - goes_x * along_goes) / goes, (y - goes_y * along_goes) / goes
        behind_x, behind_y = (x - came_x * along_came) / came, (y - came_y * along_came) / came
        gradient[ahead, 0] += ahead_x
        gradient[ahead, 1] += ahead_y
        gradient[back, 0] += behind_x
        gradient[back, 1] += behind_y
        gradient[here, 0] -= ahead_x + behind_x
        gradient[here, 1] -= ahead_y + behind_y
        energy += weight * square + 30 * cost * sharp * sharp
    return energy


@compiled
def warped(
    cities: int, nodes: Array, gradient: Array, bending: Array, likeness: Array, cost: float, loss: float
) -> float:
    """The bending of the warp from the true places, and the loss of likeness to the true map about its middle."""
    energy = 0.0
    for axis in range(2):
        middle = 0.0
        for city in range(cities):
            middle += nodes[city, axis] / cities
        usual = 0.0
        for city in range(cities):
            usual += (nodes[city, axis] - middle - likeness[city, axis]) / cities
        for city in range(cities):
            bow = 0.0
            for other in range(cities):
                bow += bending[city, other] * nodes[other, axis]
            off = nodes[city, axis] - middle - likeness[city, axis]
            gradient[city, axis] += 2 * cost * bow + 2 * loss * (off - usual)
            energy += cost * nodes[city, axis] * bow + loss * off * off
    return energy


@compiled
def spots_placed(
    nodes: Array,
    before: Indices,
    after: Indices,
    first: int,
    point: Indices,
    along: Array,
    across: Array,
    direction: Array,
    length: Array,
    spots: Array,
) -> None:
    """Where the spots are, and for each point of a chain the direction of its space and that vector's length."""
    for index in range(len(before)):
        x = nodes[after[index], 0] - nodes[before[index], 0]
        y = nodes[after[index], 1] - nodes[before[index], 1]
        length[index] = hypot(x, y) + NEARLY_NOTHING
        direction[index, 0], direction[index, 1] = x / length[index], y / length[index]
    for spot in range(len(point)):
        index = point[spot]
        x, y = direction[index, 0], direction[index, 1]
        spots[spot, 0] = nodes[first + index, 0] + along[spot] * x - across[spot] * y
        spots[spot, 1] = nodes[first + index, 1] + along[spot] * y + across[spot] * x


@compiled
def passed_on(
    pull: Array,
    gradient: Array,
    before: Indices,
    after: Indices,
    first: int,
    point: Indices,
    along: Array,
    across: Array,
    direction: Array,
    length: Array,
) -> None:
    """Pass a gradient at the spots on to the nodes that place them."""
    for spot in range(len(point)):
        if pull[spot, 0] == 0.0 and pull[spot, 1] == 0.0:
            continue
        index = point[spot]
        gradient[first + index, 0] += pull[spot, 0]
        gradient[first + index, 1] += pull[spot, 1]
        turning_x = along[spot] * pull[spot, 0] + across[spot] * pull[spot, 1]
        turning_y = along[spot] * pull[spot, 1] - across[spot] * pull[spot, 0]
        x, y = direction[index, 0], direction[index, 1]
        straight = turning_x * x + turning_y * y
        sideways_x, sideways_y = (turning_x - x * straight) / length[index], (turning_y - y * straight) / length[index]
        _pull(gradient, after[index], gradient, before[index], sideways_x, sideways_y)


@compiled
def names_off(
    nodes: Array,
    gradient: Array,
    first: int,
    half: Array,
    points: Array,
    point_gradient: Array,
    pairs: Indices,
    need: float,
    weight: float,
) -> float:
    """Names and points that come nearer than they need; the names' nodes begin at `first`."""
    energy = 0.0
    for index in range(len(pairs)):
        name, point = pairs[index, 0], pairs[index, 1]
        x, y = points[point, 0] - nodes[first + name, 0], points[point, 1] - nodes[first + name, 1]
        beyond_x, beyond_y = abs(x) - half[name, 0], abs(y) - half[name, 1]
        if beyond_x >= need or beyond_y >= need:
            continue
        outside, out_x, out_y = _outside(x, y, beyond_x, beyond_y)
        if outside >= need:
            continue
        missing = outside - need
        push = 2 * weight * missing
        _pull(point_gradient, point, gradient, first + name, push * out_x, push * out_y)
        energy += weight * missing * missing
    return energy


@compiled
def _outside(x: float, y: float, beyond_x: float, beyond_y: float) -> tuple[float, float, float]:
    """How far a point is outside a box, negative inside, and the direction in which that grows."""
    sign_x, sign_y = -1.0 if x < 0 else 1.0, -1.0 if y < 0 else 1.0
    out_x, out_y = max(beyond_x, 0.0), max(beyond_y, 0.0)
    away = hypot(out_x, out_y)
    if away > 0:
        return away, sign_x * out_x / away, sign_y * out_y / away
    if beyond_x >= beyond_y:
        return beyond_x, sign_x, 0.0
    return beyond_y, 0.0, sign_y


@compiled
def names_apart(
    nodes: Array, gradient: Array, first: int, half: Array, pairs: Indices, gap_x: float, gap_y: float, weight: float
) -> float:
    """Names that lie on each other, along the axis on which they part soonest."""
    energy = 0.0
    for index in range(len(pairs)):
        one, other = pairs[index, 0], pairs[index, 1]
        x, y = nodes[first + one, 0] - nodes[first + other, 0], nodes[first + one, 1] - nodes[first + other, 1]
        across = abs(x) - (half[one, 0] + half[other, 0] + gap_x)
        down = abs(y) - (half[one, 1] + half[other, 1] + gap_y)
        missing = max(across, down)
        if missing >= 0:
            continue
        axis = 0 if across >= down else 1
        offset = x if axis == 0 else y
        push = 2 * weight * missing * (1.0 if offset >= 0 else -1.0)
        gradient[first + one, axis] += push
        gradient[first + other, axis] -= push
        energy += weight * missing * missing
    return energy


@compiled
def names_near(
    nodes: Array,
    gradient: Array,
    first: int,
    half: Array,
    least: Array,
    farthest: float,
    fixed: Array,
    offset: Array,
    weight: float,
) -> float:
    """Every name lies close to its city; where a hint fixes its place, there."""
    energy = 0.0
    for city in range(len(half)):
        name = first + city
        x, y = nodes[city, 0] - nodes[name, 0], nodes[city, 1] - nodes[name, 1]
        if fixed[city]:
            x, y = -x - offset[city, 0], -y - offset[city, 1]
            _pull(gradient, name, gradient, city, 10 * weight * x, 10 * weight * y)
            energy += 5 * weight * (x * x + y * y)
            continue
        outside, out_x, out_y = _outside(x, y, abs(x) - half[city, 0], abs(y) - half[city, 1])
        far = outside - least[city]
        off = min(far, 0.0) + 0.15 * max(far - 0.8, 0.0) + max(far - farthest, 0.0)
        slope = 1.0 if far < 0 else 1.15 if far > farthest else 0.15
        push = 4 * weight * off * slope
        _pull(gradient, city, gradient, name, push * out_x, push * out_y)
        energy += 2 * weight * off * off
    return energy
