"""No seat ever learns another's secrets: every byte that is sent in whole games is looked at.

Two ways. Whatever a seat may not know is exchanged, and it must be sent the same bytes; and in games over HTTP and
WebSocket no ticket, token or seed of another's may stand in anything that was received.
"""

import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pydantic_core import to_json
from websockets.exceptions import ConnectionClosed

from carrozza import boards
from carrozza.game import Game, IllegalMove
from carrozza.game.describe import ticket_name
from carrozza.kernel.imagine import imagine
from carrozza.server.refusals import AgainstTheRules
from carrozza.server.seats import Seat
from carrozza.server.sitting import Position, Sitting
from carrozza.server.store import Event, GameRow, GameState, Kind
from carrozza.server.told import told_since
from carrozza.server.views import sitting_view
from carrozza.server.why import why_not
from tests.playing import FULL_TABLES, Dice, Table, choose
from tests.server.hosting import Host, Hosted, chosen, hosting

EVERY = 41
"""Of the moves of a game, one in so many is looked at."""
MOST_MOVES = 70
"""In games over HTTP, where they are long."""


def row_of(table: Table, seed: int) -> GameRow:
    names = table.game(seed).seats
    return GameRow(
        id="k7f3",
        board=table.board,
        seats=[Seat(name, "person", person=True).as_json() for name in names],
        seed=seed,
        engine="test",
        variants=table.variants,
        options={"watch": "anyone", "first": None, "clock": None},
        state=GameState.PLAYING,
    )


def sitting_at(position: Position) -> Sitting:
    sitting = Sitting(None, position.row)  # type: ignore[arg-type]
    sitting.now = position
    return sitting


def positions(table: Table, seed: int) -> Iterator[Position]:
    """A game as the server folds it, stopped now and then."""
    position, dice = Position(row_of(table, seed)), Dice(seed)
    game = position.game
    while game is not None and not game.finished:
        if position.number % EVERY == 0:
            yield position
        seat = game.names.seat_number(str(game.to_move))
        position.fold(Event("k7f3", position.number + 1, Kind.MOVE, seat, str(choose(game, dice)), None, 0.0))
        game = position.game


def with_state(position: Position, seat: int | None, seed: int) -> Position:
    """The same position with hidden things exchanged, as far as this seat may know; a watcher knows less than any."""
    assert position.game is not None
    other = position.copy()
    assert other.game is not None
    anybody = position.number // EVERY % len(position.seats)
    known = position.game.view(anybody if seat is None else seat).state
    other.game.state = imagine(position.game.names.compiled, known, seed)
    other.row = replace(position.row, seed=position.row.seed + 1)
    return other


def sent_to(position: Position, seat: int | None) -> bytes:
    """All that a seat can be sent of a position."""
    sitting = sitting_at(position)
    parts: list[Any] = []
    for language in ("en", "it"):
        parts += [sitting_view(sitting, seat, language), told_since(position, 0, seat, language)]
        if seat is not None:
            parts += [why_not(sitting.view(seat), route.id, language) for route in sitting.view(seat).board.routes[::9]]
            parts += refusals(sitting, seat, language)
    return to_json(parts)


def refusals(sitting: Sitting, seat: int, language: str) -> list[str]:
    """What is said to moves of which most cannot be."""
    game, told = sitting.now.game, []
    assert game is not None
    moves = ("draw deck", "draw red", "draw tickets", "pass", "decline", "pay 1 red", "keep", "no marker")
    for move in (*moves, *(f"claim {route.id}" for route in game.board.routes[::13])):
        trial = game.copy()
        try:
            trial.play(move, seat)
            told.append("legal")
        except IllegalMove as refused:
            told.append(AgainstTheRules(refused).sentence(language))
        except ValueError as wrong:
            told.append(type(wrong).__name__)
    return told


@pytest.mark.parametrize("table", FULL_TABLES, ids=str)
def test_exchanging_what_is_hidden_changes_no_byte(table: Table) -> None:
    differ = 0
    for position in positions(table, seed=6):
        game = position.game
        assert game is not None
        for seat in (position.number % table.seats, None):
            other = with_state(position, seat, seed=position.number)
            assert other.game is not None
            differ += bool(np.any(other.game.state.hand != game.state.hand))
            assert sent_to(other, seat) == sent_to(position, seat)
    assert differ > 0, "nothing was exchanged, so nothing was tested"


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
    """Everything that one connection receives."""

    def __init__(self, game: Hosted, seat: int | None) -> None:
        self.heard: list[str] = []
        self._game, self._seat = game, seat
        self._ready = threading.Event()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        assert self._ready.wait(30)

    def wait_for(self, number: int) -> None:
        """Until the view of this number has come."""
        while not any(f'"number":{number},"view"' in text for text in list(self.heard)):
            assert self.thread.is_alive(), "the line has ended"
            time.sleep(0.01)

    def _listen(self) -> None:
        token = {} if self._seat is not None else {"token": self._game.created["watch"]}
        with self._game.live(self._seat, language=("en", "it")[(self._seat or 0) % 2], **token) as line:
            try:
                while True:
                    text = str(line.socket.recv(timeout=60))
                    self.heard.append(text)
                    self._ready.set()
            except (ConnectionClosed, TimeoutError):
                return


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("secrets")) as host:
        yield host


def play_and_listen(game: Hosted, dice: random.Random, moves: int) -> dict[int | None, str]:
    """Everything that every seat and a watcher receive before the end, over HTTP and WebSocket."""
    ears = {seat: Ears(game, seat) for seat in (*game.tokens, None)}
    answers: dict[int | None, list[str]] = {seat: [] for seat in ears}
    for _ in range(moves):
        seat, view = next(game.deciding())
        for other in game.tokens:
            answers[other].append(game.try_move(other, "claim nowhere").text)
            if other != seat:
                answers[other].append(game.try_move(other, dice.choice(view["legal"])).text)
        answer = game.try_move(seat, chosen(view["legal"], dice), view["number"])
        assert answer.status_code == 200, answer.text
        if answer.json()["view"]["finished"]:
            break
        answers[seat].append(answer.text)
        answers[None].append(json.dumps(game.view(None), ensure_ascii=False))
    last = game.view(0)["number"]
    for listener in ears.values():
        listener.wait_for(last)
    return {
        seat: "\n".join([*answers[seat], *(text for text in heard.heard if '"finished":true' not in text)])
        for seat, heard in ears.items()
    }


GAMES = [("new-york", (), 200), ("europe", (), MOST_MOVES), ("old-west", ("alvin",), MOST_MOVES)]


@pytest.mark.parametrize(("board", "variants", "moves"), GAMES)
def test_no_byte_that_is_sent_tells_anothers_secret(
    server: Host, board: str, variants: tuple[str, ...], moves: int
) -> None:
    game = server.game(board, variants=list(variants))
    received = play_and_listen(game, random.Random(7), moves)
    position = server.app.state.sittings.loaded(game.id).now
    for seat, text in received.items():
        assert len(text) > 10_000, "much was sent"
        assert str(position.row.seed) not in text
        for other, token in (*game.tokens.items(), (-1, game.host), (-1, game.created["invite"])):
            assert other == seat or token not in text
        leaked = {hidden for hidden in hidden_from(position.in_full(), seat) if hidden in text}
        assert leaked == set(), f"seat {seat} was told of {leaked}"


def test_such_a_leak_would_be_found(server: Host) -> None:
    """The tickets of the other seat are among those that are looked for."""
    game = server.game("usa")
    game.open()
    held = [{ticket["id"] for ticket in game.view(seat)["tickets"]} for seat in (0, 1)]
    routes = boards.load("usa").route_index
    position = server.app.state.sittings.loaded(game.id).now
    for seat in (0, 1):
        looked_for = hidden_from(position.in_full(), seat)
        assert held[1 - seat] - set(routes) - held[seat] <= looked_for | {
            ticket for ticket in held[1 - seat] if any(ticket in route for route in routes)
        }
        assert not held[seat] & looked_for
