"""No seat ever learns another's secrets: every byte that is sent in whole games is looked at.

Two ways, both against a real server. Whatever a seat may not know is exchanged behind its back (hands, tickets, the
order of the deck, the seed), and everything it can ask for must be answered by the same bytes. And in games that are
played, no ticket, token or seed of another's may stand in anything that was sent, nor in log or metrics.
"""

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks.attack.worlds import LATER, exchanged, questions, without_presence
from carrozza import boards
from carrozza.game import Game
from carrozza.game.sentences.description import ticket_name
from carrozza.game.view_parts import ViewParts
from carrozza.server.api import games, moves
from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.guard import middleware as gate
from carrozza.server.logs import json_lines
from carrozza.server.store import Event, Kind
from carrozza.server.views import event_text, feed, game_info
from carrozza.server.views import view_json as views
from tests.playing import Dice, choose
from tests.server.hosting import LONG, Host, Hosted, chosen, hosting
from tests.setups import FULL_SETUPS, Setup
from tools.local_server import wait_for

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio")


class Written(logging.Handler):
    """All that the server logs, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(json_lines())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture(scope="module")
def log() -> Iterator[Written]:
    written, ours = Written(), logging.getLogger("carrozza")
    level = ours.level
    ours.addHandler(written)
    ours.setLevel(logging.DEBUG)
    yield written
    ours.removeHandler(written)
    ours.setLevel(level)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, log: Written) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("secrets"), ping_seconds=0.3) as host:
        yield host


def live_game_of(game: Hosted) -> LiveGame:
    game.view(0)
    live_game: LiveGame | None = game.server.app.state.live_games.loaded(game.id)
    assert live_game is not None
    return live_game


@dataclass
class Watched:
    """A game on the server whose positions are put there by the test."""

    game: Hosted

    def __post_init__(self) -> None:
        self.live_game = live_game_of(self.game)

    def put(self, position: FoldedLog) -> None:
        self.live_game.folded, self.live_game.row = position, position.row
        self.live_game.cache.clear()
        self.live_game.view_parts = ViewParts()

    def positions(self, seed: int) -> list[FoldedLog]:
        """Of a game as the server folds it: its beginning, an opening half chosen, and at every quarter."""
        passed, dice = [FoldedLog(self.live_game.row)], Dice(seed)
        while (game := passed[-1].game) is not None and not game.finished:
            seat, number = game.names.seat_number(str(game.to_move)), passed[-1].number + 1
            passed.append(passed[-1].copy())
            passed[-1].fold(Event(self.game.id, number, Kind.MOVE, seat, str(choose(game, dice)), None, 0.0))
        return [passed[0], passed[1], *(passed[len(passed) * quarter // 4] for quarter in (1, 2, 3))]


def answers_to(watched: Watched, seat: int | None) -> dict[str, bytes]:
    """All that a seat, or a watcher, can be sent of a position as it is."""
    game, position = watched.game, watched.live_game.folded
    token = game.created["watch"] if seat is None else game.tokens[seat]
    answers = {
        f"{method} {path} {body}": game.ask(method, path, token=token, json=body).content
        for method, path, body in questions(position, seat)
    }
    answers["lobby"] = game.server.ask("GET", "/api/games", token).content
    answers["stream"] = first_line(game, token)
    answers |= said_live(game, token)
    return {request: without_presence(answer) for request, answer in answers.items()}


def first_line(game: Hosted, token: str) -> bytes:
    headers = {"authorization": f"Bearer {token}"}
    with game.server.client.stream("GET", f"/api/games/{game.id}/events", headers=headers) as answer:
        return next(line for line in answer.iter_lines() if line).encode()


def said_live(game: Hosted, token: str) -> dict[str, bytes]:
    """All that was told, in Italian, and what is said to a move that cannot be."""
    with game.live(token=token, language="it") as line:
        view = json.dumps(line.hear("view")).encode()
        line.socket.send(json.dumps({"id": "x", "move": "claim nowhere", "number": LATER}))
        answer = json.dumps(line.hear("answer")).encode()
        line.socket.send("[]")
        return {"live": view, "live move": answer, "live nonsense": json.dumps(line.hear("error")).encode()}


def leaks_of(watched: Watched, position: FoldedLog, seat: int | None, other: FoldedLog) -> set[str]:
    """The questions whose answers tell the one position from the other."""
    watched.put(position)
    answers = answers_to(watched, seat)
    watched.put(other)
    others = answers_to(watched, seat)
    return {request for request, answer in answers.items() if others[request] != answer}


def hands_of(position: FoldedLog) -> Any:
    assert position.game is not None
    return position.game.state.hand


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_exchanging_what_is_hidden_changes_no_byte(server: Host, table: Setup) -> None:
    game = server.game(table.board, NAMES[: table.seats], variants=list(table.variants), watch="anyone")
    watched, differ = Watched(game), 0
    for position in watched.positions(seed=6):
        for seat in (position.number % table.seats, None):
            other = exchanged(position, seat, seed=position.number)
            differ += bool(np.any(hands_of(other) != hands_of(position)))
            assert leaks_of(watched, position, seat, other) == set()
    assert differ > 0, "nothing was exchanged, so nothing was tested"


def secret(watched: Watched) -> str:
    position = watched.live_game.folded
    return f"{position.row.seed} {hands_of(position).tolist()}"


def in_views(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    true = views.live_game_view
    patch.setattr(views, "live_game_view", lambda *a, **b: {**true(*a, **b), "description": secret(watched)})
    return "GET /view"


def in_late_views(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    true = views.live_game_view
    patch.setattr(moves, "live_game_view", lambda *a, **b: {**true(*a, **b), "description": secret(watched)})
    return "POST /undo?view=true"


def in_events(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(feed, "events_since", lambda *_: [{"text": secret(watched)}])
    return "stream"


def in_reasons(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(moves, "why_not", lambda *_: {"message": secret(watched)})
    return "GET /why"


def in_refusals(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    patch.setattr("carrozza.server.refusals.AgainstTheRules.sentence", lambda *_: secret(watched))
    return "POST /moves?view=true"


def about_the_game(watched: Watched, patch: pytest.MonkeyPatch) -> str:
    true = game_info.info_of
    patch.setattr(games, "info_of", lambda live_game: {**true(live_game), "title": secret(watched)})
    return "GET  None"


LEAKS = (in_views, in_late_views, in_events, in_reasons, in_refusals, about_the_game)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_what_is_answered_is_found(
    server: Host, monkeypatch: pytest.MonkeyPatch, leak: Callable[[Watched, pytest.MonkeyPatch], str]
) -> None:
    watched = Watched(server.game("new-york", NAMES[:4], watch="anyone"))
    position = watched.positions(seed=6)[-1]
    other = exchanged(position, 0, seed=1)
    where = leak(watched, monkeypatch)
    assert any(request.startswith(where) for request in leaks_of(watched, position, 0, other))


def hidden_from(game: Game, seat: int | None) -> set[str]:
    """Tickets that this seat has never been shown, by id and by name, unless a route goes by the same."""
    board = game.board
    routes = {route.id for route in board.routes}
    named = {game.names.route_name(route) for route in routes}
    return {
        text
        for ticket in board.tickets
        for text, same in ((ticket.id, routes), (ticket_name(board, ticket.id), named))
        if text not in same and not any(text in other for other in same)
    } - (set() if seat is None else shown_to(game, seat))


def shown_to(game: Game, seat: int) -> set[str]:
    shown = {*game.tickets(seat), *game.offered(seat)}
    for played in game.history:
        if played.player == game.seats[seat] and str(played.move) == "draw tickets":
            shown |= set(played.drawn)
    first = game.copy()
    while first.history:
        first.undo()
    shown |= set(first.offered(seat))
    return shown | {ticket_name(game.board, ticket) for ticket in shown}


class Ears:
    """Everything that a WebSocket and a stream of lines bring to one seat, or to a watcher."""

    def __init__(self, game: Hosted, seat: int | None) -> None:
        self.live: list[str] = []
        self.lines: list[str] = []
        self._game, self._seat = game, seat
        self._token = game.created["watch"] if seat is None else game.tokens[seat]
        self._ends = False
        self.threads = [threading.Thread(target=listen, daemon=True) for listen in (self._listen, self._read)]
        for thread in self.threads:
            thread.start()
        self.wait_for(0)

    def wait_for(self, number: int) -> None:
        """Until the view of this number has come, both ways."""
        deadline = time.monotonic() + LONG
        for heard in (self.live, self.lines):
            while not any(f'"number":{number},"view"' in text for text in list(heard)):
                assert time.monotonic() < deadline, "the line has ended"
                time.sleep(0.01)

    def _listen(self) -> None:
        language = ("en", "it")[(self._seat or 0) % 2]
        with self._game.live(token=self._token, language=language) as line:
            while not self._ends:
                with suppress(ConnectionClosed, TimeoutError):
                    self.live.append(str(line.socket.recv(timeout=0.5)))

    def _read(self) -> None:
        path, headers = f"/api/games/{self._game.id}/events", {"authorization": f"Bearer {self._token}"}
        with self._game.server.client.stream("GET", path, headers=headers) as answer:
            for line in answer.iter_lines():
                self.lines.append(line)
                if self._ends:  # an empty line comes soon
                    return

    def heard(self) -> list[str]:
        """But for the end, when everything lies open."""
        self._ends = True
        for thread in self.threads:
            thread.join(LONG)
        return [text for text in (*self.live, *self.lines) if '"finished":true' not in text]


def play_and_listen(game: Hosted, dice: random.Random, moves: int) -> dict[int | None, str]:
    """Everything that every seat and a watcher are sent before the end, whatever they ask for meanwhile."""
    ears = {seat: Ears(game, seat) for seat in (*game.tokens, None)}
    answers: dict[int | None, list[str]] = {seat: [] for seat in ears}
    routes = boards.load(game.view(0)["board"]).routes
    for _ in range(moves):
        seat, view = next(game.deciding())
        for other in game.tokens:
            answers[other].append(game.ask("GET", f"/why/{dice.choice(routes).id}", other).text)
            if other != seat:
                answers[other].append(game.try_move(other, dice.choice(view["legal_moves"])).text)
                if view["phase"] != "opening":  # when it would be taken at its word
                    answers[other].append(game.ask("POST", "/undo?view=true", other, json={"number": LATER}).text)
        answer = game.try_move(seat, chosen(view["legal_moves"], dice), view["number"])
        assert answer.status_code == 200, answer.text
        if answer.json()["view"]["finished"]:
            break
        answers[seat].append(answer.text)
        answers[None] += [game.ask("GET", path).text for path in ("/view", "", "/replay?seat=all")]
    answers[None].append(game.server.ask("GET", "/api/games").text)
    last = game.view(0)["number"]
    for listener in ears.values():
        listener.wait_for(last)
    return {seat: "\n".join([*answers[seat], *heard.heard()]) for seat, heard in ears.items()}


TOGETHER = [*((board, ()) for board in boards.names()), ("old-west", ("alvin",))]
WHOLE = "new-york"
"""Played to its end; of the others so much as tells of every sort of move."""
MOST_MOVES = 20


@pytest.mark.parametrize(("board", "variants"), TOGETHER)
def test_no_byte_that_is_sent_or_written_tells_a_secret(
    server: Host, log: Written, board: str, variants: tuple[str, ...]
) -> None:
    game = server.game(board, variants=list(variants), watch="anyone")
    received = play_and_listen(game, random.Random(7), 1000 if board == WHOLE else MOST_MOVES)
    position = live_game_of(game).folded
    tokens = [*game.tokens.values(), game.host, game.created["invite"], game.created["watch"]]
    for seat, text in received.items():
        assert len(text) > 10_000, "much was sent"
        assert str(position.row.seed) not in text
        assert not any(token in text for token in tokens), "not even one's own is said again"
        leaked = {hidden for hidden in hidden_from(position.replayed(), seat) if hidden in text}
        assert leaked == set(), f"seat {seat} was told of {leaked}"
    written = log.text
    assert game.id in written, "the log knows of the game"
    for text in (written, server.ask("GET", "/metrics").text):
        assert secrets_in(text, position, tokens) == set()
    assert game.id not in server.ask("GET", "/metrics").text


def test_a_leak_in_what_is_told_is_found(server: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which tickets are kept stands in the log of the game, which is not exchanged."""
    monkeypatch.setattr(event_text, "public_move", lambda played, _: str(played.move))
    game = server.game("usa", watch="anyone")
    received = play_and_listen(game, random.Random(7), 3)
    position = live_game_of(game).folded
    for seat, text in received.items():
        assert [hidden for hidden in hidden_from(position.replayed(), seat) if hidden in text]


def secrets_in(text: str, position: FoldedLog, tokens: Iterable[str]) -> set[str]:
    """What neither log nor metrics may know of a game: more than anybody at the table."""
    game = position.replayed()
    moves = {str(played.move) for played in game.history if len(str(played.move)) > len("draw tickets")}
    tickets = {ticket.id for ticket in game.board.tickets}
    return {hidden for hidden in {*tokens, str(position.row.seed), *tickets, *moves, *game.seats} if hidden in text}


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gate, "_game", lambda scope: str(scope["headers"]))


def in_the_metrics(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gate, "_route", lambda scope: str(scope["headers"]))


@pytest.mark.parametrize("leak", [in_the_log, in_the_metrics])
def test_a_leak_in_what_is_written_is_found(
    server: Host, log: Written, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    game = server.game()
    leak(monkeypatch)
    position = live_game_of(game).folded

    def found() -> set[str]:
        written = log.text if leak is in_the_log else server.ask("GET", "/metrics").text
        return secrets_in(written, position, game.tokens.values())

    assert wait_for(found) == {game.tokens[0]}


def test_hidden_tickets_are_among_what_is_looked_for(server: Host) -> None:
    """Those of the other seat, unless a route has the same name."""
    game = server.game("usa")
    game.open()
    held = [{ticket["id"] for ticket in game.view(seat)["tickets"]} for seat in (0, 1)]
    routes = boards.load("usa").route_index
    position = live_game_of(game).folded
    for seat in (0, 1):
        looked_for = hidden_from(position.replayed(), seat)
        assert held[1 - seat] - set(routes) - held[seat] <= looked_for | {
            ticket for ticket in held[1 - seat] if any(ticket in route for route in routes)
        }
        assert not held[seat] & looked_for
