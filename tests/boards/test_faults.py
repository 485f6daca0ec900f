"""Every fault of a board file is found, with its place and a remedy."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carrozza.boards import BoardError, Fault, load
from carrozza.boards.checking import faults_in
from carrozza.boards.document import with_ids

ISLE = (Path(__file__).parent / "isle.toml").read_text(encoding="utf-8")
AYR = '{ id = "ayr",    name = "Ayr",    lat = 55.46, lon = -4.63 }'
EIGG = '{ id = "eigg", name = "Eigg", lat = 56.9, lon = -6.14 }'
FERRY = '{ a = "ayr",   b = "bute",   length = 3, color = "red",  ferry = 1 }'
BLUE = '{ a = "bute",  b = "cowal",  length = 2, color = "blue" }'
TICKET = '{ a = "bute", b = "ayr",    points = 3 }'


def faults(tmp_path: Path, text: str) -> tuple[Fault, ...]:
    file = tmp_path / "isle.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load(file)
    return caught.value.faults


def spoilt(old: str, new: str) -> str:
    assert ISLE.count(old) == 1, f"{old!r} should stand once in the sound board"
    return ISLE.replace(old, new)


def test_the_sound_board_has_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    file.write_text(ISLE, encoding="utf-8")
    assert load(file).id == "isle"


ENTRIES = [
    (FERRY, FERRY.replace('"bute"', '"butte"'), "routes[0].b", "no city 'butte' (did you mean 'bute'?)"),
    (FERRY, FERRY.replace('"ayr"', '"zanzibar"'), "routes[0].a", "no city 'zanzibar'; add it to cities"),
    (FERRY, FERRY.replace('"ayr"', '"bute"'), "routes[0].b", "'bute' is at both ends"),
    (FERRY, FERRY.replace("length = 3", "length = 9"), "routes[0].length", "9 is out of range"),
    (FERRY, FERRY.replace("length = 3", "length = 0"), "routes[0].length", "1 to 8"),
    (FERRY, FERRY.replace("length = 3", 'length = "3"'), "routes[0].length", "'3' is not a whole number"),
    (FERRY, FERRY.replace("length = 3", "length = true"), "routes[0].length", "true is not a whole number"),
    (
        FERRY,
        FERRY.replace("length = 3, ", ""),
        "routes[0].length",
        "is missing; length is the number of spaces",
    ),
    (FERRY, FERRY.replace("ferry = 1", "ferry = 4"), "routes[0].ferry", "lower it to 3"),
    (
        FERRY,
        FERRY.replace("ferry = 1", "ferry = 1, tunnel = 2"),
        "routes[0].tunnel",
        "take out ferry or tunnel",
    ),
    (FERRY, FERRY.replace("ferry = 1", "tunnel = 4"), "routes[0].tunnel", "1 to 3"),
    (FERRY, FERRY.replace('"red"', '"gren"'), "routes[0].color", "no colour 'gren' (did you mean 'green'?)"),
    (FERRY, FERRY.replace('"red"', '"white"'), "routes[0].color", "choose out of red, green, blue, gray"),
    (FERRY, FERRY.replace("color", "colour"), "routes[0].color", "is missing"),
    (FERRY, FERRY.replace("ferry", "fery"), "routes[0].fery", "unknown key 'fery' (did you mean 'ferry'?)"),
    (FERRY, f'{{ id = "Ayr!", {FERRY[2:]}', "routes[0].id", "'Ayr!' is not an id; use lower-case"),
    (FERRY, f'{{ id = "ayr-cowal", {FERRY[2:]}', "routes[1].id", "is also the id of routes[0]"),
    (
        BLUE,
        BLUE.replace("length = 2", "length = 3"),
        "routes[3].length",
        "routes[2] between bute and cowal has 3",
    ),
    (BLUE, f"{BLUE}, {BLUE}, {BLUE}", "routes[5]", "bute and cowal have 3 routes already"),
    (AYR, f"{AYR}, {EIGG}", "routes", "no way leads from 'ayr' to 'eigg'; add a route"),
    (AYR, AYR.replace("55.46", "95"), "cities[0].lat", "95 is out of range; lat is the latitude"),
    (AYR, AYR.replace("-4.63", "-181.5"), "cities[0].lon", "-181.5 is out of range"),
    (AYR, AYR.replace("55.46", "nan"), "cities[0].lat", "-90 to 90"),
    (AYR, AYR.replace("55.46", '"north"'), "cities[0].lat", "'north' is not a number"),
    (AYR, AYR.replace('"Ayr"', '""'), "cities[0].name", "the city's name"),
    (AYR, AYR.replace(" }", ", attraction = 1 }"), "cities[0].attraction", "1 is not true or false"),
    (AYR, f"{AYR}, {AYR}", "cities[1].id", "'ayr' is also the id of cities[0]; give one of them another"),
    (AYR, f'{AYR}, "bute"', "cities[1]", "'bute' is not a table"),
    (TICKET, TICKET.replace('"ayr"', '"ayrr"'), "tickets[2].b", "no city 'ayrr' (did you mean 'ayr'?)"),
    (TICKET, TICKET.replace('"ayr"', '"bute"'), "tickets[2].b", "name two different cities"),
    (TICKET, f"{TICKET}, {TICKET}", "tickets[3]", "tickets[2] already joins bute and ayr"),
    (TICKET, TICKET.replace('"bute"', '"cowal"'), "tickets[2]", "tickets[0] already joins ayr and cowal"),
    (TICKET, f'{{ id = "ayr-cowal", {TICKET[2:]}', "tickets[2].id", "is also the id of tickets[0]"),
    (TICKET, TICKET.replace("points = 3", "points = 0"), "tickets[2].points", "1 to 99"),
]
RULES = [
    (
        "max_seats       = 2",
        "max_seats = 7",
        "rules.max_seats",
        "7 is out of range; max_seats is the most players",
    ),
    ("max_seats       = 2", "min_seats = 3\nmax_seats = 2", "rules.min_seats", "3 is more than max_seats, 2"),
    ("max_seats       = 2", "max_seats = 3", "rules.opening_tickets", "need 6 tickets, but the deck has 5"),
    (
        "opening_tickets = 2",
        "opening_tickets = 1\nopening_long = 1",
        "rules.opening_long",
        "need 2 long tickets",
    ),
    (
        "opening_tickets = 2",
        "opening_tickets = 5\nopening_long = 1",
        "rules.opening_tickets",
        "deal 5 at most",
    ),
    ("opening_keep    = 1", "opening_keep = 3", "rules.opening_keep", "3 to keep, but 2 are dealt"),
    (
        "opening_tickets = 2",
        "opening_tickets = 1\nopening_long = 1",
        "rules.opening_refused",
        "would bring long tickets into the deck",
    ),
    ("trains          = 12", "trains = 12\ndraw_keep = 4", "rules.draw_keep", "4 to keep, but 3 are drawn"),
    ("trains          = 12", "trains = 2", "rules.last_round_trains", "2 is no fewer than the 2 trains"),
    (
        "trains          = 12",
        "trains = 12\nopening_hand = 9",
        "rules.opening_hand",
        "a row of 5 need 23 cards",
    ),
    ("copies          = 6", "copies = 36", "rules.copies", "3 colours x 36 + 4 locomotives = 112 cards"),
    ('["red", "green", "blue"]', '["red", "green", "blue", "teal"]', "rules.colors", "no card colour 'teal'"),
    (
        '["red", "green", "blue"]',
        '["red", "green", "blue", "red"]',
        "rules.colors",
        "red is listed more than once",
    ),
    ("markers         = 2", "markers = 0", "rules.network", "a start city needs a marker"),
    ("network         = true", "network = false", "rules.network", "markers need a start city"),
    ("network         = true", 'network = "yes"', "rules.network", "'yes' is not true or false"),
    ("markers         = 2", "markers = 2\nroute_points = [1, 2]", "rules.route_points", "list 9 numbers"),
    (
        "markers         = 2",
        'markers = 2\ntie_breaks = ["luck"]',
        "rules.tie_breaks[0]",
        "'luck' is unknown; choose",
    ),
    (
        "markers         = 2",
        'markers = 2\nopening_refused = "up"',
        "rules.opening_refused",
        "'bottom', 'out' or",
    ),
    (
        "markers         = 2",
        'markers = 2\ntie_breaks = ["longest-path", "longest-path"]',
        "rules.tie_breaks",
        "list each once",
    ),
    ("markers         = 2", "markers = 2\nmarker = 2", "rules.marker", "(did you mean 'markers'?)"),
    ("markers         = 2", "markers = 2\nnotes = []", "rules.notes", "move it above the first [heading]"),
    (
        'title = "The Isle"',
        'title = "The Isle"\nstations = 3',
        "stations",
        "move it under the heading [rules]",
    ),
    ('title = "The Isle"', 'titel = "The Isle"', "title", "is missing; title is the board's title"),
    ('title = "The Isle"', 'title = "The Isle"\nauthor = "me"', "author", "unknown key 'author'"),
    (
        '"isle"',
        '"The Isle"',
        "id",
        "'The Isle' is not an id; use lower-case letters, digits and single hyphens, such as",
    ),
    ('city = "cowal"', 'city = "cowall"', "variants.alvin.city", "no city 'cowall' (did you mean 'cowal'?)"),
    ("[variants.alvin]", "[variants.elvis]", "variants.elvis", "the only variant is 'alvin'"),
    ("[variants.alvin]", "[rulesets.Easy]\n[variants.alvin]", "rulesets.Easy", "such as 'easy'"),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), [*ENTRIES, *RULES])
def test_a_fault_has_its_place(tmp_path: Path, old: str, new: str, place: str, message: str) -> None:
    found = faults(tmp_path, spoilt(old, new))
    assert place in [fault.place for fault in found]
    assert message in next(fault.message for fault in found if fault.place == place)
    assert all(fault.reason.in_words("it") != fault.message for fault in found)


@pytest.mark.parametrize(
    ("key", "entry", "count", "message"),
    [
        (
            "cities",
            '{{ id = "c{0}", name = "C", lat = 0, lon = 0 }}',
            61,
            "there are 65, more than 64; take out 1",
        ),
        (
            "routes",
            '{{ a = "c{0}", b = "d{0}", length = 1, color = "gray" }}',
            155,
            "there are 162, more than 160",
        ),
        ("tickets", '{{ a = "c{0}", b = "d{0}", points = 1 }}', 60, "there are 65, more than 64"),
    ],
)
def test_a_list_can_be_too_long(tmp_path: Path, key: str, entry: str, count: int, message: str) -> None:
    more = ", ".join(entry.format(number) for number in range(count))
    found = faults(tmp_path, spoilt(f"{key} = [", f"{key} = [\n{more},"))
    assert any(fault.place == key and message in fault.message for fault in found)


def all_neighbours(cities: int, length: int, trains: int) -> dict[str, Any]:
    """A board with a route between any two cities."""
    names = [f"c{n}" for n in range(cities)]
    pairs = [(a, b) for a in names for b in names if a < b]
    return {
        "id": "dense",
        "title": "Dense",
        "cities": [{"id": name, "name": name, "lat": 0.0, "lon": 0.0} for name in names],
        "routes": [{"a": a, "b": b, "length": length, "color": "gray"} for a, b in pairs],
        "tickets": [{"a": a, "b": b, "points": 1} for a, b in pairs[:20]],
        "rules": {"trains": trains},
    }


@pytest.mark.parametrize(("length", "trains"), [(1, 36), (1, 3), (2, 64), (8, 64)])
def test_forty_routes_may_be_one_players(length: int, trains: int) -> None:
    assert faults_in(with_ids(all_neighbours(10, length, trains))) == ()


def test_trains_for_more_than_forty_routes_are_too_many() -> None:
    (fault,) = faults_in(with_ids(all_neighbours(10, 1, 45)))
    assert fault.place == "rules.trains"
    assert fault.message.startswith("45 trains are enough for 45 routes at once, more than 36 (")
    assert fault.message.endswith("; lower it to 36, or make routes longer")


def test_of_a_double_one_player_has_one_route() -> None:
    document = all_neighbours(9, 1, 40)
    document["routes"] += document["routes"]
    document["rules"]["trains"] = 64
    assert faults_in(with_ids(document)) == ()


def test_nine_colours_are_too_many(tmp_path: Path) -> None:
    nine = '["red", "orange", "yellow", "green", "blue", "purple", "pink", "black", "white"]'
    found = faults(tmp_path, spoilt('["red", "green", "blue"]', nine))
    assert [str(fault) for fault in found] == ["rules.colors: there are 9 colours; list 1 to 8"]


@pytest.mark.parametrize("key", ["cities", "routes", "tickets"])
def test_a_missing_list_is_one_fault(tmp_path: Path, key: str) -> None:
    found = faults(tmp_path, spoilt(f"{key} = [", f"spare_{key} = ["))
    places = {fault.place for fault in found}
    assert {key, f"spare_{key}"} <= places
    assert not any(place.startswith(("routes[", "tickets[")) for place in places)


@pytest.mark.parametrize("key", ["cities", "routes", "tickets"])
def test_an_empty_list_is_a_fault(tmp_path: Path, key: str) -> None:
    found = faults(tmp_path, spoilt(f"{key} = [", f"{key} = []\nspare_{key} = ["))
    assert f"{key}: the list is empty; a board needs at least one" in map(str, found)


def test_alvin_needs_markers(tmp_path: Path) -> None:
    without = spoilt("markers         = 2", "markers = 0").replace("network         = true", "network = false")
    (fault,) = faults(tmp_path, without)
    assert fault.place == "variants.alvin"
    assert "set markers to 1 or more" in fault.message


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = ISLE
    for old, new in (
        (AYR, AYR.replace("55.46", "95")),
        (FERRY, FERRY.replace('"bute"', '"butte"').replace("length = 3", "length = 12")),
        (TICKET, TICKET.replace("points", "pionts")),
        ("trains          = 12", 'trains = "many"'),
        ("opening_keep    = 1", "opening_keep = 3"),
    ):
        text = text.replace(old, new)
    places = {fault.place for fault in faults(tmp_path, text)}
    assert places == {
        "cities[0].lat",
        "routes[0].b",
        "routes[0].length",
        "tickets[2].points",
        "tickets[2].pionts",
        "rules.trains",
        "rules.opening_keep",
    }


def test_the_message_lists_every_fault(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    text = spoilt("trains          = 12", "trains = 0").replace("opening_keep    = 1", "opening_keep = 3")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load(file)
    assert str(caught.value).splitlines() == [
        f"{file} has 2 faults:",
        "  rules.trains: 0 is out of range; trains is the trains of each player, 1 to 64",
        "  rules.opening_keep: 3 to keep, but 2 are dealt; lower it",
    ]


def test_a_ruleset_is_checked_where_it_differs(tmp_path: Path) -> None:
    hard = "[rulesets.hard]\nopening_long = 1\nopening_refused = 'out'\n"
    rulesets = f"[rulesets.easy]\nopening_keep = 5\n{hard}[variants.alvin]"
    found = faults(tmp_path, spoilt("[variants.alvin]", rulesets))
    assert [fault.place for fault in found] == ["rulesets.easy.opening_keep", "rulesets.hard.opening_long"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('id = "isle"\ntitle = The Isle\n', "line 2, column 9"),
        ('id = "isle"\nid = "isle"\n', "line 2, column 12"),
        ("cities = [\n", "end of document"),
    ],
)
def test_broken_toml_is_told_with_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.place == place
    assert fault.message.startswith("not valid TOML: ")


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000])
def test_toml_beyond_all_measure_is_a_fault(tmp_path: Path, text: str) -> None:
    (fault,) = faults(tmp_path, text)
    assert "cannot be read" in fault.message


def test_a_file_must_be_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes('title = "Orléans"'.encode("latin-1"))
    with pytest.raises(BoardError, match="save the file as UTF-8"):
        load(file)


def places_in(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of a document, down to single values."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for step, inner in steps for deeper in places_in(inner, (*path, step)))]


SOUND = tomllib.loads(ISLE)
PLACES = [path for path in places_in(SOUND) if path]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a", "b", "x"]), inner),
    max_leaves=6,
)


@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
@example([(("routes", 1), {"id": [], "a": "", "b": ""})])
def test_no_document_upsets_the_checks(changes: list[tuple[tuple[str | int, ...], Any]]) -> None:
    """Whatever stands in a file, it is either a fault with a place or a board."""
    document: Any = copy.deepcopy(SOUND)
    for (*path, last), value in changes:
        inner = document
        for step in path:
            inner = inner[step] if _has(inner, step) else None
        if isinstance(inner, dict) or _has(inner, last):
            inner[last] = value
    for fault in faults_in(with_ids(document)):
        assert fault.place
        assert fault.message


def _has(value: Any, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


def hinted(*names: str) -> dict[str, Any]:
    return with_ids({**SOUND, "drawing": {"routes": {name: {"bend": 0.1} for name in names}}})


def test_hints_name_routes_in_either_direction() -> None:
    route = with_ids(SOUND)["routes"][0]
    swapped = route["id"].replace(f"{route['a']}-{route['b']}", f"{route['b']}-{route['a']}")
    assert swapped != route["id"]
    document = hinted(swapped)
    assert list(document["drawing"]["routes"]) == [route["id"]]
    assert not faults_in(document)
    (fault,) = faults_in(hinted(route["id"], swapped))
    assert fault.place == f"drawing.routes.{swapped}"
    assert f"it is '{route['id']}' in the other direction" in fault.message


def test_a_wrong_route_is_told_the_right_one_in_either_direction() -> None:
    route = with_ids(SOUND)["routes"][0]
    (fault,) = faults_in(hinted(f"{route['b']}x-{route['a']}"))
    assert f"did you mean '{route['id']}'?" in fault.message
