"""A new board from pasted lists, made in the rendering process."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carrozza import boards
from carrozza.server.workshop.render_job import JsonJob
from carrozza.workshop.gazetteer import Place

if TYPE_CHECKING:
    from carrozza.workshop.new_board import Near, NewBoard, Question


@dataclass(frozen=True)
class NewBoardJob(JsonJob, kind="new-board"):
    """The lists as they were pasted, and what is to be done where they leave something open."""

    id: str
    title: str
    cities: str
    routes: str
    tickets: str
    rules_of: str | None
    near: str | None
    first: bool
    ferries: bool
    seats: int | None
    seed: int
    language: str

    def answer(self) -> dict[str, Any]:
        try:
            return _as_json(self._begun(), self.language)
        except boards.BoardError as wrong:
            faults = [{"list": "board", "line": 0, "message": fault.sentence(self.language)} for fault in wrong.faults]
            return {"document": None, "questions": [], "faults": faults}

    def _begun(self) -> "NewBoard":
        from carrozza.workshop.new_board import Lists, new_board

        rules = None
        if self.rules_of is not None:
            rules = boards.load(self.rules_of).rules.model_dump(mode="json", exclude_defaults=True)
        return new_board(
            Lists(self.cities, self.routes, self.tickets),
            id=self.id,
            title=self.title,
            near=_near(self.near),
            choose=_first if self.first else None,
            rules=rules,
            seats=self.seats,
            sea=self.ferries,
            seed=self.seed,
        )


def _near(text: str | None) -> "Near | None":
    """A place that nobody knows is near nothing."""
    from carrozza.workshop.new_board import Near

    try:
        return Near.read(text) if text else None
    except ValueError:
        return None


def _first(asked: "Question") -> Place | None:
    return asked.places[0] if asked.known else None


def _as_json(begun: "NewBoard", language: str) -> dict[str, Any]:
    return {
        "document": begun.document,
        "questions": [_question_json(asked) for asked in begun.questions],
        "faults": [
            {"list": fault.listed, "line": fault.line, "message": fault.in_words(language)} for fault in begun.faults
        ],
    }


def _question_json(asked: "Question") -> dict[str, Any]:
    """`full_name` is what to write on the line for that place; it keeps the city's name where the place bears it."""
    places = [place_json(place) for place in asked.places]
    for place in places if asked.known else ():
        place["full_name"] = ", ".join(filter(None, (asked.city.name, place["region"], place["country"])))
    return {"line": asked.city.line, "name": asked.city.asked, "known": asked.known, "places": places}


def place_json(place: Place) -> dict[str, Any]:
    return {
        "name": place.name,
        "full_name": place.full_name,
        "region": place.region,
        "country": place.country,
        "lat": place.lat,
        "lon": place.lon,
        "population": place.population,
        "match": place.match,
    }
