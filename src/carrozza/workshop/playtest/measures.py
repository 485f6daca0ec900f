"""The figures of a playtest, from the arrays of its games."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from carrozza.arena.playing.results import PARTS, SURE
from carrozza.arena.statistics.bootstrap import Interval
from carrozza.boards import Board
from carrozza.boards.facts import TicketFacts, by_ticket
from carrozza.kernel.layout import Grid
from carrozza.workshop.playtest.game_loop import ALL_PASSED, CUT_SHORT
from carrozza.workshop.playtest.games import Plan, SeatGames, ahead_of_others
from carrozza.workshop.playtest.minutes import minutes_of
from carrozza.workshop.playtest.model import (
    FloorFigures,
    KeyFigures,
    PartFigures,
    RouteFigures,
    SeatFigures,
    StyleFigures,
    TableFigures,
    TicketFigures,
)
from carrozza.workshop.playtest.ticket_values import TicketValue, bits, suggested, ticket_sums, ticket_values

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)

Tables = Sequence[SeatGames]
"""Games among styles alone; none of the tables is empty."""


def mean_interval(values: Grid) -> Interval | None:
    """The bounds of a mean of independent values, by their standard error.

    >>> mean_interval(np.array([0.0, 1.0, 0.0, 1.0]))
    (-0.06..., 1.06...)
    """
    if len(values) < 2:
        return None
    mean, reach = float(values.mean()), SURE * float(values.std(ddof=1)) / float(np.sqrt(len(values)))
    return mean - reach, mean + reach


def table_figures(table: SeatGames) -> TableFigures:
    shares, totals = table.win_shares(), table.by_seat("total").astype(np.float64)
    turns = table.outcomes["turns"].astype(np.float64)
    best = np.sort(totals, axis=1)
    endings = table.details["ending"]
    return TableFigures(
        players=table.seats,
        games=len(table),
        seats=tuple(_seat(seat, shares[:, seat]) for seat in range(table.seats)),
        score=float(totals.mean()),
        deviation=float(totals.std()),
        scores=tuple(np.quantile(totals, QUANTILES).tolist()),
        margin=float((best[:, -1] - best[:, -2]).mean()),
        turns=float(turns.mean()),
        turns_of_most=tuple(np.quantile(turns, (0.05, 0.95)).tolist()),
        minutes=minutes_of(float(turns.mean())),
        passed=int((endings == ALL_PASSED).sum()),
        endless=int((endings == CUT_SHORT).sum()),
    )


def _seat(seat: int, shares: Grid) -> SeatFigures:
    bounds = mean_interval(shares)
    within = None if bounds is None else (max(0.0, bounds[0]), min(1.0, bounds[1]))
    return SeatFigures(seat=seat + 1, wins=float(shares.mean()), interval=within)


def style_figures(plan: Plan, tables: Tables) -> tuple[StyleFigures, ...]:
    found = []
    for number, (style, bot) in enumerate(plan.styles.items()):
        wins = [(table.win_shares() * table.seats)[table.seatings == number] for table in tables]
        scores = [table.by_seat("total")[table.seatings == number] for table in tables]
        every = np.concatenate(wins)
        if len(every):
            score = float(np.concatenate(scores).mean())
            wins_of_it = float(every.mean())
            found.append(
                StyleFigures(style=style, bot=bot, wins=wins_of_it, interval=mean_interval(every), score=score)
            )
    return tuple(found)


def floor_figures(tables: Tables) -> FloorFigures:
    """Of all games; those without a random player do not count."""
    at_random = [table.seatings == table.styles for table in tables]
    wins = np.concatenate([(t.win_shares() * t.seats)[where] for t, where in zip(tables, at_random, strict=True)])
    scores = np.concatenate([t.by_seat("total")[where] for t, where in zip(tables, at_random, strict=True)])
    if not len(wins):
        return FloorFigures(games=0, wins=None, score=None)
    return FloorFigures(games=len(wins), wins=float(wins.mean()), score=float(scores.mean()))


def part_figures(tables: Tables) -> tuple[PartFigures, ...]:
    """Winners against the mean of the others, part by part: the parts add up to the whole margin."""
    games = sum(map(len, tables))
    seats = sum(len(table) * table.seats for table in tables)
    whole = sum(_ahead(table, "total") for table in tables) / games
    found = []
    for part in PARTS:
        points = sum(float(table.by_seat(part).sum()) for table in tables) / seats
        ahead = sum(_ahead(table, part) for table in tables) / games
        if points or ahead:
            found.append(PartFigures(part=part, points=points, ahead=ahead, share=ahead / whole if whole else 0.0))
    return tuple(found)


def _ahead(table: SeatGames, part: str) -> float:
    """Over all games, by how much the winners are ahead in a part; those of a shared win by their shares."""
    return float((ahead_of_others(table.by_seat(part).astype(np.float64)) * table.win_shares()).sum())


def route_figures(board: Board, tables: Tables) -> tuple[RouteFigures, ...]:
    games = sum(map(len, tables))
    number = len(board.routes)
    claimed = np.concatenate([table.details["owner"][:, :number] > 0 for table in tables])
    cuts = sum((table.details["plans_cut"][:, :number].sum(axis=0) for table in tables), np.zeros(number))
    moments = np.concatenate([_moments(table, number) for table in tables])
    times = claimed.sum(axis=0)
    return tuple(
        RouteFigures(
            id=route.id,
            claimed=float(times[index] / games),
            either=float(claimed[:, _ways(board, index)].any(axis=1).mean()),
            moment=float(moments[:, index].sum() / times[index]) if times[index] else None,
            cuts=float(cuts[index] / games),
        )
        for index, route in enumerate(board.routes)
    )


def _ways(board: Board, index: int) -> list[int]:
    route = board.routes[index]
    return [index, *(board.route_index[other.id] for other in board.parallel(route))]


def _moments(table: SeatGames, number: int) -> Grid:
    turns = np.maximum(table.outcomes["turns"].astype(np.float64), 1)
    moments: Grid = table.details["claimed_at"][:, :number] / turns[:, None]
    return moments


def ticket_figures(board: Board, tables: Tables) -> tuple[TicketFigures, ...]:
    number, facts = len(board.tickets), by_ticket(board)
    drawn, kept, made = (
        np.sum([_count(table, name, number) for table in tables], axis=0) for name in ("drawn", "kept", "made")
    )
    trains = [fact.trains for fact in facts]
    points, long = [ticket.points for ticket in board.tickets], [ticket.long for ticket in board.tickets]
    values = ticket_values(ticket_sums(tables, number), points, trains, long)
    return tuple(
        _ticket(fact, int(drawn[index]), int(kept[index]), int(made[index]), values[index])
        for index, fact in enumerate(facts)
    )


def _count(table: SeatGames, name: str, number: int) -> Grid:
    counted: Grid = bits(table.by_seat(name), number).sum(axis=(0, 1))
    return counted


def _ticket(fact: TicketFacts, drawn: int, kept: int, made: int, value: TicketValue | None) -> TicketFigures:
    return TicketFigures(
        id=fact.id,
        points=fact.points,
        trains=fact.trains,
        drawn=drawn,
        kept=kept / drawn if drawn else None,
        made=made / kept if kept else None,
        brings=fact.points * (2 * made / kept - 1) if kept else None,
        margin=value.margin if value else None,
        margin_interval=value.margin_interval if value else None,
        usual=value.usual if value else None,
        gain=value.gain if value else None,
        gain_interval=value.gain_interval if value else None,
        fair=value.fair if value else None,
        fair_interval=value.fair_interval if value else None,
        suggested=suggested(fact.points, value),
    )


def key_figures(
    board: Board,
    games: int,
    tables: Sequence[TableFigures],
    parts: Sequence[PartFigures],
    routes: Sequence[RouteFigures],
    tickets: Sequence[TicketFigures],
    floor: FloorFigures,
    styles: Sequence[StyleFigures],
) -> KeyFigures:
    shares = {part.part: part.share for part in parts}
    gains = [abs(ticket.gain) for ticket in tickets if ticket.gain is not None]
    kept = sum(ticket.drawn * (ticket.kept or 0.0) for ticket in tickets)
    made = sum(ticket.drawn * (ticket.kept or 0.0) * (ticket.made or 0.0) for ticket in tickets)
    fewest, most = min(tables, key=lambda t: t.players), max(tables, key=lambda t: t.players)
    return KeyFigures(
        board=board.id,
        title=board.full_title,
        games=games,
        score=_mean([table.score for table in tables]),
        deviation=_mean([table.deviation for table in tables]),
        margin=_mean([table.margin for table in tables]),
        minutes=(fewest.minutes, most.minutes),
        turns=(fewest.turns / fewest.players, most.turns / most.players),
        seat_advantage=max(seat_advantage(table)[1] for table in tables),
        tickets_share=shares.get("tickets", 0.0),
        routes_share=shares.get("routes", 0.0),
        path_share=shares.get("longest_path", 0.0),
        made=made / kept if kept else 0.0,
        unfairness=_mean(gains) if gains else None,
        used_least=min(route.either for route in routes),
        cuts_most=max(route.cuts for route in routes),
        floor_wins=floor.wins,
        style_most=max(style.wins for style in styles),
    )


def seat_advantage(table: TableFigures) -> tuple[int, float]:
    """The seat that wins most, and by what part more than its share."""
    luckiest = max(table.seats, key=lambda seat: seat.wins)
    return luckiest.seat, luckiest.wins * table.players - 1


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
