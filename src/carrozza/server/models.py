"""The models of requests and answers."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from carrozza import boards, bots
from carrozza.boards import facts, model
from carrozza.bots.specs.levels import LEVELS
from carrozza.game import view_model
from carrozza.game.seating import LONGEST_NAME
from carrozza.game.view_model import Language
from carrozza.server.board_names import PATTERN
from carrozza.server.outages import Reason

SeatKind = Literal["person", "open", "bot"]
State = Literal["waiting", "playing", "finished"]
Watch = Literal["anyone", "link", "nobody"]


def without_point(value: object) -> object:
    """To JSON 3.0 is a whole number; to Python it is not."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(without_point)
Text = Annotated[str, Field(max_length=100)]
BoardName = Annotated[
    str,
    Field(
        max_length=100,
        json_schema_extra={"anyOf": [{"enum": list(boards.names())}, {"pattern": PATTERN}]},
        description="Of a board that comes with Carrozza, or of an own one as its upload was answered.",
        examples=["usa"],
    ),
]
Variant = Annotated[str, Field(json_schema_extra={"enum": ["alvin"]})]
BotName = Annotated[
    str, Field(max_length=40, json_schema_extra={"enum": [*LEVELS, *bots.names()]}, examples=["medium"])
]
NAME_PATTERN = rf"^[A-Za-z0-9][A-Za-z0-9 .'-]{{0,{LONGEST_NAME - 1}}}$"
Name = Annotated[str, Field(max_length=100, json_schema_extra={"pattern": NAME_PATTERN, "maxLength": LONGEST_NAME})]
ClientId = Annotated[
    str, Field(min_length=1, max_length=64, description="Chosen by the client, new for each move of its seat.")
]
Expected = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of the view that the move answers."), WHOLE]
SeatAsked = Annotated[int, Field(ge=0, le=5), WHOLE]


BY_THE_GUARD = (400, 408, 413, 421, 500)
"""A malformed, slow or too large request, one by another server's name, and an unexpected exception."""


class Asked(BaseModel):
    """A request body: unknown fields are refused rather than ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Asked):
    kind: SeatKind
    name: Name | None = Field(default=None, examples=["Ada"])
    bot: BotName | None = Field(default=None, description="A level or a bot's name.")


class NewGame(Asked):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "board": "usa",
                    "seats": [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "medium"}],
                },
                {
                    "board": "europe",
                    "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "bot": "hard"}],
                    "clock": 90,
                    "watch": "anyone",
                    "listed": True,
                },
                {"board": "new-york", "seats": [{"kind": "person", "name": "Ada"}], "guide": True},
            ]
        },
    )

    board: BoardName
    variants: list[Variant] = Field(default=[], max_length=8, examples=[["alvin"]])
    seats: list[NewSeat] = Field(min_length=1, max_length=6)
    first: SeatAsked | None = Field(default=None, description="Who starts; none: by lot.")
    clock: Annotated[int, Field(ge=1, le=604_800), WHOLE] | None = Field(
        default=None, description="Seconds for each turn; none: no clock."
    )
    watch: Watch = "link"
    listed: bool = Field(default=False, description="Whether the lobby shows it, for anybody to join.")
    hot_seat: bool = Field(default=False, description="Whether its people share one device.")
    guide: bool = Field(
        default=False,
        description="A guided game, in which the page explains the rules as they come up: give the seat of one person;"
        " an easy bot is added, and the cards are prepared.",
    )


class CreatedSeat(BaseModel):
    seat: int
    name: str | None
    kind: SeatKind
    token: str | None = Field(description="Opens the seat; only for the seats of whoever made the game.")


class Created(BaseModel):
    game: str = Field(examples=["k7f3m9xq2c"])
    host: str | None = Field(description="Opens what the host may do.")
    watch: str | None = Field(description="Opens the public table.")
    invite: str | None = Field(description="Lets somebody join.")
    seats: list[CreatedSeat]


class WatchLink(BaseModel):
    watch: str = Field(description="Opens the public table.")


class SeatInfo(BaseModel):
    seat: int
    name: str | None = Field(description="Of an open seat: whom it is reserved for.")
    kind: SeatKind
    bot: str | None
    present: bool = Field(description="Whether a bot plays it, or its person is connected or has just asked by HTTP.")
    warming: bool = Field(description="Whether its bot is still being compiled: until then it plays as `medium`.")
    left: bool = Field(description="Whether its person has left the table.")
    given: bool = Field(description="Whether a person holds this seat, even while a bot plays it.")


class Seats(BaseModel):
    seats: list[SeatInfo]


class Options(BaseModel):
    variants: list[str]
    first: int | None
    watch: Watch
    listed: bool
    hot_seat: bool
    guide: bool = Field(description="Whether it is a guided game on a prepared deal.")


class OwnToken(BaseModel):
    role: Literal["seat", "host", "watch", "invite"]
    seat: int | None


class GameInfo(BaseModel):
    game: str
    board: str
    title: str
    state: State
    seats: list[SeatInfo]
    open: int = Field(description="How many seats are free.")
    clock: float | None
    number: int
    created: str = Field(examples=["2030-01-01T12:00:00+00:00"])
    options: Options
    halted: bool = Field(default=False, description="Whether it ended without a result: nothing could be played.")
    rematch: str | None = Field(default=None, description="The game in which the same people play again.")
    before: str | None = Field(default=None, description="The game whose people play again here.")
    token: OwnToken | None = Field(default=None, description="What the token of the request opens.")


class Lobby(BaseModel):
    games: list[GameInfo]


class Join(Asked):
    name: Name = Field(examples=["Bruno"])
    invite: Text | None = None
    seat: SeatAsked | None = None


class Joined(BaseModel):
    seat: int
    token: str


class SeatChange(Asked):
    kind: SeatKind
    bot: BotName | None = None


class Player(view_model.Player):
    """A player of the view model, with what the server knows of the seat."""

    kind: Literal["person", "bot"]
    bot: str | None
    present: bool
    clock: float | None = Field(description="Seconds left of the turn.")


class Held(BaseModel):
    """What one player holds."""

    hand: view_model.Cards
    tickets: list[view_model.Ticket]
    offered: list[view_model.Ticket]


class View(view_model.ViewModel):
    """The view model of one seat or of a watcher, with the game it belongs to."""

    game: str | None = Field(description="Null in replays of records.")
    number: int = Field(description="How many events the log of the game has.")
    halted: bool = Field(default=False, description="Whether it ended without a result: nothing could be played.")
    rematch: str | None = Field(default=None, description="The game in which the same people play again.")
    hints: int = Field(default=0, description="In how many positions hints were asked for.")
    can_ask_hints: bool = Field(default=False, description="Whether the viewer may ask for hints now.")
    players: Sequence[Player]
    hands: dict[str, Held] | None = Field(
        default=None, description="What everybody holds: in replays of all, and once the game is over."
    )


class NewMove(Asked):
    move: Annotated[str, Field(min_length=1, max_length=300)] = Field(examples=["claim denver-santa-fe 2 green"])
    id: ClientId | None = None
    number: Expected | None = None


class Undo(Asked):
    id: ClientId | None = None
    number: Expected | None = None


class Hello(BaseModel):
    """What a client says first over a WebSocket; a later one may change the language."""

    token: Text | None = None
    since: int = Field(default=0, ge=-1, le=2**31 - 1)
    language: Language | None = None
    describe: bool = Field(default=True, description="Whether views are described in sentences as well.")
    changes: bool = Field(default=False, description="Whether only what changes is sent after the first view.")


class LiveMove(Asked):
    """A move, or an undo where there is none, over the WebSocket."""

    move: Annotated[str, Field(min_length=1, max_length=300)] | None = None
    id: ClientId
    number: Expected | None = None


class Moved(BaseModel):
    number: int = Field(description="Of the move in the log; the view with this number or a later one shows it.")
    view: View | None = Field(default=None, description="As it is now; only where `view=true` asks for it.")


class HintReason(BaseModel):
    """A fact of the position that speaks for a move; which further fields it has depends on its kind."""

    model_config = ConfigDict(extra="allow")

    kind: str = Field(examples=["last_way_into"])
    text: str = Field(examples=["It is the last free way into Denver, and 2 of your tickets need it: ..."])


class Hint(BaseModel):
    move: str = Field(description="To be played as any other.", examples=["claim denver-santa-fe 2 green"])
    text: str = Field(description="The move in a sentence.")
    reasons: list[HintReason] = Field(description="The weightiest first.")
    tickets: list[str] = Field(description="Tickets that it serves, or would keep, by its reasons.")
    ways: list[list[str]] = Field(description="Of each of these, the routes of its cheapest way with this move.")
    win_probability: float
    margin: float = Field(description="Expected points ahead of the best of the others.")


class Hints(BaseModel):
    number: int = Field(description="Of the position they belong to.")
    asked: int = Field(description="In how many positions of this game hints were asked for.")
    hints: list[Hint] = Field(description="The best first.")


class Why(BaseModel):
    legal: bool
    payments: list[str] = Field(examples=[["2 green", "1 green 1 locomotive"]])
    rule: str | None
    message: str | None


class Line(BaseModel):
    """One line of the stream."""

    number: int
    view: View
    moves: list[view_model.Event]


class Keeping(BaseModel):
    """Says that moves are not being saved, or that they are again."""

    type: Literal["keeping"]
    kept: bool
    message: str


class Changes(BaseModel):
    """What has changed since the message before, for a client that asked for changes."""

    number: int
    changes: dict[str, Any] = Field(
        description="The fields of the view that have changed, each whole. The description follows when the game has"
        " been quiet for a second."
    )
    moves: list[view_model.Event]


class Flaw(BaseModel):
    """One thing that cannot be in a table to be scored, or in an uploaded board."""

    path: str = Field(description="Where it stands in the request.", examples=["position.players.Ada.routes[3]"])
    message: str


class Refusal(BaseModel):
    """Why something cannot be; nothing has changed."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "error": "illegal",
                    "message": "Denver–Santa Fe belongs to Bruno.",
                    "rule": "C1",
                    "number": 41,
                }
            ]
        },
    )

    error: str = Field(description="A word for programs.")
    message: str = Field(description="A sentence for people, in the access's language.")
    rule: str | None = Field(default=None, description="The rule that stands in the way, as `/api/rules` has it.")
    number: int = Field(default=0, description="Of a move: the game's number as it is now.")
    view: View | None = Field(
        default=None, description="Of a stale move, where `view=true` asks for it: the view as it is now."
    )
    places: list[str] = Field(default=[], description="Of a request that cannot be: what is wrong in it.")
    flaws: list[Flaw] = Field(
        default=[], description="Of a table to be scored, or of an uploaded board, that cannot be: why, place by place."
    )
    reason: str = Field(default="", description="Of an outage of the database: why moves cannot be kept.")
    retry_after: int = Field(default=0, description="Seconds after which to come again.")
    request: str = Field(default="", description="Of a fault of the server's: what its log calls the request.")


class BoardTitles(BaseModel):
    id: str
    own: bool = Field(description="Whether somebody brought it along; false for those that come with Carrozza.")
    map: str
    ruleset: str | None
    title: str
    full_title: str
    min_seats: int
    max_seats: int


class BoardSummary(BoardTitles):
    variants: list[str]
    cities: int
    routes: int
    tickets: int


class Boards(BaseModel):
    boards: list[BoardSummary] = Field(description="Those that come with Carrozza, then own ones that are listed.")


class AboutBoard(BoardSummary):
    notes: list[str]
    credits: list[str]
    listed: bool = Field(description="Whether everybody sees it, or only who knows its name.")
    others: list[str] = Field(description="The names of the same map with other rulesets.")


class UploadedBoard(BaseModel):
    board: str = Field(examples=["own-0123456789abcdef0123456789abcdef"], description="Its name on this server.")
    boards: list[BoardSummary] = Field(description="One for each ruleset of the bundle.")
    new: bool = Field(description="False where the same bundle had been uploaded before.")
    listed: bool = Field(description="Whether everybody sees it, or only who knows its name.")
    page: str = Field(examples=["/b/own-0123456789abcdef0123456789abcdef"], description="Its page, to share.")


class PrintedTicket(model.Ticket):
    """A ticket as the board has it."""


class BoardRules(model.Rules):
    """What differs between boards, in numbers."""


class BoardAlvin(model.Alvin):
    """Where he starts, and what he is worth."""


class Layout(BaseModel):
    width: float = Field(description="Of the drawing, in millimetres, as all that follows.")
    height: float
    cities: dict[str, list[float]] = Field(description="By city: how far from the left and from the top.")
    labels: dict[str, list[float]] = Field(description="By city, of the box of its name: its middle, width and height.")
    spaces: dict[str, list[list[float]]] = Field(
        description="By route, of each space: its middle, its turn in degrees, its length."
    )
    furniture: dict[str, list[float]] = Field(
        description="Of title, points, compass and small picture: the upper left corner, width and height."
    )


class WholeBoard(BoardTitles):
    digest: str = Field(description="Of the facts that matter to a game; records carry it.")
    notes: list[str]
    cities: list[model.City]
    routes: list[model.Route]
    tickets: list[PrintedTicket]
    rules: BoardRules
    variants: dict[str, BoardAlvin]
    facts: facts.Facts
    layout: Layout


class Level(BaseModel):
    id: str
    title: str
    about: str


class Bots(BaseModel):
    levels: list[Level]
    bots: list[str] = Field(examples=[["random", "greedy", "planner", "search", "neural"]])


class Rule(BaseModel):
    id: str
    text: str


class Section(BaseModel):
    title: str
    rules: list[Rule]


class Fact(BaseModel):
    name: str
    value: str


class Rules(BaseModel):
    board: str
    title: str
    sections: list[Section]
    about: list[str]
    facts: list[Fact]
    known: list[str] = Field(description="What a player may know.")
    trademark: str


class Frame(BaseModel):
    number: int
    view: View
    event: view_model.Event | None = Field(description="What led to this frame; null in the first.")


class Charts(BaseModel):
    points: list[list[int]] = Field(description="By seat, then by frame.")
    tickets: list[list[int]]


class Replay(BaseModel):
    board: str
    variants: list[str]
    seats: list[str]
    number: int
    frames: list[Frame]
    scores: dict[str, view_model.Score] | None
    winners: list[str]
    charts: Charts


class Health(BaseModel):
    status: Literal["ok", "closing", "failing"]
    reason: Reason | None = Field(description="Why moves cannot be kept.", examples=["disk_full"])
    version: str


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route in the API's description: these, and those that any route may give."""
    return refused_with(*statuses, *BY_THE_GUARD, 422, 429, 503)


def refused_with(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": Refusal} for status in sorted(set(statuses))}
