"""Whoever has a seat at a table, or had one, never holds another seat's secrets.

Everybody who could try is listed with everything they could ask, in every state of a game, in `benchmarks.attack`. Each
answer must have the status that the list says, and hold nothing of any seat but the asker's own.
"""

import time
from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from benchmarks.attack import roles
from benchmarks.attack.results import SQLITE, Effort, Result
from benchmarks.attack.role_table import MATRIX, cells
from benchmarks.attack.targets import MadeGame
from benchmarks.attack.wire import Wire
from carrozza.server.games.live.attendance import AWAY_AFTER
from carrozza.server.games.live.live_game import LiveGame
from tests.server.hosting import Host, Hosted, Json, hosting
from tools.local_server import wait_for

BOARD = "new-york"
EFFORT = Effort(seed=1, kills=0, requests=0, quick=False, databases=(SQLITE,))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("seats")) as host:
        yield host


def attacked(server: Host, monkeypatch: pytest.MonkeyPatch) -> Result:
    """By everybody and everything that `benchmarks.attack` lists, here instead of at a process of its own."""
    monkeypatch.setattr(roles, "own_server", lambda kind: nullcontext(server))
    (result,) = roles.attack_by_roles(EFFORT)
    return result


def test_nobody_is_answered_more_than_their_role_allows(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    for state in MATRIX:
        assert {question for question, _, _ in cells(state)} == set(roles.QUESTIONS)
    result = attacked(server, monkeypatch)
    assert (result.findings, result.verdict) == ([], "held")
    assert result.figures["questions"] == 2 * sum(len(list(cells(state))) for state in MATRIX)


def test_an_answer_that_the_list_does_not_allow_is_found(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "MATRIX", {"waiting": ""})
    monkeypatch.setattr(roles, "cells", lambda state: [("info", "own", 403)])
    result = attacked(server, monkeypatch)
    assert "waiting, the host plays: info by own is answered with 200, not 403" in [
        finding.what for finding in result.findings
    ]


@pytest.mark.parametrize(
    ("answer", "secret"),
    [
        ('{"token": "bruno\'s"}', "the token of other"),
        ('[{"you": "Bruno", "hand": {"red": 1}}]', "the view of Bruno"),
        ('{"view": {"you": null, "hand": {"red": 1}}}', "a hand"),
        ('{"text": "Bruno keeps from-here-to-there"}', "the ticket from-here-to-there"),
        ("no JSON, but from-here-to-there", "the ticket from-here-to-there"),
    ],
)
def test_a_secret_in_an_answer_is_found(answer: str, secret: str) -> None:
    room = roles.Room(Wire(0), MadeGame("g", "host", None, "invite", {}), {"other": "bruno's"})
    room.held = {0: {"my-own-ticket"}, 1: {"from-here-to-there"}}
    assert list(roles.secrets_in(answer, room, "own", over=False)) == [secret]
    assert (
        list(roles.secrets_in('{"you": "Ada", "hand": {"red": 1}, "my-own-ticket": 1}', room, "own", over=False)) == []
    )


def live_game_of(game: Hosted) -> LiveGame:
    game.ask("GET", "")
    live_game: LiveGame | None = game.server.app.state.live_games.loaded(game.id)
    assert live_game is not None
    return live_game


def change(game: Hosted, seat: int, **asked: object) -> tuple[int, Json]:
    answer = game.ask("PUT", f"/seats/{seat}", token=game.host, json=asked)
    return answer.status_code, answer.json()


def join(game: Hosted, **more: object) -> tuple[int, Json]:
    """With the invitation and no other token, as from a window that knows nothing else."""
    answer = game.ask("POST", "/join", json={"name": "Zoe", "invite": game.created["invite"], **more})
    return answer.status_code, answer.json()


def pass_a_minute(game: Hosted) -> None:
    """In which nobody is heard of."""
    live_game_of(game).attendance._now = lambda: time.monotonic() + AWAY_AFTER


def test_a_host_cannot_sit_down_in_the_seat_of_somebody_who_is_away(server: Host) -> None:
    game = server.game(BOARD)
    game.open()
    bruno = game.tokens[1]
    game.ask("POST", "/leave", 1)
    for later in (False, True):
        if later:
            pass_a_minute(game)
        status, told = change(game, 1, kind="open")
        assert (status, told["error"]) == (409, "begun")
        for seat in (None, 1):
            status, told = join(game, seat=seat)
            assert (status, told["error"]) == (409, "begun")
    assert change(game, 1, kind="bot", bot="random")[0] == 200
    assert change(game, 1, kind="open")[0] == 409
    assert game.ask("GET", "/view", token=game.host).json()["you"] is None
    assert game.ask("GET", "/view", token=bruno).json()["you"] == "Bruno", "it is still his"


def test_a_host_cannot_look_through_the_eyes_of_a_bot(server: Host) -> None:
    game = server.game(BOARD, ["Ada"], seats=[{"kind": "bot", "bot": "random", "name": "Olga"}])
    status, told = change(game, 1, kind="open")
    assert (status, told["error"]) == (409, "begun")
    assert change(game, 1, kind="person")[1]["error"] == "nobody"
    assert join(game, seat=1)[0] == 409
    assert game.ask("GET", "").json()["seats"][1]["kind"] == "bot"


def test_who_lost_the_line_for_a_moment_is_not_away(server: Host) -> None:
    game = server.game(BOARD)
    watched = live_game_of(game)
    with game.live(1) as line:
        line.hear("view")
        status, told = change(game, 1, kind="bot")
        assert (status, told["error"], "retry_after" in told) == (409, "present", False)
    wait_for(lambda: not watched.is_present(1))
    status, told = change(game, 1, kind="bot")
    assert (status, told["error"]) == (409, "present")
    assert 0 < told["retry_after"] <= AWAY_AFTER and "Bruno was here a moment ago" in told["message"]
    pass_a_minute(game)
    assert change(game, 1, kind="bot", bot="random")[0] == 200


def test_who_plays_by_requests_alone_is_not_away(server: Host) -> None:
    game = server.game(BOARD)
    game.view(1)
    assert live_game_of(game).is_present(1)
    status, told = change(game, 1, kind="bot")
    assert (status, told["error"]) == (409, "present")
