"""A board of four cities, so small that it is laid out in a second."""

from typing import Any

CITIES = {"riva": (45.89, 10.84), "salo": (45.61, 10.52), "lazise": (45.5, 10.73), "verona": (45.44, 10.99)}
LAKE: dict[str, Any] = {
    "id": "lake",
    "title": "The Lake",
    "cities": [{"id": id, "name": id.title(), "lat": lat, "lon": lon} for id, (lat, lon) in CITIES.items()],
    "routes": [
        {"a": "riva", "b": "salo", "length": 3, "color": "red"},
        {"a": "salo", "b": "lazise", "length": 2, "color": "gray"},
        {"a": "lazise", "b": "verona", "length": 2, "color": "green"},
        {"a": "riva", "b": "verona", "length": 4, "color": "blue"},
    ],
    "tickets": [
        {"a": "riva", "b": "lazise", "points": 5},
        {"a": "salo", "b": "verona", "points": 4},
        {"a": "riva", "b": "verona", "points": 4},
    ],
    "rules": {"max_seats": 2, "opening_tickets": 1, "opening_keep": 1, "trains": 12},
}
