"""A layout: where everything of a board lies on its drawing, in millimetres at full size."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

from carrozza.boards import Board

Align = Literal["left", "middle", "right"]


class Point(NamedTuple):
    """A place on the drawing: x to the right, y downwards."""

    x: float
    y: float


class Space(NamedTuple):
    """One space of a route: its middle, the direction (degrees clockwise, from city `a` to `b`), its length."""

    x: float
    y: float
    angle: float
    length: float


class Label(NamedTuple):
    """A city's name: the middle of its box, the box's size, its lines and how they are aligned in it."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    align: Align


class Box(NamedTuple):
    """An upright rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """Everything's place. `digest` tells of which map; `furniture` holds the boxes of title, points and compass."""

    digest: str
    width: float
    height: float
    cities: Mapping[str, Point]
    labels: Mapping[str, Label]
    routes: Mapping[str, tuple[Space, ...]]
    furniture: Mapping[str, Box]

    def as_json(self) -> dict[str, Any]:
        """The layout as JSON values, in tenths of a millimetre and of a degree."""
        return {
            "digest": self.digest,
            "size": _tenths((self.width, self.height)),
            "cities": {name: _tenths(point) for name, point in self.cities.items()},
            "labels": {name: [*_tenths(label[:4]), label.align, *label.lines] for name, label in self.labels.items()},
            "routes": {name: [_tenths(space) for space in spaces] for name, spaces in self.routes.items()},
            "furniture": {name: _tenths(box) for name, box in self.furniture.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The layout that `as_json` wrote."""
        width, height = _whole(value["size"])
        return cls(
            digest=value["digest"],
            width=width,
            height=height,
            cities={name: Point(*_whole(point)) for name, point in value["cities"].items()},
            labels={name: _label(label) for name, label in value["labels"].items()},
            routes={name: tuple(Space(*_whole(space)) for space in spaces) for name, spaces in value["routes"].items()},
            furniture={name: Box(*_whole(box)) for name, box in value["furniture"].items()},
        )

    def to_text(self) -> str:
        """One line a city, label and route: small, and readable in a difference."""
        sections = []
        for key, value in self.as_json().items():
            if isinstance(value, dict):
                lines = ",\n".join(f"  {_dumps(name)}: {_dumps(entry)}" for name, entry in value.items())
                sections.append(f" {_dumps(key)}: {{\n{lines}\n }}" if lines else f" {_dumps(key)}: {{}}")
            else:
                sections.append(f" {_dumps(key)}: {_dumps(value)}")
        return "{\n" + ",\n".join(sections) + "\n}\n"


def _label(value: list[Any]) -> Label:
    x, y, width, height = _whole(value[:4])
    return Label(x, y, width, height, tuple(value[5:]), value[4])


def _tenths(values: tuple[float, ...]) -> list[int]:
    return [round(value * 10) for value in values]


def _whole(values: list[int]) -> list[float]:
    return [value / 10 for value in values]


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def gap_in(layout: Layout, board: Board) -> str | None:
    """The first city, label or route of the board that the layout lacks."""
    for city in board.cities:
        for kind, there in (("city", layout.cities), ("label", layout.labels)):
            if city.id not in there:
                return f"{kind} '{city.id}'"
    for route in board.routes:
        if len(layout.routes.get(route.id, ())) != route.length:
            return f"row of {route.length} spaces for route '{route.id}'"
    return None
