"""The view model: the one JSON form of a view, for HTTP, WebSocket, replays and programs that are bots."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

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
Cards = Annotated[dict[str, int], Field(description="How many of each kind.", examples=[{"red": 2, "locomotive": 1}])]


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
        " `a` to `b`; empty where none is left, or where the ticket is completed."
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
    row: list[str]
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
    players: tuple[Player, ...]
    hand: Cards
    tickets: list[Ticket]
    offered: list[Ticket]
    fewest_to_keep: int = Field(description="The fewest of the offered tickets that must be kept.")
    alvin: Alvin | None
    legal_moves: list[str] = Field(examples=[["draw red", "draw deck", "claim denver-santa-fe 2 green"]])
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
