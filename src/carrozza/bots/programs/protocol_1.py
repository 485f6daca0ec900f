"""The view as version 1 of the bot protocol has it, for programs that answer hello with protocol 1."""

from typing import Any

from carrozza.game import View

Message = dict[str, Any]


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
