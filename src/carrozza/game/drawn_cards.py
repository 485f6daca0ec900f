"""What came off the decks, read and prescribed: for games played with real cards."""

from collections.abc import Sequence

from carrozza.game.moves import DrawTickets, Move
from carrozza.game.names import Names
from carrozza.kernel.state import SCRIPT, State


def drawn_by(names: Names, state: State, move: Move, player: int) -> tuple[str, ...]:
    """The cards, or the tickets, that a move just played has drawn."""
    if isinstance(move, DrawTickets):
        offered = state.offered[player, : state.offered_size[player]].tolist()
        return tuple(names.board.tickets[ticket].id for ticket in offered)
    return tuple([names.kind_name(kind) for kind in state.taken[: state.taken_size].tolist()])


def arrange(names: Names, state: State, move: Move, drawn: Sequence[str]) -> None:
    """See to it that the next move draws these."""
    if isinstance(move, DrawTickets):
        _arrange_tickets(names, state, drawn)
    elif len(drawn) > SCRIPT:
        raise ValueError(f"{len(drawn)} cards drawn by one move; at most {SCRIPT} can be given")
    else:
        state.script[: len(drawn)] = [names.kind_number(kind) for kind in drawn]
        state.script_size = len(drawn)


def _arrange_tickets(names: Names, state: State, drawn: Sequence[str]) -> None:
    ring = len(state.ticket_deck)
    for place, ticket in enumerate(drawn):
        number = names.ticket_number(ticket)
        places = [(int(state.ticket_top) + i) % ring for i in range(place, state.ticket_deck_size)]
        found = next((p for p in places if state.ticket_deck[p] == number), None)
        if found is None:
            raise ValueError(f"ticket {ticket!r} is not in the deck")
        for column in (state.ticket_deck, state.ticket_returner):
            column[places[0]], column[found] = column[found], column[places[0]]
