"""The switches of a board's rules, each with what it may be set to and with the rules it is about."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic_core import PydanticUndefined

from carrozza.boards.model import PALETTE, Rules
from carrozza.game.sentences.rulebook import rule_in_full

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "min_seats": (),
    "max_seats": (),
    "trains": ("C3",),
    "last_round_trains": ("E1",),
    "colors": ("C2",),
    "copies": (),
    "locomotives": ("C2",),
    "opening_hand": ("S1",),
    "opening_tickets": ("S3",),
    "opening_long": ("S3",),
    "opening_keep": ("S3",),
    "opening_refused": ("S4",),
    "draw_tickets": ("K1",),
    "draw_keep": ("K1",),
    "single_until": ("C6",),
    "ferries": ("C7",),
    "tunnels": ("U1", "U2"),
    "stations": ("B1", "B5"),
    "station_points": ("B4",),
    "network": ("W1", "W2"),
    "markers": ("W3", "W4"),
    "longest_path": ("E3",),
    "globetrotter": ("W6",),
    "attractions": ("N1",),
    "route_points": ("C4",),
    "hidden_points": ("C4",),
    "tie_breaks": ("E4",),
}
"""In the order in which they are shown."""


def switches(language: str) -> list[dict[str, Any]]:
    properties = Rules.model_json_schema(mode="validation")["properties"]
    return [
        {
            "key": key,
            "usual": _usual(key),
            "rules": [{"id": rule, "text": rule_in_full(rule, language)} for rule in rules],
            **dict(_range(key, properties[key])),
        }
        for key, rules in RULES.items()
    ]


def _usual(key: str) -> Any:
    usual = Rules.model_fields[key].default
    assert usual is not PydanticUndefined
    return list(usual) if isinstance(usual, tuple) else usual


def _range(key: str, described: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the switch may be set to: a number from `least` to `most`, some of the `choices`, or on and off."""
    one = described.get("items", described)
    yield "kind", "list" if described["type"] == "array" else described["type"]
    yield "least", one.get("minimum")
    yield "most", one.get("maximum")
    yield "choices", list(PALETTE) if key == "colors" else one.get("enum", [])
