"""A board from pasted lists: what people type is read, what is left out is suggested, what is wrong is told."""

import tomllib
from typing import Any

import pytest

from carrozza import boards
from carrozza.boards.facts import facts
from carrozza.workshop.gazetteer import Place
from carrozza.workshop.new_board import Lists, Near, NewBoard, Question, board_file_text, new_board
from carrozza.workshop.new_board.proposed_network import neighbours

LAKE = """\
Bardolino 45.55 10.72
Desenzano (45.47, 10.54)
Limone, 45.81, 10.79
Malcesine; 45.76; 10.81
Riva 45.89N 10.84E
Salò, Italy 45,61 10,52
# a remark
Sirmione 45.49 10.61 *
"""
ITALY = "Milano\nTorino\nGenova\nVenezia\nBologna\nFirenze\nroma\nNapoli\nBari\nPalermo\nCatania\nAncona\nTrieste\n"
CORSICA = "Bastia 42.70 9.45\nAjaccio 41.93 8.74\nCorte 42.31 9.15\nCalvi 42.57 8.76\n"


def begun(cities: str = "", routes: str = "", tickets: str = "", **options: Any) -> NewBoard:
    return new_board(Lists(cities, routes, tickets), id="mine", title="Mine", **options)


def board_of(new: NewBoard) -> boards.Board:
    assert (new.faults, new.questions) == ((), ())
    assert new.document is not None
    return boards.from_document(new.document)


def told(new: NewBoard) -> list[tuple[str, int, str]]:
    return [(fault.listed, fault.line, fault.code) for fault in new.faults]


def test_coordinates_are_read_as_people_write_them() -> None:
    board = board_of(begun(LAKE))
    assert [(city.id, city.lat, city.lon) for city in board.cities][2:6] == [
        ("limone", 45.81, 10.79),
        ("malcesine", 45.76, 10.81),
        ("riva", 45.89, 10.84),
        ("salo", 45.61, 10.52),
    ]
    assert [city.id for city in board.cities if city.attraction] == ["sirmione"]
    assert board.rules.attractions == 1


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_is_read_by_its_header(separator: str) -> None:
    table = (
        "City,Country,Latitude,Longitude,Attraction\nPorto,Portugal,,,yes\nCorte,,42.31,9.15,\nParis,FR,,,\nLyon,,,,\n"
    )
    board = board_of(begun(table.replace(",", separator)))
    assert [(city.name, city.lat, city.attraction) for city in board.cities] == [
        ("Porto", 41.15, True),
        ("Corte", 42.31, False),
        ("Paris", 48.87, False),
        ("Lyon", 45.77, False),
    ]


def test_places_are_looked_up_and_keep_the_name_that_was_written() -> None:
    """Rome in Queensland bears the name too, but lies far from the others."""
    new = begun(ITALY)
    names = {city.name: city.place.name for city in new.cities if city.place}
    assert names["Milano"] == "Milan" and names["Roma"] == "Rome"
    assert board_of(new).cities[6].id == "roma"


def test_an_ambiguous_name_is_asked_and_stays_a_question_where_nobody_answers() -> None:
    asked: list[Question] = []
    cities = "Birmingham\nCorte 42.31 9.15\nCalvi 42.57 8.76\nBastia 42.7 9.45\n"

    def choose(question: Question) -> Place:
        asked.append(question)
        return question.places[1]

    assert board_of(begun(cities, choose=choose)).cities[0].lat == 33.53
    assert [place.country for place in asked[0].places] == ["United Kingdom", "United States"]
    left_open = begun(cities).questions
    assert [question.city.name for question in left_open] == ["Birmingham"]
    assert "Birmingham, Alabama, United States" in left_open[0].fault().in_words()


@pytest.mark.parametrize(("near", "lat"), [("Alabama", 33.53), ("uk", 52.47), ("Regno Unito", 52.47)])
def test_an_area_decides_between_places_of_one_name(near: str, lat: float) -> None:
    cities = "Birmingham\nCorte 42.31 9.15\nCalvi 42.57 8.76\nBastia 42.7 9.45\n"
    assert board_of(begun(cities, near=Near.read(near))).cities[0].lat == lat


def test_a_slip_is_answered_with_places_that_are_spelt_like_it() -> None:
    question = begun("Amsterdm\nRotterdam\nUtrecht, Netherlands\nGroningen\n").questions[0]
    assert not question.known
    assert "Did you mean Amsterdam" in question.fault().in_words()
    assert "Intendevi Amsterdam" in question.fault().in_words("it")


def test_routes_are_read_as_people_write_them() -> None:
    routes = """\
Bastia - Corte 3 red
Ajaccio – Corte 4 4 blue/green
corte -> calvi 3 giallo galleria 2
bastia-calvi 2 traghetto 1
Calvi | Ajaccio x2 gray
"""
    board = board_of(begun(CORSICA, routes, seats=2))
    told = [(route.id, route.length, route.color, route.tunnel, route.ferry) for route in board.routes]
    assert told[:5] == [
        ("bastia-corte", 3, "red", 0, 0),
        ("ajaccio-corte-blue", 4, "blue", 0, 0),
        ("ajaccio-corte-green", 4, "green", 0, 0),
        ("corte-calvi", 3, "yellow", 2, 0),
        ("bastia-calvi", 2, "gray", 0, 1),
    ]
    assert [(route.color, route.length) for route in board.routes[5:]] == [("gray", 4), ("gray", 4)]
    assert board.rules.tunnels and board.rules.ferries


def test_routes_and_tickets_are_read_from_tables() -> None:
    routes = "from,to,spaces,colour,lanes,ferry\nBastia,Corte,2,red/blue,,\nCorte,Calvi,3,,2,\nCorte,Ajaccio,3,,,1\n"
    tickets = "A;B;Points\nBastia;Calvi;5\nBastia;Ajaccio;\nCalvi;Ajaccio;7\nCorte;Bastia;2\n"
    board = board_of(begun(CORSICA, routes, tickets, seats=2))
    assert [route.id for route in board.routes if route.length == 2] == ["bastia-corte-red", "bastia-corte-blue"]
    assert [(ticket.id, ticket.points) for ticket in board.tickets] == [
        ("bastia-calvi", 5),
        ("bastia-ajaccio", 5),
        ("calvi-ajaccio", 7),
        ("corte-bastia", 2),
    ]


def test_without_cities_those_of_the_routes_are_taken() -> None:
    routes = "Lisboa - Porto 2 red\nPorto - Madrid, Spain 4 blue\nMadrid, Spain - Lisboa 4\nMadrid - Sevilla 3 2 red"
    assert told(begun(routes=routes)) == [("routes", 4, "unequal_lengths")]
    unknown = begun(routes="Qwxzj - Lisboa 2\nPorto - Lisboa 2\nBirmingham - Porto")
    assert [str(question.fault())[:14] for question in unknown.questions] == ["routes, line 1", "routes, line 3"]
    board = board_of(begun(routes="Lisboa - Porto 2 red\nPorto - Sevilla 4 blue\nSevilla - Lisboa\nLisboa - Madrid"))
    assert [city.id for city in board.cities] == ["lisboa", "porto", "sevilla", "madrid"]


def test_a_name_of_several_words_ends_where_the_city_ends() -> None:
    cities = "Le Havre\nRed Deer\nSt. Étienne, France\nRed 50 8\n"
    board = board_of(begun(cities, "Red Deer - Red 3 red\nSaint-Étienne - le havre 2\nLe Havre - red deer 8", seats=2))
    assert [route.id for route in board.routes] == ["red-deer-red", "st-etienne-le-havre", "le-havre-red-deer"]


def test_proposed_routes_are_like_those_of_printed_boards() -> None:
    board = board_of(begun(ITALY))
    pairs = {route.ends for route in board.routes}
    assert 1.6 <= len(pairs) / len(board.cities) <= 2.2
    assert min(city.neighbours for city in facts(board).by_city) >= 2
    assert {route.id for route in board.routes if route.ferry} >= {"napoli-palermo"}
    assert 0.55 <= facts(board).trains / facts(board).spaces <= 1.0


@pytest.mark.parametrize("name", ["usa", "europe", "new-york", "italy-basic", "old-west"])
def test_most_neighbours_of_printed_boards_are_found(name: str) -> None:
    """At least three quarters of them, with no more proposed than a tenth beyond their number or two for each city."""
    board = boards.load(name)
    printed = {route.ends for route in board.routes}
    ids = [city.id for city in board.cities]
    proposed = {frozenset((ids[a], ids[b])) for a, b in neighbours(board.places)}
    assert len(proposed & printed) >= 0.75 * len(printed)
    assert len(proposed) <= max(1.1 * len(printed), 2.2 * len(ids))


@pytest.mark.slow
@pytest.mark.parametrize(
    "cities",
    [
        "A 10 10\nB 10 11\nC 10 12\nD 10 13",  # on a line
        "A 10 10\nB 10 10\nC 10 10\nD 10 10",  # on one spot
        "A 0 179\nB 1 -179\nC -1 -178\nD 2 178",  # across the date line
        "\n".join(f"C{number} {number % 8} {number // 8}" for number in range(64)),  # on a grid, and as many as fit
    ],
)
def test_any_places_make_a_network_that_hangs_together(cities: str) -> None:
    board_of(begun(cities, sea=False))


@pytest.mark.slow
def test_the_same_lists_and_seed_give_the_same_board() -> None:
    one, two, other = (begun(ITALY, seed=seed).document for seed in (1, 1, 2))
    assert one == two != other


FAULTS = {
    "cities": {
        "  ,": "no_name",
        "Corte 42.31 9.15": "twice",
        "Atlantis 120 9": "coordinates",
    },
    "routes": {
        "Bastia": "two_cities",
        "Bastia - ": "two_cities",
        "Bastia - Cort 3": "unknown_city_near",
        "Bastia - Xyzzy 3": "unknown_city",
        "Bastia - Bastia 3": "same_city",
        "Bastia - Corte 9": "length_number",
        "Bastia - Corte three": "unknown_word",
        "Bastia - Corte 3 mauve": "unknown_word",
        "Bastia - Corte 3 2": "unequal_lengths",
        "Bastia - Corte 3 red/blue/green/black": "many_lanes",
        "Bastia - Corte 3 red/blue triple": "colors_number",
        "Bastia - Corte 3 tunnel 4": "tunnel_number",
        "Bastia - Corte 3 ferry 4": "ferry_number",
        "Bastia - Corte 3 ferry tunnel": "tunnel_and_ferry",
    },
    "tickets": {
        "Bastia - Corte 100": "points",
        "Bastia - Corte red": "points",
        "Bastia & Corte": "two_cities",
    },
}


@pytest.mark.parametrize(
    ("listed", "line", "code"),
    [(listed, line, code) for listed, lines in FAULTS.items() for line, code in lines.items()],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number_and_remedy(listed: str, line: str, code: str) -> None:
    lists = {"cities": CORSICA, "routes": "", "tickets": ""}
    lists[listed] = lists[listed] + f"\n# a remark\n{line}\n"
    new = begun(**lists)
    number = lists[listed].count("\n")
    assert told(new) == [(listed, number, code)]
    assert all(len(new.faults[0].in_words(language)) > 20 for language in ("en", "it"))


def test_all_faults_are_told_at_once() -> None:
    new = begun(
        CORSICA + "Birmingham\nNowhereville\n", "Bastia - Cort\nCorte - Birmingham 3\nCalvi - Calvi\n", "Bastia\n"
    )
    assert told(new) == [
        ("routes", 1, "unknown_city_near"),
        ("routes", 3, "same_city"),
        ("tickets", 1, "two_cities"),
    ]
    assert [(question.city.line, question.known) for question in new.questions] == [(5, True), (6, False)]


def test_lists_that_are_too_long_are_told_where_they_end() -> None:
    many = "\n".join(f"C{number} {number % 9} {number // 9}" for number in range(70))
    assert ("cities", 65, "many_entries") in told(begun(many))


def test_lists_that_make_no_board_say_why() -> None:
    with pytest.raises(boards.BoardError, match="calvi"):
        begun(CORSICA, "Bastia - Corte 3\nCorte - Ajaccio 2")


def test_a_colour_that_the_rules_do_not_have_is_told() -> None:
    new = begun(CORSICA, "Bastia - Corte 3 pink\nCorte - Calvi 2\nCalvi - Ajaccio 2", rules={"colors": ["red", "blue"]})
    assert told(new) == [("routes", 1, "color")]
    assert "pink" in board_of(begun(CORSICA, "Bastia - Corte 3 pink\nCorte - Calvi\nCalvi - Ajaccio")).rules.colors


@pytest.mark.parametrize("text", ["\0", "=1+1", "<b>Rome</b> 1 1", '"; DROP', "a" * 5000, "١٢ - ٣٤ ٥", "-" * 300, "²"])
def test_nonsense_is_never_more_than_a_fault(text: str) -> None:
    for lists in ((text, "", ""), (CORSICA, text, ""), (CORSICA, "", text)):
        new = begun(*lists)
        assert new.faults or new.questions or new.document


def test_the_board_file_says_what_the_document_says() -> None:
    new = begun(LAKE)
    assert new.document is not None
    odd = {**new.document, "title": 'A "quoted" \\ title\twith [rules] # in it', "notes": ["[rules]", "cities = ["]}
    for document in (new.document, odd):
        assert tomllib.loads(board_file_text(document, "x\ny.toml")) == document
    assert "# stations = 0" in board_file_text(odd)
