"""What can speak for a move. Each reason is a fact of the position: a class that says what holds, and its arguments.

A reason is stated only where it holds; `finding.py` looks, and `wording.py` says it in a sentence.
"""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Reason:
    """A fact that speaks for a move."""

    kind: ClassVar[str]
    """Its name in the catalogue of words and in JSON."""

    def as_json(self) -> dict[str, Any]:
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {"kind": self.kind, **values}


# Of a route


@dataclass(frozen=True)
class Completes(Reason):
    """With the route, these tickets are completed."""

    kind = "completes"
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class LastWayInto(Reason):
    """It is the last route into the city that the seat may still claim and it has none there; without it no way is left
    for these tickets."""

    kind = "last_way_into"
    city: str
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class OnlyWay(Reason):
    """If another player took the route, no way would be left for these tickets."""

    kind = "only_way"
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class Detour(Reason):
    """If another player took the route, the cheapest way for this ticket would cost so many trains more."""

    kind = "detour"
    ticket: str
    trains: int


@dataclass(frozen=True)
class OnTheWay(Reason):
    """The route lies on a cheapest way still open for these tickets."""

    kind = "on_the_way"
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class HalfTaken(Reason):
    """The player holds a parallel route, and no other between the two cities can be claimed any more."""

    kind = "half_taken"
    route: str
    player: str


@dataclass(frozen=True)
class RivalAtBothEnds(Reason):
    """The player has routes at both ends, and trains enough for this one."""

    kind = "rival_at_both_ends"
    player: str
    cities: tuple[str, ...]


@dataclass(frozen=True)
class RivalAtEnd(Reason):
    """The player has routes at one end, and trains enough for this one."""

    kind = "rival_at_end"
    player: str
    city: str


@dataclass(frozen=True)
class TakesLongestPath(Reason):
    """E3: the seat's longest path becomes longer than everybody's, which it is not now."""

    kind = "takes_longest_path"
    length: int
    others: int


@dataclass(frozen=True)
class RoutePoints(Reason):
    """C4, W4: the claim is worth so many points to the seat at once."""

    kind = "route_points"
    points: int
    length: int


@dataclass(frozen=True)
class CatchesAlvin(Reason):
    """A2, A3: the route ends where Alvin is, and another player or nobody holds him."""

    kind = "catches_alvin"
    city: str
    points: int


@dataclass(frozen=True)
class NewAttraction(Reason):
    """N1: an attraction that none of the seat's routes reaches."""

    kind = "new_attraction"
    cities: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class BeginsLastRound(Reason):
    """E1: the claim leaves the seat so few trains that the last round begins."""

    kind = "begins_last_round"
    trains: int


# Of the moment


@dataclass(frozen=True)
class LastTurn(Reason):
    """E1: the last round has begun, and this is the seat's last turn."""

    kind = "last_turn"


@dataclass(frozen=True)
class EndNear(Reason):
    """The player has so few trains left that the last round may begin with the next route."""

    kind = "end_near"
    player: str
    trains: int


@dataclass(frozen=True)
class OnlyMove(Reason):
    """There is no other legal move."""

    kind = "only_move"


@dataclass(frozen=True)
class Outcome(Reason):
    """What came of the games that were played on from the move."""

    kind = "outcome"
    games: int
    won: int
    """Of a hundred."""


# Of a card


@dataclass(frozen=True)
class CardFor(Reason):
    """The card helps to pay for a route on a cheapest way of these tickets or, without tickets, for one that is worth
    its points; the seat holds so many of the cards it costs."""

    kind = "card_for"
    colour: str
    route: str
    held: int
    cost: int
    points: int
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class LastCardFor(Reason):
    """With this card, the seat can pay for the route."""

    kind = "last_card_for"
    colour: str
    route: str
    points: int
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class FerryNeeds(Reason):
    """C7: the ferry, on a cheapest way of these tickets, takes more locomotives than the seat holds."""

    kind = "ferry_needs"
    route: str
    locomotives: int
    held: int
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class NothingInRow(Reason):
    """No card of the row that may be taken pays for a route on the tickets' cheapest ways."""

    kind = "nothing_in_row"


@dataclass(frozen=True)
class CardsMissing(Reason):
    """The route on a cheapest way of these tickets for which the fewest cards are missing, and how many."""

    kind = "cards_missing"
    route: str
    cards: int
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class CanWait(Reason):
    """The hand pays for the route on a cheapest way of these tickets already, and nobody else has a route at its
    ends."""

    kind = "can_wait"
    route: str
    tickets: tuple[str, ...]


# Of tickets


@dataclass(frozen=True)
class AllCompleted(Reason):
    """Every ticket of the seat is completed."""

    kind = "all_completed"
    completed: int


@dataclass(frozen=True)
class TrainsLeft(Reason):
    """The seat has so many trains left, and no other player has fewer than these."""

    kind = "trains_left"
    trains: int
    others: int


@dataclass(frozen=True)
class TicketNeeds(Reason):
    """The cheapest way for the ticket still costs so many trains."""

    kind = "ticket_needs"
    ticket: str
    trains: int


@dataclass(frozen=True)
class TicketJoined(Reason):
    """The ticket's cities are joined already."""

    kind = "ticket_joined"
    ticket: str


@dataclass(frozen=True)
class SharedWay(Reason):
    """So many free routes are on the cheapest ways of both tickets."""

    kind = "shared_way"
    tickets: tuple[str, ...]
    routes: int


@dataclass(frozen=True)
class LeftOut(Reason):
    """A ticket that is not kept would cost so many trains."""

    kind = "left_out"
    ticket: str
    trains: int


@dataclass(frozen=True)
class LeftOutWithoutWay(Reason):
    """No way is open any more for a ticket that is not kept."""

    kind = "left_out_without_way"
    ticket: str


# Of a city


@dataclass(frozen=True)
class TicketsEndAt(Reason):
    """These tickets of the seat end in the city."""

    kind = "tickets_end_at"
    city: str
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class WaysThrough(Reason):
    """The cheapest ways of these tickets pass through the city."""

    kind = "ways_through"
    city: str
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class FreeRoutesAt(Reason):
    """So many routes at the city belong to nobody and can be claimed."""

    kind = "free_routes_at"
    city: str
    routes: int


@dataclass(frozen=True)
class StationCompletes(Reason):
    """B5: with a station in the city, another's route completes these tickets."""

    kind = "station_completes"
    city: str
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class NoWayLeft(Reason):
    """Over one's own and free routes no way is left for these tickets."""

    kind = "no_way_left"
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class MarkerEarns(Reason):
    """W4: so many free routes end in the city, and each pays whoever has a marker there."""

    kind = "marker_earns"
    city: str
    routes: int


@dataclass(frozen=True)
class KeepsCards(Reason):
    """The cards that the other choice would cost stay in the hand."""

    kind = "keeps_cards"
    cards: int


@dataclass(frozen=True)
class TunnelDue(Reason):
    """U2: the tunnel costs so many more cards."""

    kind = "tunnel_due"
    route: str
    cards: int
