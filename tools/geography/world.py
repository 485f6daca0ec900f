"""The world: land, lakes, borders and rivers, and the states and provinces of North America."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.shapes import inside
from tools.geography.rings import (
    ANTIMERIDIAN,
    continued,
    dissolved,
    finely,
    outside,
    runs,
    square_kilometres,
    thinned,
    unwrapped,
    within,
)
from tools.geography.sources import STATES, WATERS, WORLD, Package
from tools.geography.topojson import Topology, joined

Array = NDArray[np.float64]
Layers = dict[str, list[Array]]

REGIONS = ("europe", "north-america", "south-america", "africa")
"""The parts of the world whose waters the package has finer than in its file of the whole world."""

COAST, BORDER, LAKE, RIVER, STATE = 0.4, 1.2, 0.8, 1.2, 0.8
"""The smallest triangle of three neighbouring points that is kept of a line of each kind, in square kilometres."""

SMALLEST_ISLAND, SMALLEST_LAKE = 2.0, 25.0
"""In square kilometres."""


def world(folder: Path, cities: Array) -> Layers:
    """The layers of the whole world; the coast is finer near the given cities."""
    topology = _topology(folder, WORLD, "countries-10m.json")
    arcs = thinned([unwrapped(arc) for arc in topology.arcs], COAST, cities)
    rings = [(unwrapped(topology.joined(ring)), joined(arcs, ring)) for ring in topology.rings("land")]
    land = _seamless([thin for whole, thin in rings if len(thin) > 3 and _worth(whole, SMALLEST_ISLAND, cities)])
    lakes = _lakes(folder)
    borders = outside([topology.arcs[arc] for arc in topology.shared("countries")], lakes)
    return {
        "land": land,
        "lakes": lakes,
        "borders": thinned([line for line in borders if not _on_antimeridian(line)], BORDER),
        "rivers": thinned(continued(_rivers(folder)), RIVER),
    }


def whole_land(folder: Path) -> list[Array]:
    """The land as the package has it, to compare with."""
    topology = _topology(folder, WORLD, "countries-10m.json")
    return [unwrapped(topology.joined(ring)) for ring in topology.rings("land")]


def states(folder: Path, land: Sequence[Array], lakes: Sequence[Array]) -> Layers:
    """The lines between the states of the USA and between the provinces of Canada."""
    topology = _topology(folder, STATES, "states-10m.json")
    lines = [topology.arcs[arc] for arc in topology.shared("states")]
    lines += _provinces(folder)
    nearby = [ring for ring in land if len(ring) > 200 and ring[:, 0].min() < -60 and ring[:, 1].max() > 20]
    return {"states": thinned(outside(within(lines, nearby), lakes), STATE)}


def _provinces(folder: Path) -> list[Array]:
    topology = _topology(folder, WATERS, "dist/north-america_50m.json")
    shapes = [shape for shape in topology.objects["subunits"]["geometries"] if shape["properties"]["gu"] == "CAN"]
    canada = Topology(topology.arcs, {"provinces": {"geometries": shapes}})
    return [canada.arcs[arc] for arc in canada.shared("provinces")]


def _topology(folder: Path, package: Package, member: str) -> Topology:
    return Topology.of(json.loads(package.file(folder, member)))


def _worth(ring: Array, smallest: float, cities: Array) -> bool:
    return square_kilometres(ring) >= smallest or bool(inside(cities, [ring]).any())


def _on_antimeridian(line: Array) -> bool:
    return bool(_on_seam(line).all())


def _seamless(rings: list[Array]) -> list[Array]:
    """The rings, but those that the antimeridian cuts in two made whole again, reaching beyond 180 degrees."""
    rings = [unwrapped(ring) for ring in rings]
    cut = [index for index, ring in enumerate(rings) if np.ptp(ring[:, 0]) < 300 and _on_seam(ring).any()]
    eastward = [_snapped(rings[index]) for index in cut]
    return [ring for index, ring in enumerate(rings) if index not in cut] + dissolved([[ring] for ring in eastward])[0]


def _on_seam(points: Array) -> NDArray[np.bool_]:
    return np.asarray(np.abs(np.abs(points[:, 0]) - 180.0) < 180.0 - ANTIMERIDIAN)


def _snapped(ring: Array) -> Array:
    """The ring to the east of the Greenwich meridian, its points on the antimeridian at the same places as others'."""
    east = ring + np.array([360.0 if ring[:, 0].mean() < 0 else 0.0, 0.0])
    return np.where(_on_seam(east)[:, None], np.column_stack([np.full(len(east), 180.0), east[:, 1].round(2)]), east)


def _lakes(folder: Path) -> list[Array]:
    """Every lake of the world file, from the file of its region where that has it."""
    known = _topology(folder, WATERS, "dist/world_50m.json")
    finer = [_topology(folder, WATERS, f"dist/{region}_50m.json") for region in REGIONS]
    better = [topology.joined(ring) for topology in finer for ring in topology.rings("lakes")]
    lakes = [_finest(known.joined(ring), better) for ring in known.rings("lakes")]
    lakes = [lake for lake in lakes if square_kilometres(lake) >= SMALLEST_LAKE]
    return [lake for lake in thinned(lakes, LAKE) if len(lake) > 3]


def _finest(lake: Array, better: Sequence[Array]) -> Array:
    bounds = _bounds(lake)
    same = [other for other in better if np.abs(_bounds(other) - bounds).max() < 0.06]
    return min(same, key=lambda other: float(np.abs(_bounds(other) - bounds).sum())) if same else lake


def _bounds(ring: Array) -> Array:
    return np.concatenate([ring.min(axis=0), ring.max(axis=0)])


def _rivers(folder: Path) -> list[Array]:
    """The rivers of the regions, and what the world file has besides."""
    finer = [_topology(folder, WATERS, f"dist/{region}_50m.json") for region in REGIONS]
    rivers = [line for topology in finer for line in topology.lines("rivers")]
    known = _topology(folder, WATERS, "dist/world_50m.json").lines("rivers")
    cells = {cell for line in rivers for cell in _cells(finely(line, 2.0))}
    for line in known:
        fine = finely(line, 4.0)
        rivers += runs(fine, _widened(np.array([cell not in cells for cell in _cells(fine)])))
    return [line for line in rivers if len(line) > 1]


def _cells(points: Array, size: float = 0.15) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in np.floor(points / size)]


def _widened(keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A point more at both ends of each stretch, to meet what it continues; lone points are no stretch."""
    stretch = keep & (np.append(keep[1:], False) | np.append(False, keep[:-1]))
    return np.asarray(stretch | np.append(stretch[1:], False) | np.append(False, stretch[:-1]))
