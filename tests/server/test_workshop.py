"""The workshop over HTTP: boards to start from, rules, ground, checks, layouts, drawings and prints."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.boards.model import Rules
from carrozza.server.guard.limits import Limits, largest_body
from carrozza.server.workshop import models
from carrozza.server.workshop.drafts import document_of
from carrozza.server.workshop.ground import MOST_POINTS, Window, ground_within
from carrozza.server.workshop.switches import RULES, switches
from tests.server.hosting import Host, Json, hosting
from tests.server.lake import CITIES, LAKE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("workshop"), start_bots=False) as host:
        yield host


def asked(server: Host, what: str, body: Json, status: int = 200, **query: str) -> Any:
    answer = server.ask("POST", f"/api/workshop/{what}", json=body, params=query)
    assert answer.status_code == status, answer.text
    return answer


@pytest.mark.parametrize("name", boards.names())
def test_a_board_to_start_from_is_that_board_again(name: str) -> None:
    board = boards.load(name)
    document = {**document_of(board), "id": "mine"}
    again = boards.from_document(document)
    assert (again.cities, again.routes, again.tickets, again.rules) == (
        board.cities,
        board.routes,
        board.tickets,
        board.rules,
    )
    assert (again.variants, again.drawing) == (board.variants, board.drawing)


def test_every_switch_of_the_rules_is_told_with_its_range() -> None:
    assert set(RULES) == set(Rules.model_fields)
    told = {switch["key"]: models.RuleSwitch.model_validate(switch) for switch in switches("it")}
    assert (told["trains"].least, told["trains"].most, told["trains"].usual) == (1, 64, 45)
    assert told["opening_refused"].choices == ["bottom", "out", "shuffled"]
    assert "longest-path" in told["tie_breaks"].choices and "pink" in told["colors"].choices
    assert told["ferries"].kind == "boolean" and "locomotive" in told["ferries"].rules[0].text


def test_the_ground_is_as_fine_as_the_part_is_small() -> None:
    italy, world = ground_within(Window(6, 36, 19, 47)), ground_within(Window(-180, -80, 180, 85))
    for found in (italy, world):
        models.Ground.model_validate(found)
        assert 500 < sum(len(line) / 2 for lines in found.values() for line in lines) <= MOST_POINTS
    assert ground_within(Window(170, 50, 190, 60))["land"], "across the date line"
    assert ground_within(Window(-74.1, 40.6, -73.8, 40.9))["land"], "New York has a file of its own"


def test_boards_may_be_sent_where_they_are_asked_for() -> None:
    limits = Limits()
    assert largest_body(limits, {"path": "/api/workshop/check"}) == limits.upload
    assert largest_body(limits, {"path": "/api/games"}) == limits.body


@pytest.mark.slow
def test_a_draft_from_its_check_to_its_print(server: Host) -> None:
    assert server.ask("GET", "/api/workshop/boards/nowhere").status_code == 404
    assert server.ask("GET", "/api/workshop/ground?west=5&east=4&south=0&north=9").status_code == 422
    ground = server.ask("GET", "/api/workshop/ground?west=6&east=19&south=36&north=47")
    assert ground.json()["land"]

    broken = {**LAKE, "routes": [{**LAKE["routes"][0], "length": 9}, *LAKE["routes"][1:]]}
    found = models.Checked.model_validate(asked(server, "check", {"document": broken}).json())
    assert [(fault.place, fault.name) for fault in found.faults] == [("routes[0].length", "riva-salo")]
    for what in ("layout", "draw", "print", "playtest"):
        refusal = asked(server, what, {"document": broken, "layout": {}}, 422).json()
        assert refusal["error"] == "flawed" and "riva-salo" in refusal["message"]
    out_of_range = "9 è fuori dai limiti; length è il numero delle caselle, da 1 a 8"
    assert asked(server, "check", {"document": broken}, language="it").json()["faults"][0]["message"] == out_of_range
    assert asked(server, "layout", {"document": broken}, 422, language="it").json()["message"].endswith(out_of_range)
    together = {**LAKE, "cities": [{**city, "lat": 45.0, "lon": 10.0} for city in LAKE["cities"]]}
    unlaid = asked(server, "layout", {"document": together}, 422, language="it").json()["message"]
    assert "tutte e due a latitudine 45, longitudine 10" in unlaid

    italian = asked(server, "check", {"document": LAKE}, language="it").json()
    assert italian["faults"] == [] and italian["advice"], "so small a board is unusual"

    lines = asked(server, "layout", {"document": LAKE}).text.splitlines()
    shares = [json.loads(line)["share"] for line in lines[:-1]]
    assert shares == sorted(shares) and shares[-1] > 0.5
    layout = json.loads(lines[-1])["layout"]
    again = asked(server, "layout", {"document": LAKE, "layout": layout}).text.splitlines()
    assert set(json.loads(again[-1])["layout"]["cities"]) == set(CITIES)

    drawn = asked(server, "draw", {"document": LAKE, "layout": layout, "prefix": "draft-"}, language="it")
    assert drawn.headers["content-type"] == "image/svg+xml" and 'id="draft-route-riva-salo"' in drawn.text
    moved = {**LAKE, "cities": [*LAKE["cities"], {"id": "trento", "name": "Trento", "lat": 46.07, "lon": 11.12}]}
    moved["routes"] = [*LAKE["routes"], {"a": "trento", "b": "riva", "length": 1, "color": "gray"}]
    assert "laid out" in asked(server, "draw", {"document": moved, "layout": layout}, 422).json()["message"]

    printed = asked(server, "print", {"document": LAKE, "layout": layout, "parts": ["tickets"]})
    assert printed.content.startswith(b"%PDF") and printed.headers["content-type"] == "application/pdf"

    played = asked(
        server, "playtest", {"document": LAKE, "layout": layout, "games": 4}, language="it"
    ).text.splitlines()
    ended = json.loads(played[-1])
    assert json.loads(played[0])["share"] == 0.0 and ended["report"]["games"] == 4
    assert ended["html"].startswith("<!doctype html>") and 'lang="it"' in ended["html"]


@pytest.mark.slow
def test_whoever_stops_listening_ends_the_layout(server: Host) -> None:
    document = {**document_of(boards.load("usa")), "id": "mine"}
    with server.client.stream("POST", "/api/workshop/layout", json={"document": document}) as stream:
        assert json.loads(next(stream.iter_lines()))["share"] == 0.0
    lines = asked(server, "layout", {"document": LAKE}).text.splitlines()
    assert "layout" in json.loads(lines[-1]), "the next one does not wait for it"


def test_a_start_has_its_layout(server: Host) -> None:
    started = server.ask("GET", "/api/workshop/boards/new-york").json()
    assert started["layout"] == layout_of(boards.load("new-york")).as_json()
    models.Started.model_validate(started, strict=True)
