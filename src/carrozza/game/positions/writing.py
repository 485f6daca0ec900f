"""A state written as a position document, everything named."""

from collections import Counter
from typing import Final, cast, get_args

from carrozza.game.position import Position
from carrozza.game.positions.model import (
    AlvinPosition,
    CardCounts,
    Pending,
    PendingPhase,
    PlayerPosition,
    PositionDocument,
)
from carrozza.kernel.state import NOBODY, OPENING, SHUFFLED

UNPAID: Final = {"pay_route": "turn", "pay_station": "turn", "pay_marker": "marker"}
"""A claim is a move once it is paid for: before that, the position is the one it was chosen in."""


def position_of(position: Position) -> PositionDocument:
    """The position at this moment, the order of both decks included."""
    state = position.state
    tickets = _ticket_deck_of(position)
    alvin = position.alvin
    to_move = position.seats[state.first] if state.phase == OPENING else position.to_move
    first = position.seats[state.first]
    return PositionDocument(
        to_move=to_move,
        row=position.row,
        deck=tuple(position.names.kind_name(int(kind)) for kind in state.deck[: position.deck_size][::-1]),
        discard=dict(position.discards),
        tickets=tickets,
        tickets_left=len(tickets),
        returned=_returned(position),
        players={name: _player_of(position, name) for name in position.seats},
        alvin=None if alvin is None else AlvinPosition(city=alvin[0], holder=alvin[1]),
        last_turns=position.last_turns,
        first=None if first == to_move else first,
        turns=position.turns,
        passes=int(state.passes),
        finished=True if position.finished else None,
        pending=_pending_of(position),
    )


def _ticket_places(position: Position) -> list[int]:
    """Where the tickets of the deck stand in its ring, from the top."""
    state = position.state
    return [(int(state.ticket_top) + i) % len(state.ticket_deck) for i in range(position.tickets_left)]


def _ticket_deck_of(position: Position) -> tuple[str, ...]:
    """From the top; what has been refused while others still choose is as good as at the bottom (S4)."""
    state, tickets = position.state, position.board.tickets
    deck = [tickets[state.ticket_deck[place]].id for place in _ticket_places(position)]
    if state.phase == OPENING and position.board.rules.opening_refused != "out":
        for name in position.seats:
            kept = position.chosen(name)
            deck += [ticket for ticket in position.offered(name) if kept and ticket not in kept]
    return tuple(deck)


def _returned(position: Position) -> dict[str, str | None]:
    state, tickets = position.state, position.board.tickets
    returners = {
        tickets[state.ticket_deck[place]].id: state.ticket_returner[place] for place in _ticket_places(position)
    }
    return {
        ticket: None if returner == SHUFFLED else position.seats[returner]
        for ticket, returner in returners.items()
        if returner != NOBODY
    }


def _player_of(position: Position, name: str) -> PlayerPosition:
    state, seat = position.state, position.names.seat_number(name)
    choosing = state.phase == OPENING and state.chosen[seat] < 0
    chosen = position.chosen(name)
    tickets = position.tickets(name) or chosen
    rules = position.board.rules
    kept = int(state.opening_kept[seat])
    usually_kept = 0 if chosen else min(len(tickets), rules.opening_long + rules.opening_tickets)
    return PlayerPosition(
        hand=dict(position.hand(name)),
        tickets=tickets,
        routes=position.routes(name),
        stations=position.stations(name),
        markers=position.markers(name),
        trains=position.trains(name),
        points=position.points(name),
        offered=position.offered(name) if choosing else (),
        dealt=position.offered(name) if chosen else (),
        refused=position.names.ticket_ids(int(state.gone[seat]) | int(state.refused[seat])),
        drew_refused=int(state.drew_refused[seat]),
        opening_kept=None if kept == usually_kept else kept,
        known=dict(position.known_cards(name)),
        unseen=_unseen(position, seat),
        catches=int(state.catches[seat]),
    )


def _unseen(position: Position, seat: int) -> CardCounts | None:
    """Nothing where it follows from the hand."""
    unseen = dict(position.names.cards(position.state.blind[seat]))
    hidden = Counter(dict(position.hand(seat))) - Counter(dict(position.known_cards(seat)))
    return None if unseen == dict(hidden) else unseen


def _pending_of(position: Position) -> Pending | None:
    phase = UNPAID.get(position.phase, position.phase)
    if phase not in get_args(PendingPhase) or position.to_move is None:
        return None
    return Pending(
        phase=cast(PendingPhase, phase),
        route=position.claimed_route,
        laid=dict(position.laid),
        turned=dict(position.turned),
        due=position.due,
        offered=position.offered(position.to_move),
    )
