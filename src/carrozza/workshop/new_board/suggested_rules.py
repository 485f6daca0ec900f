"""Rules where none were chosen: seats and trains that suit the map, small hands on a small board."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from carrozza.boards.model import GRAY, MAX_COLORS, PALETTE, Rules

TRAINS_PER_SPACE: Final = 0.72
"""All players' trains for each space; the printed boards have 0.66 to 0.80."""
MOST_TRAINS: Final = 45
FEWEST_TRAINS: Final = 8
SMALL: Final = 120
"""Spaces below which a board is played as a small one, in a quarter of an hour."""
FOR_FOUR: Final = 70
FOR_THREE: Final = 45
"""Spaces from which a small board has room for so many players."""
SMALL_COLORS: Final = ("red", "orange", "green", "blue", "purple", "black")
SMALL_RULES: Final[Mapping[str, Any]] = {
    "copies": 6,
    "locomotives": 8,
    "opening_hand": 2,
    "opening_tickets": 2,
    "opening_keep": 1,
    "draw_tickets": 2,
    "single_until": 2,
}


def suggested_rules(routes: Iterable[Mapping[str, Any]], seats: int | None = None) -> dict[str, Any]:
    """The switches that differ from those of the USA board."""
    listed = list(routes)
    spaces = sum(int(route["length"]) for route in listed)
    small = spaces < SMALL
    most = seats or (5 if not small else 4 if spaces >= FOR_FOUR else 3 if spaces >= FOR_THREE else 2)
    rules: dict[str, Any] = {"max_seats": most, "trains": suggested_trains(spaces, most)}
    rules["colors"] = suggested_colors({str(route["color"]) for route in listed if route.get("color")}, small)
    rules |= SMALL_RULES if small else {}
    rules["single_until"] = min(rules.get("single_until", Rules().single_until), most - 1)
    rules |= {"tunnels": True} if any(route.get("tunnel") for route in listed) else {}
    rules |= {"ferries": True} if any(route.get("ferry") for route in listed) else {}
    usual = Rules().model_dump()
    return {key: value for key, value in rules.items() if usual[key] != (tuple(value) if key == "colors" else value)}


def suggested_trains(spaces: int, seats: int) -> int:
    return min(MOST_TRAINS, max(FEWEST_TRAINS, round(TRAINS_PER_SPACE * spaces / seats)))


def suggested_colors(used: Iterable[str], small: bool) -> list[str]:
    """The usual card colours, with those that the routes use; eight at most, in the order of the palette."""
    usual = SMALL_COLORS if small else Rules().colors
    needed = [color for color in PALETTE if color in used]
    rest = [color for color in usual if color not in needed]
    chosen = set(needed + rest[: max(0, (len(usual) if len(needed) <= len(usual) else MAX_COLORS) - len(needed))])
    return [color for color in PALETTE if color in chosen and color != GRAY]
