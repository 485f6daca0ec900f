"""The view model: the one JSON form of a view, for HTTP, WebSocket, replays and programs that are bots."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

from carrozza.boards.model import LOCOMOTIVE, PALETTE
from carrozza.game.scores import Result
from carrozza.game.scores import Score as FinalScore
from carrozza.game.sentences.description import describe, expected_by_viewer
from carrozza.game.view import View
from carrozza.game.view_parts import ViewParts, open_source, open_ways, source_of, tickets_source
from carrozza.game.ways import OpenWays

Language = Literal["en", "it"]
Phase = Literal[
    "opening",
    "start",
    "turn",
    "second",
    "pay_route",
    "tunnel",
    "tickets_drawn",
    "pay_station",
    "move_alvin",
    "marker",
    "pay_marker",
    "over",
]
Color = Literal["blue", "red", "green", "yellow", "black", "white"]
COLORS: Final[tuple[Color, ...]] = ("blue", "red", "green", "yellow", "black", "white")
"""Of the seats in their order."""
CardKind = Annotated[str, Field(json_schema_extra={"enum": [*PALETTE, LOCOMOTIVE]})]
Cards = Annotated[
    dict[CardKind, int], Field(description="How many of each kind.", examples=[{"red": 2, "locomotive": 1}])
]


class Player(BaseModel):
    """What everybody at the table knows of one player."""

    seat: int
    name: str
    color: Color
    hand_size: int
    known_cards: Cards = Field(description="Cards everybody knows this player to hold.")
    ticket_count: int
    trains: int
    stations: list[str] = Field(description="The cities of the stations built.")
    stations_left: int
    markers: list[str] = Field(description="The cities of the markers placed, the start city first.")
    start: str | None
    routes: list[str]
    points: int | None = Field(description="Null where the board keeps points hidden until the end.")


class Ticket(BaseModel):
    """A ticket that the viewer holds, or is offered."""

    id: str
    a: str
    b: str
    points: int
    long: bool
    completed: bool
    way: list[str] = Field(
        description="The routes of the cheapest way still open to this seat, over its own routes and free ones, from"
        " `a` to `b`; empty where none is left. Of a completed ticket, the routes that complete it."
    )


class Alvin(BaseModel):
    city: str
    holder: str | None


class Score(BaseModel):
    """One player's points by their parts (E2)."""

    total: int
    routes: int
    tickets: int
    tickets_completed: list[str]
    tickets_failed: list[str]
    stations: int
    longest_path: int
    longest_path_length: int
    globetrotter: int
    attractions: int
    alvin: int
    borrowed: list[str] = Field(description="Routes of others that stations lend.")
    ways: dict[str, list[str]] = Field(description="By completed ticket, the routes that complete it, from `a` to `b`.")
    longest_path_routes: list[str] = Field(description="In the order they are travelled.")


class ViewModel(BaseModel):
    """What one seat may know and nothing else; for a watcher, what everybody at the table sees."""

    board: str
    variants: list[str]
    language: Language
    phase: Phase
    to_move: str | None = Field(description="Whose turn it is; null in the opening and at the end.")
    undecided: list[str] = Field(description="The players who have a decision to make.")
    you: str | None = Field(description="The viewer; null for a watcher.")
    my_turn: bool = Field(description="Whether the viewer has a decision to make.")
    turns: int = Field(description="Turns ended so far.")
    expected: str = Field(description="What is asked of the viewer or, while others decide, of them, in a sentence.")
    row: list[CardKind]
    deck_size: int
    discard: Cards
    tickets_left: int
    last_turns: int | None = Field(description="Turns left once the last round has begun.")
    turned: Cards = Field(description="Cards turned for a tunnel.")
    laid: Cards = Field(description="Cards laid for a tunnel.")
    due: int = Field(description="Extra cards that the tunnel costs.")
    claimed_route: str | None
    closed_routes: list[str] = Field(
        description="Free routes that the viewer may not claim because of a double or triple (C5, C6); for a watcher,"
        " those that nobody may claim."
    )
    station_price: int | None = Field(description="Cards the viewer's next station costs; null where there is none.")
    players: Sequence[Player]
    hand: Cards
    tickets: list[Ticket]
    offered: list[Ticket]
    fewest_to_keep: int = Field(description="The fewest of the offered tickets that must be kept.")
    alvin: Alvin | None
    legal_moves: list[str] = Field(
        description="In the notation of records; of several payments for one thing the cheapest comes first.",
        examples=[["draw red", "draw deck", "claim denver-santa-fe 2 green"]],
    )
    can_undo: bool
    finished: bool
    scores: dict[str, Score] | None
    winners: list[str]
    description: str = Field(description="The position in sentences, one a line; empty where it was not asked for.")


class Event(BaseModel):
    """What happened, as the viewer may know it."""

    number: int
    player: str
    move: str
    text: str


Fields = dict[str, Any]
"""The values of a model before they are checked: a server sends them as they are, which a test checks in its place."""


def view_model(view: View, language: Language = "en", *, result: Result | None = None) -> ViewModel:
    """What a view's seat may know; give the game's `result` when it is over and everything lies open."""
    return ViewModel.model_validate(view_fields(view, language, result=result))


def view_fields(
    view: View,
    language: str = "en",
    *,
    result: Result | None = None,
    legal: bool = True,
    described: bool = True,
    parts: ViewParts | None = None,
) -> Fields:
    """The fields of a `ViewModel`, unchecked; without legal moves or the description where they are not wanted.

    Where `parts` are those of an earlier view of the same game, only what has changed since is made anew.
    """
    parts = ViewParts() if parts is None else parts
    opened = open_fields(view, language, result=result, parts=parts)
    return {**opened, **own_fields(view, language, result=result, legal=legal, described=described, parts=parts)}


def open_fields(view: View, language: str, *, result: Result | None, parts: ViewParts) -> Fields:
    """What lies open on the table: the same in every view of a position."""
    return {
        "board": view.board.id,
        "variants": list(view.names.variants),
        "language": language,
        "phase": view.phase,
        "to_move": None if view.phase == "opening" else view.to_move,
        "undecided": list(view.undecided),
        "turns": view.turns,
        "row": parts.made("row", source_of(view.state, "row"), lambda: list(view.row)),
        "deck_size": view.deck_size,
        "discard": _cards(view, "discard", parts),
        "tickets_left": view.tickets_left,
        "last_turns": view.last_turns,
        "turned": _cards(view, "turned", parts),
        "laid": _cards(view, "laid", parts),
        "due": view.due,
        "claimed_route": view.claimed_route,
        "players": [player_fields(view, seat, parts) for seat in range(len(view.seats))],
        "alvin": alvin_fields(view),
        "finished": view.finished,
        "scores": None if result is None else scores_fields(result),
        "winners": [] if result is None else list(result.winners),
    }


def _cards(view: View, field: str, parts: ViewParts) -> dict[str, int]:
    return parts.made(field, source_of(view.state, field), lambda: view.names.counts(getattr(view.state, field)))


def own_fields(
    view: View, language: str, *, result: Result | None, legal: bool = True, described: bool = True, parts: ViewParts
) -> Fields:
    """What differs between viewers: hand, tickets and choices, and what is said to them."""
    you = view.seat
    held = {"hand": {}, "tickets": [], "offered": []} if you is None else held_fields(view, you, parts)
    return {
        "you": you,
        "my_turn": view.my_turn,
        "expected": expected_by_viewer(view, language),
        "closed_routes": _closed_routes(view, parts),
        "station_price": None if you is None else view.station_price(you),
        **held,
        "fewest_to_keep": 0 if you is None else view.fewest_to_keep(you),
        "legal_moves": view.legal_moves.texts if legal else [],
        "can_undo": False,
        "description": describe(view, language, result=result, parts=parts) if described else "",
    }


def player_fields(view: View, seat: int, parts: ViewParts) -> Fields:
    source = view.seats[seat], view.finished, open_source(view, seat)
    return parts.made(("player", seat), source, lambda: _player_fields(view, seat, parts))


def _player_fields(view: View, seat: int, parts: ViewParts) -> Fields:
    owned = source_of(view.state, "owned", seat=seat)
    hidden = view.board.rules.hidden_points and not view.finished
    return {
        "seat": seat,
        "name": view.seats[seat],
        "color": COLORS[seat],
        "hand_size": view.hand_size(seat),
        "known_cards": view.names.counts(view.state.known[seat]),
        "ticket_count": view.ticket_count(seat),
        "trains": view.trains(seat),
        "stations": list(view.stations(seat)),
        "stations_left": view.stations_left(seat),
        "markers": list(view.markers(seat)),
        "start": view.start(seat),
        "routes": parts.made(("routes", seat), owned, lambda: list(view.routes(seat))),
        "points": None if hidden else view.points(seat),
    }


def _closed_routes(view: View, parts: ViewParts) -> list[str]:
    source = source_of(view.state, "owned", "free")
    return parts.made(("closed_routes", view.seat), source, lambda: list(view.closed_routes(view.seat)))


def held_fields(view: View, you: str, parts: ViewParts | None = None) -> Fields:
    """Hand and tickets. In the opening, what was chosen counts as held while the others still choose (S3)."""
    parts = ViewParts() if parts is None else parts
    seat = view.names.seat_number(you)
    cards = source_of(view.state, "hand", seat=seat)
    hand = parts.made(("hand", seat), cards, lambda: view.names.counts(view.state.hand[seat]))
    lists = parts.made(("held", seat), tickets_source(view, seat), lambda: _ticket_lists(view, you, parts))
    return {"hand": hand, **lists}


def _ticket_lists(view: View, you: str, parts: ViewParts) -> Fields:
    ways, chosen = open_ways(view, view.names.seat_number(you), parts), view.chosen(you)
    held, offered = (chosen, ()) if chosen else (view.tickets(you), view.offered(you))
    return {
        "tickets": [ticket_fields(view, ways, ticket) for ticket in held],
        "offered": [ticket_fields(view, ways, ticket) for ticket in offered],
    }


def ticket_fields(view: View, ways: OpenWays, ticket: str) -> Fields:
    found = view.board.tickets[view.names.ticket_number(ticket)]
    return {
        "id": found.id,
        "a": found.a,
        "b": found.b,
        "points": found.points,
        "long": found.long,
        "completed": ways.is_joined(ticket),
        "way": list(ways.way(ticket)),
    }


def alvin_fields(view: View) -> Fields | None:
    if view.alvin is None:
        return None
    city, holder = view.alvin
    return {"city": city, "holder": holder}


def scores_fields(result: Result) -> Fields:
    return {name: _score_fields(score) for name, score in result.scores.items()}


def _score_fields(score: FinalScore) -> Fields:
    ways = {ticket: list(way) for ticket, way in score.ways.items()}
    return {**score.as_json(), "ways": ways, "longest_path_routes": list(score.longest_path_routes)}
