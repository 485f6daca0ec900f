"""Advice: the printed boards pass, repairs mend, every code has its words, and the ranges are what the boards have."""

import copy
import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from carrozza.boards import Board, bundle_of, load, names
from carrozza.boards.building import build
from carrozza.boards.own import own_faults_in
from carrozza.words import languages
from carrozza.words.catalogue import catalogue
from carrozza.workshop.advice import CODES, advise, apply_patch, check, shown
from carrozza.workshop.advice.checking import document_advice
from carrozza.workshop.network import Network
from carrozza.workshop.printed import printed_range, surveys, value_habit
from carrozza.workshop.suggest import suggest_colors, suggest_tickets
from carrozza.workshop.survey import Survey
from tests.samples import samples
from tests.workshop.spoiling import Document, city, own, route, ticket
from tests.workshop.test_spoilings import NAMES, SPOILINGS

MAPS = ("usa", "europe", "new-york", "italy", "old-west")


@pytest.mark.parametrize("name", MAPS)
def test_the_printed_maps_pass_the_check(name: str) -> None:
    found = check(bundle_of(name).document, name)
    assert (found.status, found.faults) == ("good", ())


def test_printed_boards_get_no_warning_and_what_one_of_them_has_is_a_note() -> None:
    """Edinburgh and Modane have one neighbour each."""
    found = {
        name: [(advice.severity, advice.code, *advice.subjects) for advice in advise(load(name))] for name in names()
    }
    assert {name: advice for name, advice in found.items() if advice} == {
        "europe": [("note", "dead-end", "edinburgh")],
        "italy-basic": [("note", "dead-end", "modane")],
        "italy-advanced": [("note", "dead-end", "modane")],
    }


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_words_and_nothing_else_has(language: str) -> None:
    keys = [key.split(".") for key in catalogue(language) if key.startswith("advice.")]
    said = {(path[1], path[2]) for path in keys if len(path) == 3}
    assert said == {(code, part) for code in CODES for part in ("what", "mend")}


def test_the_docs_list_every_code() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in docs.splitlines() if line.startswith("| `")]
    assert {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)} >= set(CODES)


def spoilt(name: str) -> tuple[Document, str, str]:
    board, code, _, spoil = SPOILINGS[NAMES.index(name)]
    document = own(board)
    return document, code, spoil(document)


REPAIRED = (
    "one_colour_has_more_spaces_than_others",
    "three_routes_of_one_colour_meet",
    "both_routes_of_a_double_have_one_colour",
    "one_route_of_a_double_is_gray",
    "a_city_has_one_neighbour",
    "an_island_has_one_ferry",
    "a_ticket_is_worth_too_much",
    "two_tickets_are_nearly_the_same",
    "a_ticket_joins_neighbours",
    "a_ticket_takes_nearly_all_trains",
    "a_long_ticket_is_short",
    "no_ticket_leads_through_a_city",
    "a_tunnel_is_set_though_the_switch_is_off",
    "attractions_give_no_points",
    "no_ruleset_uses_the_tunnels",
    "tunnels_are_in_play_without_a_tunnel",
    "the_last_round_begins_in_the_middle",
    "a_longer_route_scores_less",
    "latitude_and_longitude_are_swapped",
    "one_city_has_lost_its_minus",
    "a_long_route_joins_two_near_cities",
)


@pytest.mark.parametrize("name", REPAIRED)
def test_a_repair_mends_what_it_is_for(name: str) -> None:
    """The advice is gone, or it is a note where it was a warning."""
    document, code, where = spoilt(name)
    advice = next(found for found in document_advice(document) if (found.code, found.place) == (code, where))
    assert advice.repair is not None
    apply_patch(document, advice.repair)
    assert (code, where, advice.severity) not in [
        (found.code, found.place, found.severity) for found in document_advice(document)
    ]


def test_a_taken_id_is_repaired() -> None:
    document = own("new-york") | {"id": "new-york"}
    del document["tickets"][0]
    (fault,) = check(document).faults
    assert fault.repair is not None
    apply_patch(document, fault.repair)
    assert (document["id"], check(document).faults) == ("my-new-york", ())


def test_a_repair_that_would_leave_a_fault_is_not_offered() -> None:
    """A second route would take the name of the first, which a hint for the drawing uses."""
    document, code, where = spoilt("a_city_has_one_neighbour")
    document["drawing"]["routes"] = {"brooklyn-lower-east-side": {"bend": 0.2}}
    advice = next(found for found in document_advice(document) if (found.code, found.place) == (code, where))
    assert advice.repair is None


def test_a_rule_that_the_file_does_not_set_can_be_repaired() -> None:
    document = own("usa")
    del document["rules"]
    route(document, "denver", "omaha")["tunnel"] = 2
    (advice,) = document_advice(document)
    assert advice.repair is not None
    apply_patch(document, advice.repair)
    assert document["rules"] == {"tunnels": True}


def test_symbols_that_one_of_several_rulesets_uses_are_no_mistake() -> None:
    document = own("italy")
    assert not [found.code for found in document_advice(document) if found.code.endswith("-off")]
    assert not [found.code for found in document_advice(document, ruleset="basic") if found.code.endswith("-off")]
    assert not [found.code for found in advise(build(document, "italy", "basic")) if found.code.endswith("-off")]


def test_a_ruleset_that_does_not_exist_is_a_fault() -> None:
    found = check(own("italy"), ruleset="expert")
    assert (found.status, found.faults[0].place) == ("faults", "rulesets")


def test_advice_is_told_in_both_languages_with_its_figures() -> None:
    document, *_ = spoilt("players_have_too_many_trains")
    english, italian = (check(document, language=language).advice[0] for language in ("en", "it"))
    assert "0.84 a train: players run out of routes" in english.what
    assert "0,84 per vagone: le linee finiscono prima dei vagoni. Sui tabelloni stampati da 1,25 a 1,52" in italian.what
    assert (english.code, english.place) == (italian.code, italian.place) == ("spaces-few", "rules.trains")
    assert english.measure == pytest.approx(0.84)


def test_advice_is_json_for_the_page() -> None:
    document = own("usa")
    ticket(document, "denver", "el-paso")["points"] = 14
    (advice,) = check(document).model_dump(mode="json")["advice"]
    assert advice["repair"] == [{"op": "replace", "path": "/tickets/6/points", "value": 4}]
    assert advice["printed"] == [100.0, 112.5]
    assert {"code", "severity", "place", "also", "subjects", "measure", "what", "mend"} <= advice.keys()


def test_names_from_a_board_are_never_read_as_placeholders() -> None:
    document = own("new-york")
    city(document, "soho")["name"] = city(document, "chelsea")["name"] = "{board} <b>"
    found = next(found for found in check(document).advice if found.code == "name-twice")
    assert "Two cities are called {board} <b>." in found.what


def test_warnings_come_first() -> None:
    document = own("new-york")
    document["rules"].update(trains=25, locomotives=9)
    severities = [found.severity for found in check(document).advice]
    assert severities == sorted(severities, reverse=True)
    assert set(severities) == {"warning", "note"}


# The measures


def test_tickets_are_worth_their_shortest_way() -> None:
    """The habit of the printed boards, fitted to all 190 of their tickets."""
    assert sum(len(survey.board.tickets) for survey in surveys()) == 190
    assert [value_habit().value(trains) for trains in (1, 4, 9, 13, 20, 22)] == [1, 4, 9, 13, 20, 22]


def color_shares(survey: Survey) -> Iterable[float]:
    return survey.color_shares.values()


def hubs(survey: Survey) -> Iterable[float]:
    return survey.hubs.values()


def test_printed_boards_have_the_ranges_that_the_docs_tell() -> None:
    assert tuple(printed_range(color_shares)) == pytest.approx((93.3, 104.6), abs=0.1)
    assert tuple(printed_range(hubs)) == pytest.approx((0, 3))


def square() -> Board:
    """Four cities in a ring of four routes, one of them double, with a tail."""
    ring = ["a", "b", "c", "d"]
    cities = [{"id": name, "name": name, "lat": lat, "lon": 10 + lat % 3} for lat, name in enumerate("abcde", 40)]
    ends = [*pairwise(ring), ("d", "a"), ("a", "b"), ("d", "e")]
    routes = [{"a": a, "b": b, "length": 2, "color": "gray"} for a, b in ends]
    tickets = [{"a": "a", "b": "c", "points": 4}, {"a": "a", "b": "e", "points": 4}]
    rules = {"max_seats": 2, "opening_tickets": 1, "opening_keep": 1}
    document = {"id": "square", "title": "Square", "cities": cities, "routes": routes, "tickets": tickets}
    return build({**document, "rules": rules}, "square")


def test_a_ticket_with_two_shortest_ways_loads_each_by_half() -> None:
    network = Network(square())
    loads = {f"{link.a}{link.b}": load for link, load in zip(network.links, network.loads, strict=True)}
    assert loads == {"ab": 0.5, "bc": 0.5, "cd": 0.5, "da": 1.5, "de": 1.0}


def test_a_link_whose_loss_cuts_the_board_is_a_bridge() -> None:
    network = Network(square())
    assert [(link.a, link.b, set(side)) for link, side in network.bridges] == [("d", "e", {"e"})]
    assert Survey(square()).dead_ends == ("e",)


def test_a_land_of_ones_own_is_not_looked_for_on_the_globe(monkeypatch: pytest.MonkeyPatch) -> None:
    document, *_ = spoilt("latitude_and_longitude_are_swapped")
    monkeypatch.setattr("carrozza.workshop.advice.ground.has_own_coast", lambda survey: True)
    assert "swapped" not in [found.code for found in document_advice(document)]


def test_spoilings_are_told_once_for_each_place() -> None:
    document, *_ = spoilt("no_ruleset_uses_the_tunnels")
    keys = [(found.code, found.place, found.subjects) for found in document_advice(document)]
    assert len(keys) == len(set(keys))
    assert all(shown(found, "it").what for found in document_advice(document))


def any_board(seed: int) -> Document:
    """A board that keeps every law and no measure."""
    chance = Random(seed)
    number = chance.randint(3, 12)
    names = [f"c{index}" for index in range(number)]
    spread = chance.choice([0, 0.01, 84])
    cities = [
        {"id": name, "name": name * chance.randint(1, 30), "lat": chance.uniform(-spread, spread), "lon": 2 * spread}
        for name in names
    ]
    pairs = [*pairwise(names), *chance.sample(list(combinations(names, 2)), 2)]
    colors = chance.sample(["red", "green", "blue", "gray"], chance.randint(1, 4))
    lengths = {frozenset(pair): chance.randint(1, 8) for pair in pairs}
    routes = [{"a": a, "b": b, "length": lengths[frozenset((a, b))], "color": chance.choice(colors)} for a, b in pairs]
    joined = chance.sample(list(combinations(names, 2)), 3)
    tickets = [{"a": a, "b": b, "points": chance.randint(1, 99)} for a, b in joined]
    rules = {"max_seats": 2, "opening_tickets": 1, "opening_keep": 1, "colors": ["red", "green", "blue"]}
    switches = {
        "trains": chance.randint(3, 64),
        "tunnels": chance.random() < 0.5,
        "single_until": chance.choice([0, 6]),
    }
    document = {"id": "any", "title": "Any", "cities": cities, "routes": routes, "tickets": tickets}
    return {**document, "rules": rules | switches}


@pytest.mark.parametrize("seed", range(samples(12)))
def test_any_board_can_be_advised_on(seed: int) -> None:
    document = any_board(seed)
    found = check(document, language="it")
    assert found.faults == ()
    for advice in found.advice:
        if advice.repair:
            changed = copy.deepcopy(document)
            apply_patch(changed, advice.repair)
            assert own_faults_in(changed) == ()
    assert suggest_tickets(build(document, "any"))
    assert suggest_colors(build(document, "any"))
