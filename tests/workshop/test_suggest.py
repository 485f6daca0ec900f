"""Suggested tickets and colours: balanced, as printed boards have them, and the same for the same seed."""

from collections import Counter

import pytest

from carrozza.boards import Board, load
from carrozza.boards.building import build
from carrozza.workshop.advice.checking import document_advice
from carrozza.workshop.printed import value_habit
from carrozza.workshop.suggest import another_ticket, suggest_colors, suggest_tickets, usual_number
from carrozza.workshop.survey import Survey
from tests.workshop.spoiling import Document, own, route

BOARDS = ("new-york", "italy")
ON_TICKETS = ("ticket-", "tickets-", "cities-without-tickets", "crowded", "city-idle")
ON_COLORS = ("color-", "double-", "gray-")


def board(document: Document) -> Board:
    return build(document, "own", "advanced" if "rulesets" in document else None)


def warnings(document: Document, about: tuple[str, ...]) -> list[str]:
    return [found.code for found in document_advice(document) if found.code.startswith(about)]


@pytest.mark.parametrize("name", BOARDS)
def test_suggested_tickets_are_like_those_of_the_printed_boards(name: str) -> None:
    document = own(name)
    document["tickets"] = suggest_tickets(board(document), seed=1)
    assert warnings(document, ON_TICKETS) == []
    survey = Survey(board(document))
    assert all(ticket.points == value_habit().value(survey.trains_for(ticket)) for ticket in survey.board.tickets)
    uses = [row.tickets for row in survey.facts.by_city]
    assert min(uses) >= 1
    assert max(uses) - min(uses) <= 2


def test_long_tickets_are_suggested_where_they_are_dealt() -> None:
    document = own("italy")
    document["tickets"] = suggest_tickets(board(document), 40)
    assert Counter(ticket.get("long", False) for ticket in document["tickets"]) == {True: 6, False: 34}
    assert warnings(document, ("ticket-long",)) == []


def test_a_seed_gives_the_same_and_another_other_tickets() -> None:
    first, again, other = (suggest_tickets(load("new-york"), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_as_many_tickets_as_asked_are_suggested() -> None:
    assert [len(suggest_tickets(load("new-york"), number)) for number in (8, 18, 60)] == [8, 18, 60]
    assert usual_number(load("new-york")) == 18


def test_too_few_or_too_many_tickets_are_refused() -> None:
    for number in (7, 65):
        with pytest.raises(ValueError, match=f"{number} tickets do not fit this board; ask for 8 to 64"):
            suggest_tickets(load("new-york"), number)


def test_a_tiny_board_has_tickets_between_neighbours_too() -> None:
    cities = own("usa")["cities"][:3]
    ends = (("atlanta", "boston"), ("boston", "calgary"), ("calgary", "atlanta"))
    tickets = [{"a": a, "b": b, "points": 2} for a, b in ends]
    routes = [{"a": a, "b": b, "length": 2, "color": "gray"} for a, b in ends]
    rules = {"max_seats": 2, "opening_tickets": 1, "opening_keep": 1}
    tiny = {"id": "tiny", "title": "Tiny", "cities": cities, "routes": routes, "tickets": tickets, "rules": rules}
    assert len(suggest_tickets(board(tiny))) == 3


def test_another_ticket_is_none_that_is_there() -> None:
    usa = load("usa")
    found = another_ticket(usa, "las-vegas")
    assert found is not None
    assert "las-vegas" in (found["a"], found["b"])
    assert f"{found['a']}-{found['b']}" not in usa.ticket_names


@pytest.mark.parametrize("name", BOARDS)
def test_suggested_colours_are_balanced(name: str) -> None:
    document = own(name)
    document["routes"] = suggest_colors(board(document), seed=1, gray=0.3)
    assert warnings(document, ON_COLORS) == []
    survey = Survey(board(document))
    spaces = survey.spaces_of_color.values()
    assert max(spaces) - min(spaces) <= 2
    assert survey.gray_share == pytest.approx(30, abs=2.5)
    meeting = Counter(survey.routes_of_color_at.values())
    assert meeting[2] <= 3
    assert set(meeting) <= {1, 2}


def test_nothing_but_colours_changes() -> None:
    usa = load("usa")
    before = [route.model_dump(exclude={"color", "id"}, exclude_defaults=True) for route in usa.routes]
    after = [{key: entry[key] for key in entry if key != "color"} for entry in suggest_colors(usa)]
    assert after == before


def test_an_id_that_a_map_maker_gave_stays() -> None:
    document = own("usa")
    route(document, "miami", "new-orleans")["id"] = "the-gulf"
    found = suggest_colors(board(document))
    assert [entry["id"] for entry in found if "id" in entry] == ["the-gulf"]


def test_gray_is_as_much_as_asked_and_ferries_come_first() -> None:
    europe = load("europe")
    none, few, all_of_them = (suggest_colors(europe, gray=share) for share in (0, 0.1, 1))
    assert not [entry for entry in none if entry["color"] == "gray"]
    assert {entry["color"] for entry in all_of_them} == {"gray"}
    gray = [entry for entry in few if entry["color"] == "gray"]
    assert gray
    assert all("ferry" in entry for entry in gray)
    with pytest.raises(ValueError, match="ask for a share from 0 to 1"):
        suggest_colors(europe, gray=1.2)


def test_colours_repeat_with_their_seed() -> None:
    first, again, other = (suggest_colors(load("new-york"), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
