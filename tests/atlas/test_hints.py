"""Hints for the drawing of a board: what they may say, and what is told of those that make no sense."""

from pathlib import Path

import pytest

from carrozza.boards import BoardError, Drawing, load
from carrozza.boards.facts import as_json
from carrozza.boards.model import CityHint, LabelHint, RouteHint

ISLE = (Path(__file__).parents[1] / "boards" / "isle.toml").read_text(encoding="utf-8")
HINTS = """
[drawing]
turn  = -29

[drawing.cities]
ayr  = { nudge = [12, -4.5] }
bute = { pin = [55.8, -5.2] }

[drawing.labels]
ayr    = { side = "north-east" }
bute   = { at = [0, 9], lines = ["Isle of", "Bute"] }
dunoon = { lines = ["Dunoon"] }

[drawing.routes]
ayr-cowal       = { bend = 0.4 }
ayr-bute        = { around = "dunoon", side = "left" }
bute-cowal-blue = { bend = -0.1 }
"""


def write(tmp_path: Path, hints: str) -> Path:
    file = tmp_path / "isle.toml"
    file.write_text(ISLE + hints, encoding="utf-8")
    return file


def test_hints_are_read(tmp_path: Path) -> None:
    drawing = load(write(tmp_path, HINTS)).drawing
    assert drawing.turn == -29.0
    assert drawing.cities == {"ayr": CityHint(nudge=(12.0, -4.5)), "bute": CityHint(pin=(55.8, -5.2))}
    assert drawing.labels["ayr"] == LabelHint(side="north-east")
    assert drawing.labels["bute"] == LabelHint(at=(0.0, 9.0), lines=("Isle of", "Bute"))
    assert drawing.routes["ayr-bute"] == RouteHint(around="dunoon", side="left")
    assert drawing.routes["ayr-cowal"].bend == 0.4


def test_a_board_without_hints_has_none() -> None:
    assert load("usa").drawing.cities == load(Path(__file__).parents[1] / "boards" / "isle.toml").drawing.cities == {}
    assert Drawing().turn == 0


def test_hints_are_no_part_of_the_game(tmp_path: Path) -> None:
    hinted = load(write(tmp_path, HINTS))
    plain = load(write(tmp_path, ""))
    assert hash(hinted) == hash(plain)
    assert hinted.model_dump_json() == plain.model_dump_json()
    assert as_json(hinted) == as_json(plain)


FAULTS = [
    ('labels]\nayrr = { side = "east" }', "labels.ayrr", "no city 'ayrr' (did you mean 'ayr'?)"),
    ("cities]\nzanzibar = { nudge = [1, 2] }", "cities.zanzibar", "no city 'zanzibar'; name a city of the map"),
    ("routes]\nayr-butte = { bend = 0.1 }", "routes.ayr-butte", "no route 'ayr-butte' (did you mean 'ayr-bute'?)"),
    (
        "routes]\nbute-cowal = { bend = 0.1 }",
        "routes.bute-cowal",
        "(did you mean 'bute-cowal-blue' or 'bute-cowal-green'?)",
    ),
    (
        "routes]\nbute-cowal-blue = { bend = 0.1 }\nbute-cowal-green = { bend = 0.2 }",
        "routes.bute-cowal-green",
        "'bute-cowal-blue' lies beside it, and its hint holds for both; take out one of the two",
    ),
    ("cities]\nayr = { nudge = [1, 2], pin = [3, 4] }", "cities.ayr.pin", "nudge is given already; take out nudge or"),
    ('labels]\nayr = { side = "east", at = [3, 4] }', "labels.ayr.at", "take out side or at"),
    ('routes]\nayr-bute = { bend = 0, around = "cowal", side = "left" }', "routes.ayr-bute.around", "take out bend"),
    ("labels]\nayr = {}", "labels.ayr", "says nothing; give side, at or lines, or take it out"),
    (
        'routes]\nayr-bute = { around = "cowal" }',
        "routes.ayr-bute.side",
        "on which side, 'left' or 'right' from a to b",
    ),
    ('routes]\nayr-bute = { side = "left" }', "routes.ayr-bute.around", "is missing; name the city that stays"),
    ('routes]\nayr-bute = { around = "ayr", side = "left" }', "routes.ayr-bute.around", "'ayr' is an end of the route"),
    ('routes]\nayr-bute = { around = "cowl", side = "left" }', "routes.ayr-bute.around", "(did you mean 'cowal'?)"),
    ('labels]\nayr = { side = "up" }', "labels.ayr.side", "'up' is unknown; choose 'north', 'north-east'"),
    ("labels]\nayr = { lines = [] }", "labels.ayr.lines", "a list of 1 to 3 lines"),
    ('labels]\nayr = { lines = "Ayr" }', "labels.ayr.lines", "'Ayr' is not a list in [ ]"),
    ("cities]\nayr = { nudge = [1] }", "cities.ayr.nudge[1]", "is missing; nudge is a list of two numbers"),
    ("cities]\nayr = { nudge = [1, 900] }", "cities.ayr.nudge[1]", "900 is out of range"),
    ("cities]\nayr = { pin = [99, 0] }", "cities.ayr.pin[0]", "99 is out of range; pin is a list of a latitude"),
    ("cities]\nayr = { nugde = [1, 2] }", "cities.ayr.nugde", "unknown key 'nugde' (did you mean 'nudge'?)"),
    ("cities]\nayr = 3", "cities.ayr", "3 is not a table"),
    ("routes]\nayr-bute = { bend = 1.5 }", "routes.ayr-bute.bend", "-1 to 1"),
    ("routes]\nayr-bute = { bend = nan }", "routes.ayr-bute.bend", "-1 to 1"),
]


@pytest.mark.parametrize(("hints", "place", "message"), FAULTS, ids=[place for _, place, _ in FAULTS])
def test_a_fault_has_its_place(tmp_path: Path, hints: str, place: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        load(write(tmp_path, f"[drawing.{hints}"))
    (fault,) = [fault for fault in caught.value.faults if fault.place == f"drawing.{place}"]
    assert message in fault.message


@pytest.mark.parametrize(
    ("hints", "place", "message"),
    [
        ("turn = 200", "drawing.turn", "200 is out of range; turn is the degrees"),
        ("turm = 5", "drawing.turm", "(did you mean 'turn'?)"),
        ("cities = 3", "drawing.cities", "3 is not a table; cities is a table of hints by the id of the city"),
        ('title = "x"', "drawing.title", "'title' belongs to the top of the file"),
    ],
)
def test_a_fault_of_the_whole_drawing(tmp_path: Path, hints: str, place: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        load(write(tmp_path, f"[drawing]\n{hints}\n"))
    (fault,) = caught.value.faults
    assert fault.place == place
    assert message in fault.message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("lat = 55.46", "lat = 95.46", "cities[0].lat (ayr): 95.46 is out of range"),
        ("lat = 55.46, ", "", "cities[0].lat (ayr): is missing"),
        ("lon = -4.63", 'lon = "west"', "cities[0].lon (ayr): 'west' is not a number"),
        ("length = 5", "length = 9", "routes[4].length (ayr-dunoon-1): 9 is out of range"),
        ("points = 5", "points = 500", "tickets[0].points (ayr-cowal): 500 is out of range"),
        ('id = "ayr"', 'id = "Ayr"', "cities[0].id: 'Ayr' is not an id"),
    ],
)
def test_a_fault_names_the_city_or_route(tmp_path: Path, old: str, new: str, told: str) -> None:
    file = tmp_path / "isle.toml"
    file.write_text(ISLE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load(file)
    assert told in str(caught.value)
