"""Advice on the rules: symbols without their switch, the deck, the end of the game, points."""

from collections.abc import Iterable, Iterator

from carrozza.boards.model import MAX_LENGTH, Board, Rules
from carrozza.workshop.advice.model import Advice, beyond, severity_of
from carrozza.workshop.advice.patches import add
from carrozza.workshop.printed import printed_range
from carrozza.workshop.survey import Survey


def symbols_off(survey: Survey) -> Iterator[Advice]:
    """Tunnels, ferries or attractions on the map, although the rules switch is off."""
    for switch, places in _symbols(survey.board).items():
        if places and not getattr(survey.board.rules, switch):
            yield Advice(
                code=f"{switch}-off",
                severity="warning",
                place=f"rules.{switch}",
                also=places,
                measure=len(places),
                values={"number": len(places)},
                repair=(add(("rules", switch), 1 if switch == "attractions" else True),),
            )


def symbols_none(survey: Survey) -> Iterator[Advice]:
    """A rules switch that is on, although nothing on the map has the symbol."""
    for switch, places in _symbols(survey.board).items():
        if not places and getattr(survey.board.rules, switch):
            yield Advice(
                code=f"{switch}-none",
                severity="warning",
                place=f"rules.{switch}",
                measure=0,
                repair=(add(("rules", switch), 0 if switch == "attractions" else False),),
            )


def _symbols(board: Board) -> dict[str, tuple[str, ...]]:
    """Where the map has what a switch puts into play."""
    tunnels = [index for index, route in enumerate(board.routes) if route.tunnel]
    ferries = [index for index, route in enumerate(board.routes) if route.ferry]
    attractions = [index for index, city in enumerate(board.cities) if city.attraction]
    return {
        "tunnels": tuple(f"routes[{index}]" for index in tunnels),
        "ferries": tuple(f"routes[{index}]" for index in ferries),
        "attractions": tuple(f"cities[{index}]" for index in attractions),
    }


def deck_small(survey: Survey) -> Iterator[Advice]:
    """Fewer cards for each train than any printed board."""
    values = {"cards": survey.facts.cards, "trains": survey.facts.trains}
    cards, printed = survey.cards_for_each_train, printed_range(_cards)
    yield from beyond(cards, printed, "rules.copies", low="deck-small", values=values)


def _cards(survey: Survey) -> Iterable[float]:
    return (survey.cards_for_each_train,)


def locomotives(survey: Survey) -> Iterator[Advice]:
    """A deck with far fewer or far more locomotives than printed ones."""
    values = {"number": survey.board.rules.locomotives, "cards": survey.facts.cards}
    yield from beyond(
        survey.locomotive_share,
        printed_range(_locomotives),
        "rules.locomotives",
        low="locomotives-few",
        high="locomotives-many",
        values=values,
    )


def _locomotives(survey: Survey) -> Iterable[float]:
    return (survey.locomotive_share,)


def last_round(survey: Survey) -> Iterator[Advice]:
    """A last round that begins with many trains left; with none left it begins late, which does no harm."""
    printed = printed_range(_last_round)
    share, rules = survey.last_round_share, survey.board.rules
    usual = Rules().last_round_trains
    if rules.last_round_trains > usual and share > printed.high and (severity := severity_of(share, printed)):
        yield Advice(
            code="last-round",
            severity=severity,
            place="rules.last_round_trains",
            measure=share,
            printed=printed,
            values={"number": rules.last_round_trains, "trains": rules.trains},
            repair=(add(("rules", "last_round_trains"), usual),),
        )


def _last_round(survey: Survey) -> Iterable[float]:
    return (survey.last_round_share,)


def points_falling(survey: Survey) -> Iterator[Advice]:
    """A longer route that scores no more than a shorter one."""
    points = survey.board.rules.route_points
    used = {route.length for route in survey.board.routes}
    for length in range(2, MAX_LENGTH + 1):
        if length in used and points[length] <= points[length - 1]:
            yield Advice(
                code="points-falling",
                severity="warning",
                place="rules.route_points",
                measure=length,
                values={"length": length, "points": points[length], "shorter": points[length - 1]},
                repair=(add(("rules", "route_points"), list(Rules().route_points)),),
            )
            return


def route_unclaimable(survey: Survey) -> Iterator[Advice]:
    """A route that nobody can ever claim: too few trains, or too few cards of what it takes."""
    rules = survey.board.rules
    most = rules.copies + rules.locomotives
    for index, route in enumerate(survey.board.routes):
        asks = {"trains": (route.length, rules.trains), "cards": (route.length, most)}
        if rules.ferries:
            asks["locomotives"] = (route.ferry, rules.locomotives)
        for kind, (needed, there) in asks.items():
            if needed > there:
                yield Advice(
                    code=f"route-needs-{kind}",
                    severity="warning",
                    place=f"routes[{index}]",
                    subjects=(route.id,),
                    measure=needed,
                    values={"route": survey.route_name(index), "needed": needed, "number": there},
                )
