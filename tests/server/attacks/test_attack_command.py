"""`python -m benchmarks.attack`: a little of each part, and that each can find what it looks for."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.attack import boards as attacked_boards
from benchmarks.attack import worlds
from benchmarks.attack.__main__ import main
from benchmarks.attack.fuzz import Fuzzer, fault_of, simpler
from benchmarks.attack.neighbours import Compared, Times, compare
from benchmarks.attack.operations import Request
from benchmarks.attack.results import SQLITE, Effort, Result
from benchmarks.attack.storm import faults_of_log, unasked_moves
from benchmarks.attack.wire import PATIENCE, Answer
from carrozza.server.store import Event, Kind
from carrozza.server.views import view_json as views
from tests.server.hosting import hosting

EFFORT = Effort(seed=1, kills=1, requests=200, quick=True, databases=(SQLITE,))
JSON = (("content-type", "application/json"),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "figure"), [("storm", "kills"), ("worlds", "outputs"), ("fuzz", "requests"), ("boards", "uploads")]
)
def test_the_command_tells_what_it_did(
    part: str,
    figure: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if part == "storm":  # which looks whether a server's children outlive it
        request.getfixturevalue("started_children")
    monkeypatch.setattr(attacked_boards, "SLOW", PATIENCE)
    status = main([part, "--quick", "--database", "sqlite", "--kills", "1", "--requests", "200", "--json"])
    results = json.loads(capsys.readouterr().out)["results"]
    assert [finding for result in results for finding in result["findings"]] == []
    assert (status, len(results)) == (0, 1)
    assert results[0]["figures"][figure] >= 1


@pytest.mark.slow
def test_a_player_is_timed_beside_a_neighbour(tmp_path: Path) -> None:
    with hosting(tmp_path, guarded=True) as server:
        compared = asyncio.run(compare(server.port, "requests", rounds=1, moves=2, seed=1, opponent="easy"))
    assert len(compared.calm.moves) == len(compared.attacked.moves) == 2


def test_a_part_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["flood"])
    assert "no part 'flood'; choose of storm, roles, worlds, fuzz, boards, neighbours" in capsys.readouterr().err


def moves_of(*written: tuple[int, str | None, str]) -> list[Event]:
    """Seat 0's moves: number, client's id, move."""
    return [Event("g", number, Kind.MOVE, 0, body, client_id, 0.0) for number, client_id, body in written]


def test_lost_doubled_and_displaced_moves_are_found() -> None:
    log = moves_of((1, "m1", "draw red"), (2, "m2", "draw deck"))
    assert list(faults_of_log(log, {0: {1: "draw red", 2: "draw deck"}})) == []
    assert list(faults_of_log(log, {0: {3: "pass"}})) == ["move 3 of seat 0 was confirmed and is lost"]
    assert "another stands in its place" in next(faults_of_log(log, {0: {1: "pass"}}))
    twice = [*log, *moves_of((3, "m2", "draw deck"))]
    assert list(faults_of_log(twice, {})) == ["the request 'm2' of seat 0 stands in the log 2 times"]
    assert list(faults_of_log(log[1:], {})) == ["the numbers of the log have a gap"]
    assert list(unasked_moves(twice, {0: {1: "draw red", 2: "draw deck"}})) == []
    assert list(unasked_moves(twice, {0: {1: "draw red"}})) == ["seat 0 has moves that were never confirmed: [2, 3]"]


def test_only_a_503_that_says_why_is_honest() -> None:
    honest = Answer(503, JSON, b'{"error": "busy", "message": "The database is away."}')
    assert fault_of(honest) is None
    assert fault_of(Answer(503, JSON, b"{}")) == "503 without a reason"
    assert fault_of(Answer(503, (), b"")) == "503 without a reason"
    assert fault_of(replace(honest, status=500)) == "answered with 500"
    assert fault_of(Answer(422, (), b"Traceback (most recent call last):")) == "a traceback in the answer"


def test_a_request_is_made_smaller_while_it_still_fails() -> None:
    request = Request("POST", "/api/games", (("language", "it"),), (("X", "y"),), b'{"board": "\\ud800", "seats": []}')
    smaller = list(simpler(request))
    assert Request("POST", "/api/games", (), (("X", "y"),), request.body) in smaller
    assert replace(request, body=b'{"board": "\\ud800"}') in smaller
    assert "--data-binary" in str(request) and "language=it" in str(request)


@pytest.mark.slow
def test_a_secret_in_a_view_tells_two_worlds_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    true = views.live_game_view
    monkeypatch.setattr(
        views, "live_game_view", lambda game, *a, **b: {**true(game, *a, **b), "description": str(game.row.seed)}
    )
    (result,) = worlds.attack_by_comparing(EFFORT)
    assert result.verdict == "FAILED"
    assert any("GET /view" in finding.what for finding in result.findings)


def test_a_line_of_the_log_that_quotes_a_client_is_found() -> None:
    class Said:
        def log(self) -> str:
            return (
                '{"level": "info", "event": "request", "path": "/canary-7Hq2"}\n{"level": "error", "event": "broken"}\n'
            )

    fuzzer = Fuzzer(Said(), EFFORT, Result("fuzzer"))  # type: ignore[arg-type]
    fuzzer._read_log()
    assert [finding.what for finding in fuzzer.result.findings] == [
        "the log quotes what a client sent",
        "the log tells of a fault: broken None ",
    ]


def test_a_neighbour_who_costs_more_than_twice_is_found() -> None:
    result = Result("neighbours")
    Compared(Times([0.01], [0.2]), Times([0.021], [9.0])).tell(result)
    assert [finding.what.split(";")[0] for finding in result.findings] == [
        "a neighbour at its limits makes moves take 2.1 times as long",
        "beside a neighbour one's own bot answers in 9.0 s",
    ]
