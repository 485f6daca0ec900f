"""Playtests over HTTP: lines of progress, then the report; faults are refused before anything is answered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from carrozza import boards
from carrozza.server import prices
from carrozza.server.api.workshop.playtest import hear_of_stops, stop_notice
from carrozza.server.guard import Limits, RateLimiter
from carrozza.server.guard.token_buckets import Rate
from carrozza.server.workshop.drafts import document_of
from carrozza.server.workshop.long_work import LongWork
from carrozza.server.workshop.models import MOST_GAMES, PlaytestLine
from carrozza.workshop.playtest import playtest
from tests.server.hosting import Host, Json, hosting

PATH = "/api/workshop/playtest"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    playtest(boards.load("new-york"), games=1)  # compiles what the process then finds in the cache
    with hosting(tmp_path_factory.mktemp("playtest"), start_bots=False) as host:
        yield host


def draft(**asked: Any) -> Json:
    document = {**document_of(boards.load("new-york")), "id": "mine", "title": "Mine"}
    return {"document": document, "games": 300, **asked}


def test_lines_of_progress_and_the_report_that_the_command_gives(server: Host) -> None:
    answer = server.ask("POST", PATH, json=draft(players=[2, 3]), params={"language": "it"})
    assert answer.status_code == 200, answer.text
    lines = [PlaytestLine.model_validate(json.loads(line), extra="forbid") for line in answer.text.splitlines()]
    shares = [line.share or 0.0 for line in lines[:-1]]
    assert shares[0] == 0 and shares == sorted(shares) and len(shares) > 1
    assert lines[-1].report is not None and lines[-1].html is not None
    report = lines[-1].report
    expected = playtest(boards.load("new-york"), 300, [2, 3], language="it")
    assert report.tables == expected.tables and report.tickets == expected.tickets
    assert report.board == "mine" and '<html lang="it">' in lines[-1].html


def test_one_that_is_stopped_reports_what_was_played(server: Host) -> None:
    report = None
    with server.client.stream("POST", PATH, json=draft(games=MOST_GAMES)) as stream:
        for line in stream.iter_lines():
            told = PlaytestLine.model_validate_json(line)
            report = told.report
            if told.work is not None:
                work = told.work
            elif told.share:
                assert server.client.post(f"{PATH}/{work}/stop").status_code == 204
    assert report is not None and report.interrupted and 0 < report.games < MOST_GAMES
    assert server.client.post(f"{PATH}/{work}/stop").status_code == 204, "nothing is left to stop"
    assert PlaytestLine.model_validate_json(
        server.ask("POST", PATH, json=draft(games=4)).text.splitlines()[-1]
    ).report, "the next one is played"


def test_a_stop_reaches_the_process_that_plays() -> None:
    class Playing(LongWork):
        def stop(self, work: str) -> bool:
            stopped.append(work)
            return True

    stopped: list[str] = []
    hear_of_stops(Playing("playtests"), stop_notice("name"))
    hear_of_stops(Playing("playtests"), "[]")
    assert stopped == ["name"]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"document": {"id": "x"}}, 422),
        ({"games": 0}, 422),
        ({"games": MOST_GAMES + 1}, 422),
        ({"players": [6]}, 422),
        ({"players": []}, 422),
        ({"bots": ["exec:sh"]}, 422),
    ],
)
def test_what_cannot_be_played_is_refused(server: Host, wrong: dict[str, Any], status: int) -> None:
    answer = server.ask("POST", PATH, json=draft(**wrong))
    assert answer.status_code == status
    assert answer.json()["message"]


def test_its_price_goes_by_its_games() -> None:
    clock = [0.0]
    limits = RateLimiter(Limits(cpu=Rate(burst=1.5 * MOST_GAMES, per_second=1)), clock=lambda: clock[0])
    scope = {"type": "http", "path": PATH, "method": "POST", "client": ("198.51.100.7", 1), "headers": []}
    assert limits.charge(scope, prices.of_playtest(MOST_GAMES)) == 0
    assert limits.charge(scope, prices.of_playtest(MOST_GAMES)) > 0
