"""What a position document accounts for: its cards and its tickets."""

from collections import Counter
from collections.abc import Iterator

from carrozza.game.names import Names
from carrozza.game.positions.model import PlayerPosition, PositionDocument


def cards_left(names: Names, position: PositionDocument) -> Counter[str]:
    """Cards that the position does not name; below zero where it names too many."""
    rules = names.board.rules
    left = Counter(dict.fromkeys(rules.colors, rules.copies))
    left["locomotive"] = rules.locomotives
    left.subtract(position.row or ())
    left.subtract(position.deck)
    left.subtract(position.discard)
    for player in position.players.values():
        left.subtract(player.hand)
    if position.pending is not None:
        left.subtract(position.pending.laid)
        left.subtract(position.pending.turned)
    return left


def taken_tickets(names: Names, position: PositionDocument) -> set[int]:
    """Tickets that are somewhere else than in the deck."""
    pending = position.pending.offered if position.pending is not None else ()
    listed = [*pending, *(ticket for player in position.players.values() for ticket in _tickets_of(names, player))]
    return {names.ticket_number(ticket) for ticket in listed}


def _tickets_of(names: Names, player: PlayerPosition) -> Iterator[str]:
    yield from (*player.tickets, *player.offered, *player.dealt, *gone_tickets(names, player))


def gone_tickets(names: Names, player: PlayerPosition) -> tuple[str, ...]:
    """S4: what this player refused, where that leaves the game; elsewhere it is in the deck, or drawn again."""
    return player.refused if names.board.rules.opening_refused == "out" else ()


def refused_tickets(names: Names, position: PositionDocument) -> set[int]:
    """Tickets dealt in the opening and not kept: written at the bottom of the deck, put there when all have chosen."""
    refused: set[int] = set()
    for player in position.players.values():
        kept = {names.ticket_number(ticket) for ticket in player.tickets}
        refused |= {names.ticket_number(ticket) for ticket in player.dealt} - kept
    return refused
