"""What Carrozza and a bot that is a program say to each other: one JSON object a line. See docs/bot-protocol.md."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from carrozza import boards
from carrozza.boards.facts import as_json
from carrozza.game import Move, View
from carrozza.game.names import Names

PROTOCOL: Final = 1

Message = dict[str, Any]


def line_of(message: Mapping[str, Any]) -> str:
    """ASCII only, so that no program need ask which encoding it is."""
    return json.dumps(message, separators=(",", ":"))


def hello(names: Names, seat: str, seed: int, start: float, move: float) -> Message:
    """Everything that stays as it is for the whole game."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "board": _board(names.board),
        "variants": names.variants,
        "seats": names.seats,
        "seat": seat,
        "seed": seed,
        "limits": {"start": start, "move": move},
    }


@lru_cache(maxsize=8)
def _board(board: boards.Board) -> Message:
    return as_json(board)


def view_of(view: View) -> Message:
    """What the view's seat may know. Names are those of the referee's positions, where there is such a thing there."""
    assert view.seat is not None, "a watcher is not asked"
    alvin = view.alvin
    return {
        "type": "view",
        "seat": view.seat,
        "phase": view.phase,
        "to_move": view.to_move,
        "turns": view.turns,
        "last_turns": view.last_turns,
        "row": view.row,
        "deck_size": view.deck_size,
        "discard": dict(view.discards),
        "tickets_left": view.tickets_left,
        "players": {name: _player(view, name) for name in view.seats},
        "alvin": None if alvin is None else {"city": alvin[0], "holder": alvin[1]},
        "pending": _pending(view),
    }


def _player(view: View, name: str) -> Message:
    open_to_all: Message = {
        "hand_size": view.hand_size(name),
        "known_cards": dict(view.known_cards(name)),
        "ticket_count": view.ticket_count(name),
        "routes": view.routes(name),
        "stations": view.stations(name),
        "markers": view.markers(name),
        "trains": view.trains(name),
        "points": view.points(name),
    }
    if name != view.seat:
        return open_to_all
    return {
        **open_to_all,
        "hand": dict(view.hand(name)),
        "tickets": view.tickets(name),
        "offered": view.offered(name),
    }


def _pending(view: View) -> Message | None:
    """The claim under way, with the cards on the table."""
    if view.claimed_route is None:
        return None
    return {"route": view.claimed_route, "laid": dict(view.laid), "turned": dict(view.turned), "due": view.due}


def decide(legal: Sequence[Move], question: int, seconds: float) -> Message:
    return {"type": "decide", "question": question, "seconds": seconds, "moves": [str(move) for move in legal]}


def bye() -> Message:
    return {"type": "bye"}


def read(line: str) -> Message | None:
    """The object a line holds; none where it holds anything else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
