"""Views as JSON: made of what a seat may know, and never of the state behind it."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json

from carrozza.game import Result, View
from carrozza.game.scores import completed_tickets
from carrozza.game.sentences.description import describe, expected, fewest_to_keep, still_choosing
from carrozza.server.games.live_game import LiveGame
from carrozza.server.games.seats import Seat
from carrozza.server.views.ways import ways_of
from carrozza.words import say

COLORS = ("blue", "red", "green", "yellow", "black", "white")
"""Of the seats in their order."""

Json = dict[str, Any]


def view_bytes(live_game: LiveGame, seat: int | None, language: str, *, told: bool = True) -> bytes:
    """The view as it is sent; kept until something changes, except where a clock runs in it."""
    key = ("view", seat, language, told)
    if key not in live_game.cache or live_game.clock is not None:
        live_game.cache[key] = to_json(live_game_view(live_game, seat, language, told=told))
    return live_game.cache[key]


def live_game_view(live_game: LiveGame, seat: int | None, language: str, *, told: bool = True) -> Json:
    """The view of a seat of a game that goes on here; `told` in words as well."""
    made = _fresh_view(live_game, seat, language, told)
    if live_game.clock is not None:
        made["players"] = _with_clocks(made["players"], live_game)
    return made


def _fresh_view(live_game: LiveGame, seat: int | None, language: str, told: bool) -> Json:
    now = live_game.folded
    view, game = now.view(seat), now.game
    result = game.result() if game is not None and game.finished else None
    made = view_json(view, language, result, told=told)
    players = [
        {**player, **_at_seat(here, number, live_game)}
        for number, (player, here) in enumerate(zip(made["players"], live_game.seats, strict=True))
    ]
    return {
        "game": live_game.game_id,
        "number": live_game.number,
        **made,
        "players": players,
        "can_undo": seat is not None and now.can_undo(seat),
        "rematch": now.rematch,
    }


def _at_seat(seat: Seat, number: int, live_game: LiveGame) -> Json:
    return {
        "kind": "bot" if seat.kind == "bot" else "person",
        "bot": seat.bot,
        "present": live_game.is_present(number),
    }


def _with_clocks(players: Sequence[Json], live_game: LiveGame) -> list[Json]:
    """Who has to decide has what is left of the time; everybody else has all of it before them."""
    left, deciding = live_game.time_left(), live_game.folded.undecided()
    return [
        {**player, "clock": None if left is None else round(left if number in deciding else live_game.clock or 0, 1)}
        for number, player in enumerate(players)
    ]


def view_json(
    view: View, language: str, result: Result | None = None, *, legal: bool = True, told: bool = True
) -> Json:
    """A view outside a live game; `result` is given when the game is over and everything lies open."""
    you, board = view.seat, view.board
    opening = view.phase == "opening"
    return {
        "board": board.id,
        "variants": list(view.names.variants),
        "language": language,
        "phase": view.phase,
        "to_move": None if opening else view.to_move,
        "undecided": undecided(view),
        "you": you,
        "expected": expected_of(view, language),
        "row": list(view.row),
        "deck": view.deck_size,
        "discards": dict(view.discards),
        "tickets_left": view.tickets_left,
        "last_turns": view.last_turns,
        "turned": dict(view.turned),
        "laid": dict(view.laid),
        "due": view.due,
        "claimed_route": view.claimed_route,
        "players": [player_json(view, seat) for seat in range(len(view.seats))],
        "hand": {} if you is None else dict(view.hand(you)),
        "tickets": [] if you is None else own_tickets(view, you),
        "offer": [] if you is None else offer(view, you),
        "keep": 0 if you is None else fewest_to_keep(view, you),
        "alvin": alvin(view),
        "legal": [str(move) for move in view.legal_moves] if legal else [],
        "can_undo": False,
        "finished": view.finished,
        "scores": None if result is None else scores_json(view, result),
        "winners": [] if result is None else list(result.winners),
        "describe": describe(view, language, result=result) if told else "",
    }


def undecided(view: View) -> list[str]:
    if view.phase == "opening":
        return list(still_choosing(view))
    return [] if view.to_move is None else [view.to_move]


def expected_of(view: View, language: str) -> str:
    """What is asked of the reader or, while others decide, of them."""
    you, mover = view.seat, view.to_move
    if view.phase == "opening":
        if you is not None and you in still_choosing(view):
            return say("expect.opening_detail", language, number=fewest_to_keep(view, you))
        return say("describe.choosing", language, players=", ".join(still_choosing(view)))
    asked = expected(view, language)
    return asked if mover is None or mover == you else say("describe.asked", language, player=mover, expected=asked)


def player_json(view: View, seat: int) -> Json:
    rules = view.board.rules
    stations, hidden = view.stations(seat), rules.hidden_points and not view.finished
    return {
        "seat": seat,
        "name": view.seats[seat],
        "color": COLORS[seat],
        "kind": "person",
        "bot": None,
        "present": False,
        "clock": None,
        "cards": view.hand_size(seat),
        "known": dict(view.known_cards(seat)),
        "tickets": view.ticket_count(seat),
        "trains": view.trains(seat),
        "stations": list(stations),
        "stations_left": rules.stations - len(stations),
        "markers": list(view.markers(seat)),
        "start": view.start(seat),
        "routes": list(view.routes(seat)),
        "points": None if hidden else view.points(seat),
    }


def own_tickets(view: View, you: str) -> list[Json]:
    """Those held, and in the opening those chosen while the others still choose (S3)."""
    if chosen := view.chosen(you):
        return [{**ticket_json(view, ticket), "done": False} for ticket in chosen]
    held = view.tickets(you)
    done = completed_tickets(view, you) if held else ()
    return [{**ticket_json(view, ticket), "done": ticket in done} for ticket in held]


def offer(view: View, you: str) -> list[Json]:
    return [] if view.chosen(you) else [ticket_json(view, ticket) for ticket in view.offered(you)]


def ticket_json(view: View, ticket: str) -> Json:
    found = view.board.tickets[view.names.ticket_number(ticket)]
    return {"id": found.id, "a": found.a, "b": found.b, "points": found.points, "long": found.long}


def alvin(view: View) -> Json | None:
    if view.alvin is None:
        return None
    city, holder = view.alvin
    return {"city": city, "holder": holder}


def scores_json(view: View, result: Result) -> Json:
    """Every part of every score, with the ways by which it came about."""
    return {name: {**score.as_json(), **ways_of(view, name, score)} for name, score in result.scores.items()}
