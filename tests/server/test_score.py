"""Scoring a table of the real game: the referee's case over HTTP, counted as the referee counts it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.score_tables import case_of
from carrozza import boards
from carrozza.game.records.record import Record
from carrozza.game.referee import judge
from carrozza.server import models, prices
from carrozza.server.guard import Limits, RateLimiter
from carrozza.server.guard.token_buckets import Rate
from tests.server.hosting import Host, Json, hosting

GOLDEN = Path(__file__).parents[1] / "golden"
FINISH = [{"player": "Ada", "finish": True}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("score"), start_bots=False) as host:
        yield host


def table(board: str = "usa", seats: tuple[str, ...] = ("Ada", "Bruno"), **players: Json) -> Json:
    return {"board": board, "seats": list(seats), "position": {"players": players}, "moves": FINISH}


def scored(server: Host, case: Json, **query: str) -> Json:
    answer = server.ask("POST", "/api/score", json=case, params=query)
    assert answer.status_code == 200, answer.text
    models.View.model_validate(answer.json(), strict=True, extra="forbid")
    view: Json = answer.json()
    return view


def refused(server: Host, case: Any, status: int = 422, **query: str) -> Json:
    answer = server.ask("POST", "/api/score", json=case, params=query)
    assert answer.status_code == status, answer.text
    models.Refusal.model_validate(answer.json(), strict=True, extra="forbid")
    refusal: Json = answer.json()
    return refusal


@pytest.mark.parametrize("record", ["usa-3", "europe-3", "new-york-2", "italy-advanced-2", "old-west-alvin-3"])
def test_a_table_is_scored_as_the_referee_and_the_game_score_it(server: Host, record: str) -> None:
    game = Record.parse((GOLDEN / f"{record}.txt").read_text(encoding="utf-8")).replay()
    case = case_of(game)
    view, verdict = scored(server, case), judge(case)
    assert view["finished"] and view["winners"] == verdict.winners == list(game.winners)
    assert verdict.scores is not None
    for name, score in game.scores().items():
        assert view["scores"][name] == {
            **verdict.scores[name],
            "ways": {ticket: list(way) for ticket, way in score.ways.items()},
            "longest_path_routes": list(score.longest_path_routes),
        }
        assert {ticket["id"] for ticket in view["hands"][name]["tickets"]} == set(game.tickets(name))


def test_what_is_known_so_far_is_scored_as_if_the_game_ended_now(server: Host) -> None:
    """Portland-Seattle is worth one point and the longest path; the ticket is not completed yet."""
    case = table(Ada={"routes": ["portland-seattle-1"], "tickets": ["kansas-city-houston"]}) | {"moves": []}
    view = scored(server, case)
    assert not view["finished"] and view["winners"] == ["Ada"]
    assert (view["scores"]["Ada"]["total"], view["scores"]["Ada"]["tickets"]) == (6, -5)


def test_closed_routes_are_told(server: Host) -> None:
    """C6: with two players, the other route of a double is closed."""
    view = scored(server, table(Ada={"routes": ["portland-seattle-1"]}))
    assert "portland-seattle-2" in view["closed_routes"]


def test_everything_impossible_is_told_at_its_place(server: Host) -> None:
    case = table(
        Ada={"routes": ["portland-seattle-1", "denver-helna"]},
        Bruno={"routes": ["portland-seattle-2"], "tickets": ["nowhere-at-all"]},
    )
    refusal = refused(server, case)
    assert refusal["error"] == "flawed"
    assert refusal["places"] == ["position.players.Ada.routes[1]", "position.players.Bruno.tickets[0]"]
    assert "denver-helena" in refusal["flaws"][0]["message"]


def test_a_double_with_two_players_is_refused_in_the_readers_language(server: Host) -> None:
    case = table(Ada={"routes": ["portland-seattle-1"]}, Bruno={"routes": ["portland-seattle-2"]})
    [flaw] = refused(server, case)["flaws"]
    assert flaw == {
        "path": "position.players.Bruno.routes[0]",
        "message": "Ada owns 'portland-seattle-1', which closes this route (C6)",
    }
    [flaw] = refused(server, case, language="it")["flaws"]
    assert "chiude" in flaw["message"] and "(C6)" in flaw["message"]


def test_more_trains_than_a_full_set_are_refused(server: Host) -> None:
    routes = [route.id for route in boards.load("usa").routes if route.length == 6][:8]
    refusal = refused(server, table(Ada={"routes": routes}))
    assert refusal["places"] == ["position.players.Ada.trains"]


def test_a_move_against_the_rules_is_refused_with_its_rule(server: Host) -> None:
    case = table() | {"moves": [{"player": "Bruno", "draw": ["deck"]}]}
    assert refused(server, case)["rule"] == "T1"


@pytest.mark.parametrize("board", ["nowhere", "/etc/passwd", "../usa", "src/carrozza/boards/files/usa.toml"])
def test_boards_are_those_of_the_server_and_never_files(server: Host, board: str) -> None:
    assert refused(server, table(board), 404)["error"] == "unknown"


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"seats": ["Ada"]}, "seats"),
        ({"seats": ["Ada", "Ada"]}, "seats"),
        ({"variants": ["alvin"]}, "variants"),
        ({"position": {"players": {"Zoe": {}}}}, "position.players.Zoe"),
    ],
)
def test_who_sits_there_must_fit_the_board(server: Host, changes: Json, place: str) -> None:
    assert refused(server, table() | changes)["places"] == [place]


@pytest.mark.parametrize("body", [[], 7, {}, {"board": "usa", "seats": 3}, table() | {"sets": 1}])
def test_what_is_no_case_is_refused(server: Host, body: Any) -> None:
    assert refused(server, body)["error"] == "values"


def test_scoring_takes_its_price_from_the_limits(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(cpu=Rate(burst=prices.of_scoring(0) + prices.of_scoring(1), per_second=1))
    monkeypatch.setitem(server.app.state._state, "rate_limiter", RateLimiter(limits, clock=lambda: 0.0))
    answers = [server.ask("POST", "/api/score", json=table() | {"moves": moves}) for moves in ([], FINISH, [])]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"]
