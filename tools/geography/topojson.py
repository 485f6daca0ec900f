"""Reading TopoJSON: arcs that neighbours share, and the shapes made of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Topology:
    """The arcs, in degrees as (longitude, latitude), and the objects as the file gives them."""

    arcs: list[Array]
    objects: Mapping[str, Any]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Topology":
        """The topology of a TopoJSON document."""
        scale, translate = (np.array(document["transform"][key]) for key in ("scale", "translate"))
        arcs = [np.cumsum(np.array(arc), axis=0) * scale + translate for arc in document["arcs"]]
        return cls(arcs, document["objects"])

    def rings(self, name: str) -> list[list[int]]:
        """The rings of an object's polygons, holes among them, each a list of arcs (~i: arc i reversed)."""
        return [ring for shape in self._shapes(name) for polygon in _polygons(shape) for ring in polygon]

    def lines(self, name: str) -> list[Array]:
        """The lines of an object."""
        return [self.joined(line) for shape in self._shapes(name) for line in _lines(shape)]

    def shared(self, name: str) -> list[int]:
        """The arcs that lie between two shapes of an object."""
        owners: dict[int, set[int]] = {}
        for index, shape in enumerate(self._shapes(name)):
            for polygon in _polygons(shape):
                for ring in polygon:
                    for arc in ring:
                        owners.setdefault(arc if arc >= 0 else ~arc, set()).add(index)
        return sorted(arc for arc, shapes in owners.items() if len(shapes) > 1)

    def joined(self, line: list[int]) -> Array:
        """The points along these arcs."""
        return joined(self.arcs, line)

    def _shapes(self, name: str) -> Iterator[Mapping[str, Any]]:
        yield from self.objects[name]["geometries"]


def joined(arcs: list[Array], line: list[int]) -> Array:
    """The points along these arcs; where two meet, their common point once."""
    parts = [arcs[arc] if arc >= 0 else arcs[~arc][::-1] for arc in line]
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def _polygons(shape: Mapping[str, Any]) -> list[list[list[int]]]:
    if shape["type"] not in ("Polygon", "MultiPolygon"):
        return []
    arcs: list[Any] = shape["arcs"]
    return arcs if shape["type"] == "MultiPolygon" else [arcs]


def _lines(shape: Mapping[str, Any]) -> list[list[int]]:
    if shape["type"] not in ("LineString", "MultiLineString"):
        return []
    arcs: list[Any] = shape["arcs"]
    return arcs if shape["type"] == "MultiLineString" else [arcs]
