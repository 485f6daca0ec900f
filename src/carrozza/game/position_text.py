"""A position as a few lines of text: what `print(game)` and `print(view)` show."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from carrozza.kernel.state import EVERYTHING

if TYPE_CHECKING:
    from carrozza.game.position import Position


def text_of(position: "Position") -> str:
    """Everything the position shows, line by line; a view hides what its seat may not know."""
    lines = list(_lines(position))
    width = max(len(label) for label, _ in lines)
    return "\n".join(f"{label:<{width}}  {message}".rstrip() for label, message in lines)


def summary_of(position: "Position") -> str:
    """The position in one line."""
    players = "; ".join(f"{name} {', '.join(_counts(position, name))}" for name in position.seats)
    return f"{position.board.id}, {_moment(position)}: {players}"


def _lines(position: "Position") -> Iterator[tuple[str, str]]:
    yield position.board.id, _moment(position)
    decks = f"deck {position.deck_size}, discards {position.discards.total}, tickets {position.tickets_left}"
    yield "row", f"{', '.join(position.row) or 'empty'} ({decks})"
    yield from _under_way(position)
    if position.alvin is not None:
        city, holder = position.alvin
        yield "alvin", city if holder is None else f"{city}, held by {holder}"
    for name in position.seats:
        yield name, ", ".join(_counts(position, name))
        yield from ((f"  {label}", message) for label, message in _things(position, name) if message)


def _moment(position: "Position") -> str:
    if position.finished:
        return "the game is over"
    last = f", {position.last_turns} turns left" if position.last_turns is not None else ""
    return f"turn {position.turns + 1}{last}, {' and '.join(position.undecided)} to decide ({position.phase})"


def _under_way(position: "Position") -> Iterator[tuple[str, str]]:
    if position.claimed_route is not None:
        tunnel = f": {position.laid} laid, {position.turned} turned, {position.due} due" if position.due else ""
        yield "claim", f"{position.claimed_route}{tunnel}"


def _counts(position: "Position", name: str) -> Iterator[str]:
    if not _points_are_hidden(position):
        yield _counted(position.points(name), "point")
    yield _counted(position.trains(name), "train")
    yield _counted(position.hand_size(name), "card")
    yield _counted(position.ticket_count(name), "ticket")


def _points_are_hidden(position: "Position") -> bool:
    return position.board.rules.hidden_points and position.state.viewer != EVERYTHING and not position.finished


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _things(position: "Position", name: str) -> Iterator[tuple[str, str]]:
    yield "hand", str(position.hand(name))
    yield "offered", " ".join(position.offered(name))
    yield "tickets", " ".join(position.tickets(name))
    yield "routes", " ".join(position.routes(name))
    yield "stations", " ".join(position.stations(name))
    yield "markers", " ".join(position.markers(name))
