"""The models of the workshop's requests and answers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from carrozza.boards.model import MAX_SEATS
from carrozza.server.models import WHOLE
from carrozza.workshop.playtest.model import PlaytestReport

Document = Annotated[dict[str, Any], Field(description="What a board file says, as JSON (`docs/board.schema.json`).")]
Layout = Annotated[dict[str, Any], Field(description="As `layout` of an answer has it.")]
Paper = Literal["a4", "a3", "a2", "a1", "letter", "tabloid", "full"]
Part = Literal["board", "tickets", "trains", "backs", "rules"]
MOST_GAMES = 5000
"""Of a playtest: half of what an address has CPU time for at once."""


class Asked(BaseModel):
    """A request body: unknown fields are refused rather than ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Draft(Asked):
    """A board that is being made."""

    document: Document


class LaidDraft(Draft):
    layout: Layout


class DraftToLayOut(Draft):
    layout: Layout | None = Field(default=None, description="The board's, or that of the board as it was before.")


class DraftToPlaytest(DraftToLayOut):
    games: Annotated[int, Field(ge=1, le=MOST_GAMES), WHOLE] = 1000
    players: list[Annotated[int, Field(ge=2, le=MAX_SEATS), WHOLE]] | None = Field(
        default=None, min_length=1, max_length=MAX_SEATS, description="By default all numbers that the board allows."
    )
    seed: Annotated[int, Field(ge=0, le=2**31 - 1, description="The same one gives the same games."), WHOLE] = 1


class DraftToDraw(LaidDraft):
    theme: Literal["light", "dark", "auto", "print"] = "light"
    prefix: Annotated[str, Field(pattern="^[a-z][a-z0-9-]{0,15}$|^$", description="Begins every id.")] = ""


class DraftToPrint(LaidDraft):
    paper: Paper = "a4"
    parts: list[Part] = Field(default=["board", "tickets", "trains", "rules"], min_length=1, max_length=5)


class Operation(BaseModel):
    """Of JSON Patch (RFC 6902)."""

    op: Literal["add", "replace", "remove"]
    path: str = Field(description="Where in the document, as a JSON Pointer (RFC 6901).")
    value: Any = None


Repair = Annotated[list[Operation] | None, Field(description="A JSON Patch of the document that mends it.")]


class DraftToSuggestFor(Draft):
    what: Literal["tickets", "colors"]
    seed: Annotated[int, Field(ge=0, le=2**31 - 1, description="Another one gives other suggestions."), WHOLE] = 0


class Suggested(BaseModel):
    """Lists for the document, in the place of its own."""

    tickets: list[dict[str, Any]] | None = None
    routes: list[dict[str, Any]] | None = None


class BoardFault(BaseModel):
    """Something wrong with a board."""

    place: str = Field(description="Where in the document: `routes[3].length`.", examples=["routes[3].length"])
    name: str | None = Field(description="The city, route or ticket of the place, where there is one.")
    message: str = Field(description="What is wrong, and what to do about it.")
    repair: Repair


class BoardAdvice(BaseModel):
    """Something that printed boards do otherwise."""

    code: str
    severity: Literal["warning", "note"]
    place: str
    also: list[str] = Field(description="Further places that it concerns.")
    subjects: list[str] = Field(description="The cities, routes and tickets, or the colours, that it is about.")
    measure: float | None
    printed: list[float] | None = Field(description="The range of that measure on the printed boards.")
    what: str
    mend: str
    repair: Repair


class Checked(BaseModel):
    status: Literal["good", "advice", "faults"]
    faults: list[BoardFault]
    advice: list[BoardAdvice] = Field(description="Only where there are no faults.")


class Started(BaseModel):
    """A board to start from."""

    document: Document
    layout: Layout


class RuleText(BaseModel):
    id: str = Field(examples=["C7"])
    text: str


class RuleSwitch(BaseModel):
    """A switch of the rules, and what it may be set to."""

    key: str = Field(examples=["ferries"])
    kind: Literal["boolean", "integer", "string", "list"]
    usual: Any = Field(description="What it is where the board file does not set it.")
    least: int | None
    most: int | None
    choices: list[str]
    rules: list[RuleText] = Field(description="The rules that it is about.")


class RuleSwitches(BaseModel):
    switches: list[RuleSwitch]


class Ground(BaseModel):
    """Shapes in degrees: of each, longitude and latitude of every point in turn."""

    land: list[list[float]]
    lakes: list[list[float]]
    borders: list[list[float]]
    rivers: list[list[float]]
    states: list[list[float]]


class PlaytestLine(BaseModel):
    """A line of a playtest's stream: how far it is or, at the end, the report or why there is none."""

    share: float | None = Field(default=None, description="Of the games that are played.")
    work: str | None = Field(default=None, description="In the first line: the name by which it can be stopped.")
    report: PlaytestReport | None = Field(default=None, description="As `carrozza board playtest --json` has it.")
    html: str | None = Field(default=None, description="The report as one file for a browser.")
    error: str | None = None
    message: str | None = None


class LayoutLine(BaseModel):
    """A line of a layout's stream: how far it is or, at the end, the layout or why there is none."""

    share: float | None = Field(default=None, description="Of the work that is done.")
    work: str | None = Field(default=None, description="In the first line: its name.")
    layout: Layout | None = None
    error: str | None = None
    message: str | None = None
