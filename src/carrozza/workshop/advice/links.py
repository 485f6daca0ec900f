"""Advice on the network: lengths, bridges, dead ends, crowded links, doubles, room for all trains."""

from collections.abc import Iterable, Iterator
from math import floor

from carrozza.boards.model import GRAY, MAX_PARALLEL, MAX_ROUTES
from carrozza.workshop.advice.model import Advice, Repair, beyond, severity_of
from carrozza.workshop.advice.patches import add
from carrozza.workshop.network import Link
from carrozza.workshop.printed import printed_range
from carrozza.workshop.suggest import better_color
from carrozza.workshop.survey import Survey

SMALL_CHANGE = 0.25
"""By so large a share trains may be more or fewer without a change of tickets."""


def length_mean(survey: Survey) -> Iterator[Advice]:
    """Routes that are short or long all over the board."""
    printed = printed_range(_length_mean)
    yield from beyond(survey.length_mean, printed, "routes", low="length-short", high="length-long")


def _length_mean(survey: Survey) -> Iterable[float]:
    return (survey.length_mean,)


def length_uniform(survey: Survey) -> Iterator[Advice]:
    """One length that too many routes have; that there is variety does no harm."""
    printed = printed_range(_commonest)
    length, share = survey.commonest_length
    if share > printed.high and (severity := severity_of(share, printed)):
        alike = [f"routes[{index}]" for index, route in enumerate(survey.board.routes) if route.length == length]
        yield Advice(
            code="length-uniform",
            severity=severity,
            place="routes",
            also=tuple(alike),
            measure=share,
            printed=printed,
            values={"number": length},
        )


def _commonest(survey: Survey) -> Iterable[float]:
    return (survey.commonest_length[1],)


def bridge(survey: Survey) -> Iterator[Advice]:
    """A single link whose loss cuts the board; where it cuts off one city alone, that is a dead end."""
    for link, side in survey.network.bridges:
        if len(side) > 1:
            yield Advice(
                code="bridge",
                severity="warning" if survey.lanes(link) == 1 else "note",
                place=f"routes[{link.routes[0]}]",
                also=tuple(f"cities[{survey.board.city_index[city]}]" for city in sorted(side)),
                subjects=(survey.board.routes[link.routes[0]].id, *sorted(side)),
                measure=len(side),
                printed=printed_range(_cut_off),
                values={"route": survey.route_name(link.routes[0]), "number": len(side)},
                repair=_one_more(survey, link),
            )


def _cut_off(survey: Survey) -> Iterable[float]:
    return [0, *(len(side) for _, side in survey.network.bridges)]


def dead_end(survey: Survey) -> Iterator[Advice]:
    """Cities with one neighbour: printed boards have one at most, and two routes to it."""
    printed = printed_range(_dead_ends)
    for city in survey.dead_ends:
        link = next(link for link in survey.network.links if city in (link.a, link.b))
        few = len(survey.dead_ends) <= printed.high and len(link.routes) > 1
        yield Advice(
            code="dead-end",
            severity="note" if few else "warning",
            place=f"cities[{survey.board.city_index[city]}]",
            also=tuple(f"routes[{route}]" for route in link.routes),
            subjects=(city,),
            measure=len(survey.dead_ends),
            printed=printed,
            values={
                "city": survey.city_name(city),
                "other": survey.city_name(link.a if city == link.b else link.b),
                "number": len(link.routes),
                "dead_ends": len(survey.dead_ends),
            },
            repair=_one_more(survey, link) if len(link.routes) == 1 else None,
        )


def _dead_ends(survey: Survey) -> Iterable[float]:
    return (len(survey.dead_ends),)


def neighbours(survey: Survey) -> Iterator[Advice]:
    """A network so thin that players cannot go around each other, or so dense that they need not."""
    printed = printed_range(_neighbours)
    yield from beyond(survey.neighbours_mean, printed, "routes", low="links-few", high="links-many")


def _neighbours(survey: Survey) -> Iterable[float]:
    return (survey.neighbours_mean,)


def crowded(survey: Survey) -> Iterator[Advice]:
    """A link that carries more tickets a lane than the busiest of the printed boards."""
    printed = printed_range(_busiest)
    for link, load, crowding in zip(survey.network.links, survey.network.loads, survey.crowding, strict=True):
        if crowding > printed.high and (severity := severity_of(crowding, printed)):
            yield Advice(
                code="crowded",
                severity=severity,
                place=f"routes[{link.routes[0]}]",
                also=tuple(f"routes[{route}]" for route in link.routes[1:]),
                subjects=tuple(survey.board.routes[route].id for route in link.routes),
                measure=crowding,
                printed=printed,
                values={
                    "route": survey.route_name(link.routes[0]),
                    "tickets": load,
                    "number": survey.lanes(link),
                },
                repair=_one_more(survey, link),
            )


def _busiest(survey: Survey) -> Iterable[float]:
    return (max(survey.crowding),)


def _one_more(survey: Survey, link: Link) -> Repair | None:
    """One more route beside those of a link, gray where they are gray."""
    board = survey.board
    rules = board.rules
    if len(link.routes) >= MAX_PARALLEL or len(board.routes) >= MAX_ROUTES or rules.max_seats <= rules.single_until:
        return None
    first = board.routes[link.routes[0]]
    wider = board.model_copy(update={"routes": (*board.routes, first)})
    color = GRAY if first.color == GRAY else better_color(wider, len(board.routes)) or first.color
    entry = {"a": link.a, "b": link.b, "length": link.length, "color": color}
    symbols = {key: value for key, value in (("ferry", first.ferry), ("tunnel", first.tunnel)) if value}
    return (add(("routes", "-"), {**entry, **symbols}),)


def doubles_few(survey: Survey) -> Iterator[Advice]:
    """Too few doubles for a table at which both of their routes are open."""
    rules, links = survey.board.rules, survey.network.links
    printed = printed_range(_doubled)
    doubled = sum(len(link.routes) > 1 for link in links)
    if rules.max_seats > rules.single_until and doubled < floor(printed.low / 100 * len(links)):
        yield Advice(
            code="doubles-few",
            severity="warning",
            place="routes",
            measure=survey.doubled_share,
            printed=printed,
            values={"number": doubled, "links": len(links), "seats": rules.max_seats},
        )


def _doubled(survey: Survey) -> Iterable[float]:
    return (survey.doubled_share,)


def spaces_trains(survey: Survey) -> Iterator[Advice]:
    """Spaces against the trains of a full table."""
    printed, rules = printed_range(_spaces), survey.board.rules
    if severity := severity_of(survey.spaces_for_each_train, printed):
        few = survey.spaces_for_each_train < printed.low
        trains = fitting_trains(survey)
        near = abs(trains - rules.trains) <= SMALL_CHANGE * rules.trains
        yield Advice(
            code="spaces-few" if few else "spaces-many",
            severity=severity,
            place="rules.trains",
            measure=survey.spaces_for_each_train,
            printed=printed,
            values={"spaces": survey.facts.spaces, "trains": survey.facts.trains, "better": trains},
            repair=(add(("rules", "trains"), trains),) if near else None,
        )


def _spaces(survey: Survey) -> Iterable[float]:
    return (survey.spaces_for_each_train,)


def fitting_trains(survey: Survey) -> int:
    """The trains of each player that would be like those of the printed boards, as near as can be to what they are."""
    printed, seats = printed_range(_spaces), survey.board.rules.max_seats
    few = survey.spaces_for_each_train < printed.low
    each = survey.facts.spaces / seats / (printed.low if few else printed.high)
    return floor(each) if few else -floor(-each)
