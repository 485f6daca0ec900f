"""The gazetteer and new boards over HTTP."""

from collections.abc import Iterator

import pytest

from carrozza import boards
from carrozza.server.api.workshop.new_boards import BegunBoard, FoundPlaces
from tests.server.hosting import Host, Json, hosting

CITIES = "Leeds\nBristol\nNorwich\nCardiff\nBirmingham\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("workshop"), start_bots=False) as host:
        yield host


def found(server: Host, **query: str) -> Json:
    answer = server.ask("GET", "/api/workshop/places", params=query)
    assert answer.status_code == 200, answer.text
    FoundPlaces.model_validate(answer.json(), strict=True, extra="forbid")
    return answer.json()  # type: ignore[no-any-return]


def begun(server: Host, language: str = "en", **lists: object) -> Json:
    answer = server.ask("POST", "/api/workshop/new", json={"title": "Mine", **lists}, params={"language": language})
    assert answer.status_code == 200, answer.text
    BegunBoard.model_validate(answer.json(), strict=True, extra="forbid")
    return answer.json()  # type: ignore[no-any-return]


def test_places_are_found_by_name(server: Host) -> None:
    names = [place["full_name"] for place in found(server, q="Birmingham")["places"]]
    assert names == ["Birmingham, West Midlands, United Kingdom", "Birmingham, Alabama, United States"]
    near = found(server, q="birmingham", lat="33", lon="-87", limit="1")["places"]
    assert [place["country"] for place in near] == ["United States"]
    assert found(server, q="")["places"] == []


def test_lists_become_a_board_and_what_is_open_is_asked(server: Host) -> None:
    board = boards.from_document(begun(server, cities=CITIES, seats=2)["document"])
    assert (board.id, board.rules.max_seats, len(board.cities)) == ("mine", 2, 5)

    asked = begun(server, "it", cities="Birmingham\nroma\nPortlnd\n", routes="Roma - Rome 3\n")
    assert asked["document"] is None
    assert [(question["line"], question["known"]) for question in asked["questions"]] == [
        (1, True),
        (2, True),
        (3, False),
    ]
    assert asked["questions"][1]["places"][0]["full_name"] == "roma, Lazio, Italy"
    assert "Un tabellone ha bisogno" in asked["faults"][0]["message"]

    rules = begun(server, cities=CITIES, rules_of="new-york", first=True)["document"]["rules"]
    assert rules["trains"] == 15
    apart = begun(server, cities=CITIES, routes="Leeds - Bristol 2")["faults"]
    assert {fault["list"] for fault in apart} == {"board"}


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"title": "X", "cities": "x" * 12_500}, 422),
        ({"cities": CITIES}, 422),
        ({"title": "X", "seats": 9}, 422),
        ({"title": "X", "rules_of": "usa.toml"}, 404),
        ({"title": "X", "cities": ["Rome"]}, 422),
    ],
)
def test_what_cannot_be_asked_is_refused(server: Host, asked: Json, status: int) -> None:
    answer = server.ask("POST", "/api/workshop/new", json=asked)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]
