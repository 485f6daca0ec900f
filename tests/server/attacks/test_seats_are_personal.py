"""Whoever has a seat at a table, or had one, never holds another seat's secrets.

Everybody who could try is listed with everything they could ask, in every state of a game. Each answer must have the
status that the table says, and hold nothing of any seat but the asker's own.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks.attack.role_table import CHANGES, MATRIX, cells
from carrozza import boards
from carrozza.server.games.attendance import AWAY_AFTER
from carrozza.server.games.live_game import LiveGame
from tests.server.hosting import Host, Hosted, Json, hosting
from tools.local_server import wait_for

BOARD = "new-york"
LATER = 10**6
"""A number that no game reaches: a move with it is answered with the view."""
OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("seats"), ping_seconds=0.2) as host:
        yield host


@dataclass
class Table:
    """Ada and Bruno have seats; Carla sat at a third one and left; the host sent Dario away from it."""

    game: Hosted
    tokens: dict[str, str | None] = field(default_factory=dict)
    """By role."""

    @classmethod
    def waiting(cls, server: Host, *, host_plays: bool) -> "Table":
        people = ["Ada"] if host_plays else []
        table = cls(server.game(BOARD, people, seats=[OPEN] * (4 - len(people))))
        if not host_plays:
            table.join("Ada", 0)
        table.join("Bruno", 1)
        left = table.join("Carla", 2)
        assert table.game.ask("POST", "/leave", token=left).status_code == 200
        freed = table.join("Dario", 2)
        assert table.game.ask("PUT", "/seats/2", token=table.game.host, json=OPEN).status_code == 200
        del table.game.tokens[2]
        table.tokens = {
            "own": table.game.tokens[0],
            "other": table.game.tokens[1],
            "host": table.game.host,
            "watch": table.game.created["watch"],
            "invite": table.game.created["invite"],
            "nobody": None,
            "left": left,
            "freed": freed,
            "foreign": server.game(BOARD).tokens[0],
        }
        return table

    @classmethod
    def playing(cls, server: Host, *, host_plays: bool) -> "Table":
        table = cls.waiting(server, host_plays=host_plays)
        table.join("Elsa", 2)
        table.join("Fabio", 3)
        table.game.open()
        return table

    @classmethod
    def finished(cls, server: Host, *, host_plays: bool) -> "Table":
        table = cls.playing(server, host_plays=host_plays)
        assert table.game.play(random.Random(1))["finished"]
        return table

    def join(self, name: str, seat: int) -> str:
        body = {"name": name, "seat": seat, "invite": self.game.created["invite"]}
        answer = self.game.ask("POST", "/join", json=body)
        assert answer.status_code == 200, answer.text
        self.game.tokens[seat] = token = answer.json()["token"]
        return str(token)


Ask = Callable[[Hosted, str | None], tuple[int, str]]
"""What somebody with a token is answered: status and text."""


def asking(method: str, path: str, body: Json | None = None, *, invited: bool = False) -> Ask:
    def ask(game: Hosted, token: str | None) -> tuple[int, str]:
        sent = {**body, "invite": game.created["invite"]} if invited and body is not None else body
        answer: httpx.Response = game.ask(method, path, token=token, json=sent)
        return answer.status_code, answer.text

    return ask


def streaming(game: Hosted, token: str | None) -> tuple[int, str]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with game.server.client.stream("GET", f"/api/games/{game.id}/events", headers=headers) as answer:
        return answer.status_code, next(answer.iter_lines(), "")


def listening(game: Hosted, token: str | None) -> tuple[int, str]:
    with game.live(token=token) as line:
        try:
            first = line.hear()
            line.socket.send(json.dumps({"id": "x", "move": "pass", "number": LATER}))
            return 200, json.dumps([first, line.hear("answer")])
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code - 4000, closed.rcvd.reason


ROUTE = boards.load(BOARD).routes[0].id
ZOE = {"name": "Zoe"}
QUESTIONS: dict[str, Ask] = {
    "info": asking("GET", ""),
    "view": asking("GET", "/view"),
    "why": asking("GET", f"/why/{ROUTE}"),
    "hints": asking("POST", "/hints"),
    "events": streaming,
    "live": listening,
    "move": asking("POST", "/moves?view=true", {"move": "pass", "number": LATER}),
    "undo": asking("POST", "/undo?view=true", {"number": LATER}),
    "record": asking("GET", "/record"),
    "replay": asking("GET", "/replay?seat=all"),
    "join": asking("POST", "/join", ZOE),
    "join-invited": asking("POST", "/join", ZOE, invited=True),
    "join-Bruno": asking("POST", "/join", {**ZOE, "seat": 1}, invited=True),
    "leave": asking("POST", "/leave"),
    "bot-for-Bruno": asking("PUT", "/seats/1", {"kind": "bot", "bot": "random"}),
    "open-Bruno": asking("PUT", "/seats/1", OPEN),
    "back-to-Bruno": asking("PUT", "/seats/1", {"kind": "person"}),
    "rematch": asking("POST", "/rematch"),
}
MAKE = {"waiting": Table.waiting, "playing": Table.playing, "finished": Table.finished}
OWN_SEATS = {"own": 0, "other": 1}
NAMES = ("Ada", "Bruno", "Elsa", "Fabio")


@pytest.mark.parametrize("host_plays", [True, False], ids=["host plays", "host does not play"])
@pytest.mark.parametrize("state", MATRIX)
def test_nobody_is_answered_more_than_their_role_allows(server: Host, state: str, host_plays: bool) -> None:
    assert {question for question, _, _ in cells(state)} == set(QUESTIONS)
    make = MAKE[state]
    table = make(server, host_plays=host_plays)
    for question, role, status in cells(state):
        answered, text = QUESTIONS[question](table.game, table.tokens[role])
        assert answered == status, f"{question} by {role}: {text}"
        assert not tokens_in(text, table), f"{question} by {role}"
        if state != "finished":
            assert not secrets_in(text, table.game, OWN_SEATS.get(role)), f"{question} by {role}"
        if status == 200 and question in CHANGES and state != "finished":
            table = make(server, host_plays=host_plays)


def tokens_in(text: str, table: Table) -> list[str]:
    """Tokens that stand in an answer: whoever takes a seat is sent a new one, and nobody any other."""
    return [role for role, token in table.tokens.items() if token is not None and token in text]


def secrets_in(text: str, game: Hosted, own: int | None) -> list[str]:
    """Another's view, hand or tickets in an answer."""
    try:
        answer = json.loads(text or "null")
    except ValueError:
        answer = None
    views = [view for view in parts_of(answer) if "you" in view]
    mine = None if own is None else NAMES[own]
    foreign = [str(view["you"]) for view in views if view["you"] not in (None, mine)]
    hands = [str(view["hand"]) for view in views if view["you"] is None and any(view["hand"].values())]
    return foreign + hands + [ticket for ticket in tickets_but_of(game, own) if ticket in text]


def parts_of(answer: Any) -> Iterator[Json]:
    if isinstance(answer, dict):
        yield answer
    for part in answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else ():
        yield from parts_of(part)


def tickets_but_of(game: Hosted, own: int | None) -> set[str]:
    """Ids of tickets that other seats hold, unless routes go by the same."""
    now = live_game_of(game).folded.game
    routes = " ".join(route.id for route in boards.load(BOARD).routes)
    if now is None:
        return set()
    others = {ticket for seat in range(len(now.seats)) if seat != own for ticket in now.tickets(seat)}
    return {ticket for ticket in others if ticket not in routes}


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
    table = Table.playing(server, host_plays=True)
    game, bruno = table.game, table.game.tokens[1]
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
