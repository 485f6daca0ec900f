"""Views: what is in them, and what a game folded from its log is like."""

import json
import time
from types import SimpleNamespace

import pytest

from carrozza.game import Game
from carrozza.game.view_model import COLORS
from carrozza.server import models
from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.seats import Seat
from carrozza.server.store import Event, GameRow, GameState, Kind
from carrozza.server.views.claim_check import why_not
from carrozza.server.views.view_json import live_game_view, view_bytes, view_json
from tests.playing import Dice, choose, played, state_bytes
from tests.setups import FULL_SETUPS, Setup

TABLE = FULL_SETUPS[0]


def row_of(table: Setup, seed: int) -> GameRow:
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


def live_game_of(position: FoldedLog) -> LiveGame:
    nobody = SimpleNamespace(presence=SimpleNamespace(elsewhere=lambda game: frozenset()), now=time.time)
    live_game = LiveGame(nobody, position.row)  # type: ignore[arg-type]
    live_game.folded = position
    return live_game


def folded(table: Setup, seed: int, moves: int) -> tuple[FoldedLog, list[Event]]:
    position, dice, events = FoldedLog(row_of(table, seed)), Dice(seed), []
    for number in range(1, moves + 1):
        game = position.game
        assert game is not None and game.to_move is not None
        seat = game.names.seat_number(game.to_move)
        events.append(Event("k7f3", number, Kind.MOVE, seat, str(choose(game, dice)), None, float(number)))
        position.fold(events[-1])
    return position, events


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_a_view_tells_what_lies_on_the_table(table: Setup) -> None:
    game = played(table, seed=4, moves=60)
    view = view_json(game.view(0), "en")
    assert view["row"] == list(game.row) and view["deck_size"] == game.deck_size
    assert view["hand"] == game.hand(0) and [ticket["id"] for ticket in view["tickets"]] == list(game.tickets(0))
    for seat, player in enumerate(view["players"]):
        assert (player["name"], player["color"]) == (game.seats[seat], COLORS[seat])
        assert player["hand_size"] == game.hand_size(seat) and player["trains"] == game.trains(seat)
        assert player["routes"] == list(game.routes(seat))
    assert view["legal_moves"] == (
        [str(move) for move in game.legal_moves_of(0)] if game.to_move == game.seats[0] else []
    )
    json.dumps(view)


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_tickets_are_completed_when_the_rules_say_so(table: Setup) -> None:
    game = played(table, seed=9)
    for seat, name in enumerate(game.seats):
        done = {ticket["id"] for ticket in view_json(game.view(seat), "en")["tickets"] if ticket["completed"]}
        assert done == set(game.scores()[name].tickets_completed)


def test_who_waits_is_told_for_whom() -> None:
    game = Game(seats=2, seed=1, first=0)
    assert view_json(game.view(0), "en")["expected"] == "Choose which opening tickets to keep: at least 2."
    game.play(game.legal_moves_of("Ada")[0], "Ada")
    assert view_json(game.view(0), "en")["expected"] == "Still choosing opening tickets: Bruno."
    game.play(game.legal_moves_of("Bruno")[0], "Bruno")
    for seat in (1, None):
        assert view_json(game.view(seat), "en")["expected"].startswith("Ada has to decide: Draw train cards")


def test_the_log_alone_makes_the_game() -> None:
    position, events = folded(TABLE, seed=3, moves=40)
    again = FoldedLog(position.row)
    for event in events:
        again.fold(event)
    assert position.game is not None and again.game is not None
    assert state_bytes(again.game) == state_bytes(position.game) == state_bytes(position.replayed())


def test_undoing_further_than_states_are_kept_plays_the_game_again() -> None:
    position, events = folded(TABLE, seed=3, moves=40)
    for number in range(41, 61):
        position.fold(Event("k7f3", number, Kind.UNDO, 0, "", None, 0.0))
    before = FoldedLog(position.row)
    for event in events[:20]:
        before.fold(event)
    assert position.game is not None and before.game is not None
    assert state_bytes(position.game) == state_bytes(before.game)
    assert [played.move for played in position.game.history] == [played.move for played in before.game.history]


def test_a_copy_of_a_position_goes_on_alone() -> None:
    position, _ = folded(TABLE, seed=3, moves=10)
    copy = position.copy()
    body = json.dumps(copy.seats[0].after_leaving().as_json())
    copy.fold(Event("k7f3", 11, Kind.SEAT, 0, body, None, 0.0))
    assert copy.seats[0].left and not position.seats[0].left
    assert len(position.events) == 10 and len(copy.events) == 11


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_whatever_is_sent_is_the_view_model_and_nothing_more(table: Setup) -> None:
    """Views are sent as they are built, without being checked: this checks them."""
    for moves in (0, 25, 60):
        position, _ = folded(table, 5, moves)
        for seat in (None, *range(table.seats)):
            sent = view_bytes(live_game_of(position), seat, "it")
            models.View.model_validate_json(sent, strict=True, extra="forbid")


def test_the_view_of_a_game_that_is_over_fits_the_model_too() -> None:
    position = FoldedLog(row_of(TABLE, 5))
    position.game = played(TABLE, seed=5)
    over = models.View.model_validate_json(view_bytes(live_game_of(position), 0, "en"), strict=True, extra="forbid")
    assert over.finished and over.scores and over.winners and over.description


def test_who_decides_has_what_is_left_of_the_clock() -> None:
    position, _ = folded(TABLE, seed=3, moves=10)
    position.row.options["clock"] = 60  # type: ignore[index]
    live_game = live_game_of(position)
    view = live_game_view(live_game, 0, "en")
    clocks = {player["name"]: player["clock"] for player in view["players"]}
    assert clocks.pop(view["to_move"]) == 0.0, "the last move was long ago"
    assert set(clocks.values()) == {60}


def test_a_claim_waits_for_the_start_cities() -> None:
    """S6: whoever has chosen one waits for the others."""
    told = []
    game = played(Setup("old-west", (), 2), 1, moves=2)
    for start in game.legal_moves[::7]:
        begun = game.copy()
        begun.play(start)
        told += [why_not(begun.view(game.to_move), route.id, "en") for route in game.board.routes]
    payable = [answer for answer in told if answer["payments"]]
    assert payable and all((answer["legal"], answer["rule"]) == (False, "S6") for answer in payable)
    assert {answer["message"] for answer in payable} == {f"It is {begun.to_move}'s turn."}
