"""Advice on tickets: number, values, lengths, twins, and the cities that they leave out."""

from collections.abc import Iterable, Iterator

from carrozza.boards.model import MAX_TICKETS
from carrozza.workshop.advice.model import Advice, Repair, Severity, beyond, severity_of
from carrozza.workshop.advice.patches import add, remove, replace
from carrozza.workshop.printed import Range, printed_range, value_habit
from carrozza.workshop.suggest import another_ticket, tickets_for_each_seat, usual_number
from carrozza.workshop.survey import Survey

SMALL_CHANGE = 1
"""Points that a ticket may be off however short it is."""

WORTH_A_NOTE = 2
"""Points off what printed boards would give it; farther off is a warning."""


def tickets_few(survey: Survey) -> Iterator[Advice]:
    """Too few tickets for a full table."""
    board, printed = survey.board, printed_range(tickets_for_each_seat)
    values = {"number": len(board.tickets), "seats": board.rules.max_seats, "better": usual_number(board)}
    yield from beyond(survey.tickets_for_each_seat, printed, "tickets", low="tickets-few", values=values)


def ticket_value(survey: Survey) -> Iterator[Advice]:
    """A value off the ticket's shortest way by more than on printed boards, in points and in proportion."""
    points, shares = printed_range(_extra_points), printed_range(_value_shares)
    for index, (ticket, row) in enumerate(zip(survey.board.tickets, survey.facts.by_ticket, strict=True)):
        extra = row.points - row.trains
        out_of_points = not points.low <= extra <= points.high
        out_of_shares = severity_of(100 * row.points / row.trains, shares) and abs(extra) > SMALL_CHANGE
        if out_of_points or out_of_shares:
            fair = value_habit().value(row.trains)
            yield Advice(
                code="ticket-value",
                severity="note" if abs(row.points - fair) <= WORTH_A_NOTE else "warning",
                place=f"tickets[{index}]",
                subjects=(ticket.id,),
                measure=100 * row.points / row.trains,
                printed=shares,
                values={
                    "ticket": survey.ticket_name(index),
                    "points": row.points,
                    "trains": row.trains,
                    "better": fair,
                    "low": points.low,
                    "high": points.high,
                },
                repair=(replace(("tickets", index, "points"), fair),),
            )


def _extra_points(survey: Survey) -> Iterable[float]:
    return (row.points - row.trains for row in survey.facts.by_ticket)


def _value_shares(survey: Survey) -> Iterable[float]:
    return (100 * row.points / row.trains for row in survey.facts.by_ticket)


def ticket_twin(survey: Survey) -> Iterator[Advice]:
    """Two tickets of which one is nearly complete with the other."""
    printed, tickets = printed_range(_left_to_build), survey.board.tickets
    for other, (left, one) in _nearest_twins(survey, printed.low).items():
        yield Advice(
            code="ticket-twin",
            severity=severity_of(left, printed) or "note",
            place=f"tickets[{other}]",
            also=(f"tickets[{one}]",),
            subjects=(tickets[other].id, tickets[one].id),
            measure=left,
            printed=printed,
            values={
                "ticket": survey.ticket_name(other),
                "other": survey.ticket_name(one),
                "number": survey.trains_between(tickets[one], tickets[other]),
            },
            repair=_exchanged(survey, other),
        )


def _nearest_twins(survey: Survey, least: float) -> dict[int, tuple[float, int]]:
    """For each ticket the earlier one of which the least is left to build, where that is too little."""
    nearest: dict[int, tuple[float, int]] = {}
    for (one, other), left in survey.twins().items():
        if left < least:
            nearest[other] = min(nearest.get(other, (left, one)), (left, one))
    return nearest


def _left_to_build(survey: Survey) -> Iterable[float]:
    return survey.twins().values()


def _exchanged(survey: Survey, index: int) -> Repair | None:
    """Another ticket instead; a long one has no other that is as long for certain."""
    if survey.board.tickets[index].long:
        return None
    other = another_ticket(survey.board, leaving_out=index)
    return None if other is None else (replace(("tickets", index), other),)


def ticket_reach(survey: Survey) -> Iterator[Advice]:
    """A ticket that takes more of a player's trains than any on a printed board."""
    printed = printed_range(_reaches)
    for index, reach in enumerate(survey.reaches):
        if reach > printed.high and (severity := severity_of(reach, printed)):
            yield Advice(
                code="ticket-reach",
                severity=severity,
                place=f"tickets[{index}]",
                subjects=(survey.board.tickets[index].id,),
                measure=reach,
                printed=printed,
                values={
                    "ticket": survey.ticket_name(index),
                    "trains": survey.trains_for(survey.board.tickets[index]),
                    "number": survey.board.rules.trains,
                },
                repair=_exchanged(survey, index),
            )


def _reaches(survey: Survey) -> Iterable[float]:
    return survey.reaches


def ticket_neighbours(survey: Survey) -> Iterator[Advice]:
    """A ticket that a single short route completes."""
    printed = printed_range(_routes_with_ticket)
    for index, ticket in enumerate(survey.board.tickets):
        length = survey.network.neighbours[ticket.a].get(ticket.b)
        if length is not None and length < printed.low:
            yield Advice(
                code="ticket-neighbours",
                severity="warning",
                place=f"tickets[{index}]",
                subjects=(ticket.id,),
                measure=length,
                printed=printed,
                values={"ticket": survey.ticket_name(index), "number": length},
                repair=_exchanged(survey, index),
            )


def _routes_with_ticket(survey: Survey) -> Iterable[float]:
    around = survey.network.neighbours
    return (around[ticket.a][ticket.b] for ticket in survey.board.tickets if ticket.b in around[ticket.a])


def ticket_hub(survey: Survey) -> Iterator[Advice]:
    """A city with so many tickets that everybody has to go there."""
    printed, tickets = printed_range(_hubs), survey.board.tickets
    for city, times in survey.hubs.items():
        if times > printed.high and (severity := severity_of(times, printed)):
            there = [index for index, ticket in enumerate(tickets) if city in (ticket.a, ticket.b)]
            yield Advice(
                code="ticket-hub",
                severity=severity,
                place=f"cities[{survey.board.city_index[city]}]",
                also=tuple(f"tickets[{index}]" for index in there),
                subjects=(city,),
                measure=times,
                printed=printed,
                values={"city": survey.city_name(city), "number": len(there)},
            )


def _hubs(survey: Survey) -> Iterable[float]:
    return survey.hubs.values()


def ticket_long(survey: Survey) -> Iterator[Advice]:
    """A long ticket no longer than an ordinary one, where long ones are dealt apart."""
    board = survey.board
    if not board.rules.opening_long:
        return
    ordinary = max((survey.trains_for(ticket) for ticket in board.tickets if not ticket.long), default=0)
    for index, ticket in enumerate(board.tickets):
        trains = survey.trains_for(ticket)
        if ticket.long and trains <= ordinary:
            yield Advice(
                code="ticket-long",
                severity="warning",
                place=f"tickets[{index}]",
                subjects=(ticket.id,),
                measure=trains - ordinary,
                printed=printed_range(_longer),
                values={"ticket": survey.ticket_name(index), "trains": trains, "number": ordinary},
                repair=(remove(("tickets", index, "long")),),
            )


def _longer(survey: Survey) -> Iterable[float]:
    """How much longer the long tickets are than the longest ordinary one."""
    tickets = survey.board.tickets
    ordinary = max(survey.trains_for(ticket) for ticket in tickets if not ticket.long)
    return (survey.trains_for(ticket) - ordinary for ticket in tickets if ticket.long)


def cities_without_tickets(survey: Survey) -> Iterator[Advice]:
    """Too many cities at which no ticket begins or ends."""
    printed = Range(0.0, printed_range(_without).high)
    if severity := severity_of(survey.ticketless_share, printed):
        without = [row.id for row in survey.facts.by_city if row.tickets == 0]
        yield Advice(
            code="cities-without-tickets",
            severity=severity,
            place="tickets",
            also=tuple(f"cities[{survey.board.city_index[city]}]" for city in without),
            subjects=tuple(without),
            measure=survey.ticketless_share,
            printed=printed,
            values={"number": len(without), "cities": survey.facts.cities},
        )


def _without(survey: Survey) -> Iterable[float]:
    return (survey.ticketless_share,)


def city_idle(survey: Survey) -> Iterator[Advice]:
    """A city on no ticket's shortest way, which no rule makes worth a visit either."""
    board = survey.board
    starts = {settings.city for settings in board.variants.values()}
    for index, city in enumerate(board.cities):
        wanted = city.id in starts or (city.attraction and board.rules.attractions > 0)
        if not wanted and not any(survey.network.leads_through(ticket, city.id) for ticket in board.tickets):
            severity: Severity = "note" if len(survey.network.neighbours[city.id]) > 2 else "warning"
            yield Advice(
                code="city-idle",
                severity=severity,
                place=f"cities[{index}]",
                subjects=(city.id,),
                measure=0,
                values={"city": city.name, "number": len(survey.network.neighbours[city.id])},
                repair=_ticket_at(survey, city.id),
            )


def _ticket_at(survey: Survey, city: str) -> Repair | None:
    if len(survey.board.tickets) >= MAX_TICKETS:
        return None
    ticket = another_ticket(survey.board, city)
    return None if ticket is None else (add(("tickets", "-"), ticket),)
