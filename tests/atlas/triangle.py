"""A board of three cities in a triangle, laid out by hand so that every measure is kept; tests spoil it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.fonts import text_width
from carrozza.atlas.layout_model import Label, Layout, Point, Space
from carrozza.boards import Board, load

TRIANGLE = """
id = "triangle"
title = "The Triangle"
cities = [
  { id = "north", name = "North", lat = 50.0, lon = 10.0 },
  { id = "west",  name = "West",  lat = 48.7, lon = 9.0 },
  { id = "east",  name = "East",  lat = 48.7, lon = 11.0 },
]
routes = [
  { a = "north", b = "west", length = 4, color = "red" },
  { a = "north", b = "east", length = 4, color = "blue" },
  { a = "west",  b = "east", length = 4, color = "gray" },
  { a = "east",  b = "west", length = 4, color = "gray" },
]
tickets = [{ a = "north", b = "east", points = 2 }, { a = "north", b = "west", points = 2 },
           { a = "west", b = "east", points = 2 }]
[rules]
max_seats = 2
opening_tickets = 1
opening_keep = 1
"""
AT = {"north": Point(100.0, 50.0), "west": Point(50.0, 50.0 + 50 * 3**0.5), "east": Point(150.0, 50.0 + 50 * 3**0.5)}


def triangle(folder: Path) -> Board:
    """The board."""
    file = folder / "triangle.toml"
    file.write_text(TRIANGLE, encoding="utf-8")
    return load(file)


def row(a: Point, b: Point, length: int, aside: float = 0.0) -> tuple[Space, ...]:
    """Spaces in a straight row from city to city, moved aside to the right."""
    start, end = np.array(a), np.array(b)
    along = (end - start) / np.linalg.norm(end - start)
    across = np.array([-along[1], along[0]])
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    places = [(number + 0.5) / length - 0.5 for number in range(length)]
    pitch = length * (sizes.SPACE_LENGTH + 2)
    middles = [(start + end) / 2 + share * pitch * along + aside * across for share in places]
    return tuple(Space(float(x), float(y), angle, sizes.SPACE_LENGTH) for x, y in middles)


def scaled(point: Point, by: float = 1.2) -> Point:
    """Room for four spaces a side, and for the double below."""
    return Point(point.x * by, point.y * by)


def hand_made(board: Board) -> Layout:
    """A layout of the triangle in which every measure is kept."""
    at = {name: scaled(point) for name, point in AT.items()}
    beside = (sizes.SPACE_WIDTH + sizes.PARALLEL_GAP) / 2
    routes = {
        "north-west": row(at["north"], at["west"], 4),
        "north-east": row(at["north"], at["east"], 4),
        "west-east-1": row(at["west"], at["east"], 4, beside),
        "west-east-2": row(at["east"], at["west"], 4, beside),
    }
    labels = {
        city.id: label(city.name, at[city.id].x, at[city.id].y + (-12.0 if city.id == "north" else 26.0))
        for city in board.cities
    }
    labels["west"] = label("West", at["west"].x - 18, at["west"].y)
    labels["east"] = label("East", at["east"].x + 18, at["east"].y)
    return Layout("", 240.0, 210.0, at, labels, routes, {})


def label(name: str, x: float, y: float) -> Label:
    """A label of one line, as large as its text."""
    width = text_width(name, sizes.LABEL_SIZE, bold=True)
    return Label(x, y, width, sizes.LABEL_SIZE * sizes.LABEL_LEADING, (name,), "middle")


def moved(layout: Layout, city: str, x: float, y: float) -> Layout:
    """The layout with a city elsewhere, and nothing else changed."""
    return replace(layout, cities={**layout.cities, city: Point(x, y)})
