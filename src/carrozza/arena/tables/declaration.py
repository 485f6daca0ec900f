"""The tables that games are written to, column by column: what is declared here is written, and is documented."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FORMAT: Final = 1
"""Changes with the meaning of a column."""

Kind = str
"""The name of an Arrow type; `name` is a text out of few, stored by number."""


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind
    unit: str
    meaning: str


@dataclass(frozen=True)
class Table:
    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def units(self) -> dict[str, str]:
        return {column.name: column.unit for column in self.columns}


GAME: Final = Column("game", "int64", "number", "the game, counted from 0; the same in all tables")
SEAT: Final = Column("seat", "int8", "number", "the seat, counted from 1")
WINNER: Final = Column("winner", "bool", "yes or no", "whether the seat won the game, alone or with others")
TURN: Final = Column("turn", "int32", "number", "the turn of the game in which it happened, counted from 1")

GAMES: Final = Table(
    "games",
    "one row a game",
    (
        GAME,
        Column("board", "name", "id", "the board"),
        Column("board_digest", "name", "hex digits", "stands for all facts of the board"),
        Column("variants", "name", "ids", "the variants played with, separated by commas"),
        Column("seats", "int8", "seats", "how many play"),
        Column("seed", "uint64", "seed", "`Game(board, seats, seed, first=0)` deals this game again"),
        Column("first_seat", "int8", "number", "the seat that started"),
        Column("turns", "int32", "turns", "turns of all seats together"),
        Column("decisions", "int32", "decisions", "decisions of all seats together; a claim and its payment are two"),
        Column("winners", "list<int8>", "numbers", "the seats that won; several where the win was shared"),
        Column("scores", "list<int16>", "points", "the score of every seat, in their order"),
        Column("margin", "int16", "points", "the best score less the second best"),
    ),
)

SEATS: Final = Table(
    "seats",
    "one row a game and seat",
    (
        GAME,
        SEAT,
        Column("bot", "name", "spec", "who played"),
        WINNER,
        Column("win_share", "float64", "share", "1 for a win, 1/k for one shared by k, 0 otherwise"),
        Column("score", "int16", "points", "the sum of the parts that follow"),
        Column("points_routes", "int16", "points", "for claimed routes"),
        Column("points_tickets", "int16", "points", "for completed tickets, less those of failed ones"),
        Column("points_stations", "int16", "points", "for stations not built"),
        Column("points_longest_path", "int16", "points", "for the longest path"),
        Column("points_globetrotter", "int16", "points", "for the most completed tickets"),
        Column("points_attractions", "int16", "points", "for attractions reached"),
        Column("points_alvin", "int16", "points", "for catching Alvin"),
        Column("longest_path_length", "int16", "trains", "the longest path; 0 on boards that do not reward it"),
        Column("routes_claimed", "int16", "routes", "how many; which ones is in `routes`"),
        Column("tickets_kept", "int16", "tickets", "how many; which ones is in `tickets`"),
        Column("tickets_completed", "int16", "tickets", "how many of them were completed"),
        Column("tickets_failed", "int16", "tickets", "how many of them were not"),
        Column("ticket_draws", "int16", "turns", "turns in which tickets were drawn"),
        Column("face_up_colour", "int16", "cards", "coloured cards taken from the row"),
        Column("face_up_locomotive", "int16", "cards", "locomotives taken from the row"),
        Column("blind_colour", "int16", "cards", "coloured cards drawn from the deck, the opening hand aside"),
        Column("blind_locomotive", "int16", "cards", "locomotives drawn from the deck, the opening hand aside"),
        Column("turns", "int32", "turns", "turns of this seat"),
        Column("trains_left", "int16", "trains", "not played in the end"),
        Column("stations_built", "int16", "stations", "how many"),
        Column("decisions_replaced", "int32", "decisions", "made by the fallback after a fault of the bot"),
    ),
)

ROUTES: Final = Table(
    "routes",
    "one row a claimed route, in the order of the claims",
    (
        GAME,
        SEAT,
        Column("route", "name", "id", "the route"),
        TURN,
        Column("trains", "int8", "trains", "the length of the route"),
        WINNER,
    ),
)

TICKETS: Final = Table(
    "tickets",
    "one row a kept ticket",
    (
        GAME,
        SEAT,
        Column("ticket", "name", "id", "the ticket"),
        Column("points", "int16", "points", "what it is worth"),
        Column("opening", "bool", "yes or no", "whether it was kept in the opening rather than drawn later"),
        Column("completed", "bool", "yes or no", "whether it was completed; a failed one counts against its seat"),
        WINNER,
    ),
)

CARDS: Final = Table(
    "cards",
    "one row a game, seat and kind of card",
    (
        GAME,
        SEAT,
        Column("card", "name", "colour", "a colour, or `locomotive`"),
        Column("face_up", "int16", "cards", "how many were taken from the row"),
        Column("blind", "int16", "cards", "how many were drawn from the deck, the opening hand aside"),
    ),
)

DECISIONS: Final = Table(
    "decisions",
    "one row a decision, with `--decisions`",
    (
        GAME,
        Column("decision", "int32", "number", "the decision in its game, counted from 1"),
        SEAT,
        TURN,
        Column("phase", "name", "phase", "what is being decided, such as `turn`, `second card` or `pay route`"),
        Column("action", "int16", "action", "the kernel's number of what was chosen"),
        Column("legal", "int16", "actions", "how many actions were legal"),
        Column("move", "string", "notation", "the whole move; a place and its payment are two decisions of one move"),
    ),
)

TABLES: Final = (GAMES, SEATS, ROUTES, TICKETS, CARDS, DECISIONS)


def described() -> str:
    """The tables as Markdown."""
    return "\n".join(line for table in TABLES for line in _table_lines(table))


def _table_lines(table: Table) -> Iterator[str]:
    yield f"### `{table.name}`\n\n{table.meaning[0].upper()}{table.meaning[1:]}.\n"
    yield "| column | type | unit | |\n|---|---|---|---|"
    for column in table.columns:
        kind = "string" if column.kind == "name" else column.kind
        yield f"| `{column.name}` | {kind} | {column.unit} | {column.meaning} |"
    yield ""
