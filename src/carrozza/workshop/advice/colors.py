"""Advice on colours: their balance, their lengths, where they meet, doubles and gray."""

from collections.abc import Iterable, Iterator

from carrozza.boards.model import GRAY
from carrozza.workshop.advice.model import Advice, Repair, severity_of
from carrozza.workshop.advice.patches import replace
from carrozza.workshop.printed import printed_range
from carrozza.workshop.suggest import better_color, recolored
from carrozza.workshop.survey import Survey


def color_balance(survey: Survey) -> Iterator[Advice]:
    """The spaces of each colour against the others; a difference of less than a route cannot be mended."""
    printed = printed_range(_shares)
    for color, share in survey.color_shares.items():
        severity = severity_of(share, printed)
        off = survey.spaces_of_color[color] - survey.mean_spaces
        if severity and abs(off) > survey.length_mean:
            yield Advice(
                code="color-balance",
                severity=severity,
                place="routes",
                also=_places_of(survey, color),
                subjects=(color,),
                measure=share,
                printed=printed,
                values={"colour": color, "spaces": survey.spaces_of_color[color], "mean": survey.mean_spaces},
                repair=_evened(survey, color) if off > 0 else None,
            )


def _shares(survey: Survey) -> Iterable[float]:
    return survey.color_shares.values()


def _places_of(survey: Survey, color: str) -> tuple[str, ...]:
    return tuple(f"routes[{index}]" for index, route in enumerate(survey.board.routes) if route.color == color)


def _evened(survey: Survey, color: str) -> Repair | None:
    """Other colours for some routes of a colour that has too many spaces."""
    changes = recolored(survey.board, color)
    return tuple(replace(("routes", index, "color"), other) for index, other in changes.items()) or None


def color_unused(survey: Survey) -> Iterator[Advice]:
    """A colour of the deck that no route has."""
    if any(survey.spaces_of_color.values()):
        for color, spaces in survey.spaces_of_color.items():
            if not spaces:
                yield Advice(
                    code="color-unused",
                    severity="warning",
                    place="rules.colors",
                    subjects=(color,),
                    measure=0,
                    printed=printed_range(_shares),
                    values={"colour": color, "cards": survey.board.rules.copies},
                )


def color_lengths(survey: Survey) -> Iterator[Advice]:
    """A colour whose routes are longer or shorter than those of others."""
    printed = printed_range(_lengths)
    rows = {row.color: row for row in survey.facts.by_color}
    for color, share in survey.color_lengths.items():
        severity, row = severity_of(share, printed), rows[color]
        off = abs(row.spaces - row.routes * survey.coloured_length)
        if severity and off > survey.length_mean:
            yield Advice(
                code="color-lengths",
                severity=severity,
                place="routes",
                also=_places_of(survey, color),
                subjects=(color,),
                measure=share,
                printed=printed,
                values={"colour": color, "length": row.spaces / row.routes, "mean": survey.coloured_length},
            )


def _lengths(survey: Survey) -> Iterable[float]:
    return survey.color_lengths.values()


def color_crowd(survey: Survey) -> Iterator[Advice]:
    """Many routes of one colour at one city."""
    printed, board = printed_range(_meeting), survey.board
    for (city, color), number in survey.routes_of_color_at.items():
        if number > printed.high:
            meeting = [i for i, route in enumerate(board.routes) if city in route.ends and route.color == color]
            yield Advice(
                code="color-crowd",
                severity="warning",
                place=f"cities[{board.city_index[city]}]",
                also=tuple(f"routes[{index}]" for index in meeting),
                subjects=(city, color),
                measure=number,
                printed=printed,
                values={"city": survey.city_name(city), "colour": color, "number": number},
                repair=_better(survey, meeting[-1]),
            )


def _meeting(survey: Survey) -> Iterable[float]:
    return survey.routes_of_color_at.values()


def _better(survey: Survey, route: int) -> Repair | None:
    better = better_color(survey.board, route)
    return None if better is None else (replace(("routes", route, "color"), better),)


def double_same_color(survey: Survey) -> Iterator[Advice]:
    """Two routes of a double that ask for the same cards."""
    board = survey.board
    for link in survey.network.links:
        colors = [board.routes[route].color for route in link.routes]
        for place, route in enumerate(link.routes):
            if colors[place] != GRAY and colors[place] in colors[:place]:
                yield Advice(
                    code="double-same-color",
                    severity="warning",
                    place=f"routes[{route}]",
                    also=(f"routes[{link.routes[colors.index(colors[place])]}]",),
                    subjects=(board.routes[route].id,),
                    values={"route": survey.route_name(route), "colour": colors[place]},
                    repair=_better(survey, route),
                )


def double_half_gray(survey: Survey) -> Iterator[Advice]:
    """A double of which one route is gray and the other is not."""
    board = survey.board
    for link in survey.network.links:
        grays = [route for route in link.routes if board.routes[route].color == GRAY]
        if grays and len(grays) < len(link.routes):
            yield Advice(
                code="double-half-gray",
                severity="note",
                place=f"routes[{grays[0]}]",
                also=tuple(f"routes[{route}]" for route in link.routes if route != grays[0]),
                subjects=(board.routes[grays[0]].id,),
                values={"route": survey.route_name(grays[0])},
                repair=_better(survey, grays[0]),
            )


def gray_share(survey: Survey) -> Iterator[Advice]:
    """Too many gray routes ask for no colour in particular, too few leave no choice."""
    printed = printed_range(_gray)
    severity = severity_of(survey.gray_share, printed)
    if severity:
        few = survey.gray_share < printed.low
        yield Advice(
            code="gray-few" if few else "gray-many",
            severity="note" if few else severity,
            place="routes",
            also=_places_of(survey, GRAY),
            subjects=(GRAY,),
            measure=survey.gray_share,
            printed=printed,
        )


def _gray(survey: Survey) -> Iterable[float]:
    return (survey.gray_share,)
