"""A board's digest changes with what matters to a game, and with nothing else."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carrozza.boards import Version, from_document, load, names

ISLE = tomllib.loads((Path(__file__).parent / "isle.toml").read_text(encoding="utf-8"))
Change = Callable[[dict[str, Any]], object]


def digest(change: Change | None = None) -> str:
    document = tomllib.loads((Path(__file__).parent / "isle.toml").read_text(encoding="utf-8"))
    if change is not None:
        change(document)
    return from_document(document).digest


MATTERS: dict[str, Change] = {
    "id": lambda isle: isle.update(id="islet"),
    "title": lambda isle: isle.update(title="The Islet"),
    "a city's name": lambda isle: isle["cities"][0].update(name="Air"),
    "an attraction": lambda isle: isle["cities"][2].pop("attraction"),
    "a length": lambda isle: isle["routes"][1].update(length=3),
    "a colour": lambda isle: isle["routes"][1].update(color="red"),
    "the order of routes": lambda isle: isle["routes"].insert(0, isle["routes"].pop(1)),
    "a ticket's points": lambda isle: isle["tickets"][0].update(points=6),
    "a switch": lambda isle: isle["rules"].update(trains=13),
    "Alvin's city": lambda isle: isle["variants"]["alvin"].update(city="ayr"),
}
MAKES_NO_DIFFERENCE: dict[str, Change] = {
    "notes": lambda isle: isle.update(notes=["Drawn on a ferry."]),
    "a hint for the drawing": lambda isle: isle.update(drawing={"turn": 20.0}),
    "where a city lies": lambda isle: isle["cities"][0].update(lat=55.5),
    "a switch that says what it would say by itself": lambda isle: isle["rules"].update(min_seats=2, draw_tickets=3),
    "an id that a route has by itself": lambda isle: isle["routes"][1].update(id="ayr-cowal"),
    "the order of keys": lambda isle: isle.update(rules=dict(reversed(isle["rules"].items()))),
}


@pytest.mark.parametrize("what", MATTERS)
def test_it_changes_with_what_matters_to_a_game(what: str) -> None:
    assert digest(MATTERS[what]) != digest()


@pytest.mark.parametrize("what", MAKES_NO_DIFFERENCE)
def test_it_does_not_change_with_anything_else(what: str) -> None:
    assert digest(MAKES_NO_DIFFERENCE[what]) == digest()


def test_it_stays_the_same_from_version_to_version() -> None:
    """Records carry it: a switch that is added later must leave it as it is."""
    assert digest() == "ccdab36c2f200493035442395ceef2d2"


def test_every_shipped_board_has_its_own() -> None:
    assert len({load(name).digest for name in names()}) == len(names())


def test_a_version_is_written_and_read() -> None:
    version = Version.of(load("europe"))
    assert Version.parse(str(version)) == version
    assert Version.parse(version.digest).parts == {}


def test_a_version_tells_which_parts_differ() -> None:
    longer = dict(ISLE, routes=[*ISLE["routes"][:1], {**ISLE["routes"][1], "length": 3}, *ISLE["routes"][2:]])
    one, other = Version.of(from_document(ISLE)), Version.of(from_document(longer))
    assert one.differing_parts(other) == ("routes",)
    assert one.differing_parts(Version(other.digest)) == ()


@pytest.mark.parametrize("text", ["", "abc", "0" * 33, f"{'0' * 32} (routes)", f"{'0' * 32} (routes 12345)"])
def test_a_version_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a digest of 32 hex digits"):
        Version.parse(text)


def test_a_changed_copy_has_a_digest_and_indices_of_its_own() -> None:
    board = from_document(ISLE)
    known = (board.digest, len(board.links), board.route_index)
    fewer = board.model_copy(update={"routes": board.routes[1:]})
    assert fewer.digest != known[0]
    assert (len(fewer.links), fewer.route_index[fewer.routes[0].id]) == (known[1] - 1, 0)
    assert (board.digest, len(board.links), board.route_index) == known
