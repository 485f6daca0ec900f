"""Places by their names, and new boards from lists of them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from carrozza import boards
from carrozza.boards.document import slug
from carrozza.boards.model import MAX_CITIES
from carrozza.server import models, prices
from carrozza.server.api.rendered_responses import charge, rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage, answer
from carrozza.server.refusals import Refused
from carrozza.server.rendering.new_board_job import NewBoardJob, place_json
from carrozza.workshop.gazetteer import Match, find_places

router = APIRouter(prefix="/api/workshop", tags=["workshop"])

LONGEST_LIST = 12_000


class FoundPlace(BaseModel):
    """A town."""

    name: str
    full_name: str = Field(description="What finds this place again: name, region, country.")
    region: str
    country: str
    lat: float
    lon: float
    population: int
    match: Match = Field(description="Whether it bears the name, its name goes on, or is only spelt like it.")


class FoundPlaces(BaseModel):
    """The places that a text may mean, the likeliest first."""

    places: list[FoundPlace]


class PastedLists(BaseModel):
    """Cities, routes and tickets, one on each line or as a table with a header."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, Field(min_length=1, max_length=100, examples=["Alpine Lakes"])]
    id: Annotated[str, Field(max_length=60, description="Made of the title if it is left out.")] = ""
    cities: Annotated[str, Field(max_length=LONGEST_LIST, examples=["Milano\nPortland, Oregon\nSalò 45.61 10.52"])] = ""
    routes: Annotated[str, Field(max_length=LONGEST_LIST, examples=["Milano - Roma 3 red"])] = ""
    tickets: Annotated[str, Field(max_length=LONGEST_LIST, examples=["Milano - Roma 8"])] = ""
    rules_of: Annotated[models.BoardName | None, Field(description="Take the rules of this board.")] = None
    near: Annotated[str | None, Field(max_length=100, description="Where the board is, such as a country.")] = None
    first: Annotated[bool, Field(description="Take the likeliest place where a name is ambiguous.")] = False
    ferries: Annotated[bool, Field(description="Make ferries of proposed routes over water.")] = True
    seats: Annotated[int | None, Field(ge=2, le=6, description="The most players."), models.WHOLE] = None
    seed: Annotated[int, Field(ge=0, le=2**31 - 1, description="For suggestions."), models.WHOLE] = 0


class PlaceQuestion(BaseModel):
    """A city that may be one of several places, or that no place is called like."""

    line: int
    name: str
    known: bool = Field(description="Whether these places bear the name; else they are only like it.")
    places: list[FoundPlace]


class ListFault(BaseModel):
    """A line that cannot be read, and how to mend it; line 0 is the list as a whole."""

    list: Literal["cities", "routes", "tickets", "board"]
    line: int
    message: str


class BegunBoard(BaseModel):
    """A document as a board file has it or, where there are questions or faults, none."""

    document: dict[str, Any] | None
    questions: list[PlaceQuestion]
    faults: list[ListFault]


@router.get("/places", response_model=FoundPlaces, responses=models.refusals(), summary="Places by a name")
def places(
    request: Request,
    q: Annotated[str, Query(max_length=100, description="A name, with a region or country behind commas.")],
    lat: Annotated[float | None, Query(ge=-90, le=90, allow_inf_nan=False)] = None,
    lon: Annotated[float | None, Query(ge=-180, le=180, allow_inf_nan=False)] = None,
    limit: Annotated[int, Query(ge=1, le=20)] = 8,
) -> Response:
    """Towns of the world, from public-domain data. With `lat` and `lon` the nearer of equals come first."""
    charge(request, prices.PLACES)
    near = None if lat is None or lon is None else (lat, lon)
    return answer({"places": [place_json(place) for place in find_places(q, near, limit)]})


@router.post("/new", response_model=BegunBoard, responses=models.refusals(404), summary="A new board from lists")
async def new(request: Request, language: AskedLanguage, asked: PastedLists) -> Response:
    """Routes, lengths, colours, tickets and rules that are left out are suggested. Where a name is ambiguous or a line
    cannot be read there is no document, but a question or a fault with the number of the line. Nothing is stored."""
    id = slug(asked.id or asked.title) or "board"
    if asked.rules_of is not None and asked.rules_of not in boards.names():
        raise Refused("unknown", 404, "server.unknown_board", board=asked.rules_of)
    job = NewBoardJob(
        id,
        asked.title.strip() or id,
        asked.cities,
        asked.routes,
        asked.tickets,
        asked.rules_of,
        asked.near,
        asked.first,
        asked.ferries,
        asked.seats,
        asked.seed,
        language,
    )
    cities = min(MAX_CITIES, 1 + (asked.cities or asked.routes).count("\n"))
    made = await rendered(request, job, prices.of_new_board(cities))
    return rendered_response(request, made, "application/json")
