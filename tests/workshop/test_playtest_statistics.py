"""The statistics of a playtest, on made-up games with known answers."""

from collections.abc import Sequence

import numpy as np
import pytest

from carrozza.kernel.layout import Grid
from carrozza.workshop.playtest.game_loop import ALL_PASSED, CUT_SHORT, room_for
from carrozza.workshop.playtest.games import FLOOR_EVERY, SeatGames, ahead_of_others, seatings_of
from carrozza.workshop.playtest.measures import floor_figures, part_figures, seat_advantage, table_figures
from carrozza.workshop.playtest.ticket_values import TicketValue, suggested, ticket_sums, ticket_values

TICKETS = 12
POINTS = tuple(range(4, 4 + 2 * TICKETS, 2))
TRAINS = tuple(points - 1 for points in POINTS)
LONG = (False,) * TICKETS


def dealt_games(games: int, seats: int, gifts: dict[int, float], made: float = 1.0) -> SeatGames:
    """Each seat keeps two tickets; one of `trains` spaces wins half of them, and what `gifts` says beyond that."""
    chance = np.random.default_rng(7)
    outcomes, details = room_for(games)
    seatings = seatings_of(games, seats, 2, seed=7)
    seatings[seatings == 2] = 1
    worth = np.array(TRAINS) / 2
    for ticket, gift in gifts.items():
        worth[ticket] += gift
    for game in range(games):
        dealt = chance.permutation(TICKETS)[: 2 * seats].reshape(seats, 2)
        for seat, tickets in enumerate(dealt):
            word = np.uint64(sum(1 << int(ticket) for ticket in tickets))
            details["opening"][game, seat] = details["drawn"][game, seat] = details["kept"][game, seat] = word
            details["made"][game, seat] = word if chance.random() < made else 0
            noise = chance.normal(0, 10)
            style = 5 * seatings[game, seat]
            outcomes["total"][game, seat] = round(60 + worth[tickets].sum() + style - 3 * seat + noise)
    return SeatGames(seats, 2, seatings, outcomes, details)


def values_of(tables: Sequence[SeatGames]) -> list[TicketValue]:
    found = ticket_values(ticket_sums(tables, TICKETS), POINTS, TRAINS, LONG)
    assert None not in found
    return [value for value in found if value is not None]


@pytest.fixture(scope="module")
def one_gift() -> list[TicketValue]:
    """Ticket 3 wins twelve points too many; the styles and seats differ as well."""
    return values_of([dealt_games(1500, 2, {3: 12.0}), dealt_games(1000, 3, {3: 12.0})])


def test_a_generous_ticket_is_found_whatever_style_and_seat_do(one_gift: list[TicketValue]) -> None:
    gift = one_gift[3]
    others = [value for ticket, value in enumerate(one_gift) if ticket != 3]
    assert 10.5 < gift.gain < 13.5
    assert max(abs(value.gain) for value in others) < 2.5, "one far off does not bend the line"
    assert gift.gain_interval is not None and gift.gain_interval[0] > 6


def test_the_fair_value_takes_away_what_a_ticket_wins(one_gift: list[TicketValue]) -> None:
    gift = one_gift[3]
    assert gift.fair == pytest.approx(max(1.0, POINTS[3] - gift.gain)), "always made, so a point of value is a point"
    assert suggested(POINTS[3], gift) == round(POINTS[3] * 2 / 3), "a step of a third at most"
    assert suggested(POINTS[6], one_gift[6]) == POINTS[6], "what is not sure is not changed"


def test_where_a_ticket_often_fails_its_value_has_to_change_more() -> None:
    sure, unsure = (values_of([dealt_games(2000, 2, {3: 5.0}, made)])[3] for made in (1.0, 0.85))
    assert POINTS[3] - unsure.fair == pytest.approx(unsure.gain / 0.7, rel=0.15)
    assert POINTS[3] - sure.fair == pytest.approx(sure.gain)


def test_longer_tickets_may_win_more() -> None:
    """Each brings half its spaces: that is usual here, and nothing is unfair."""
    values = values_of([dealt_games(2000, 2, {})])
    assert values[-1].margin - values[0].margin == pytest.approx((TRAINS[-1] - TRAINS[0]) / 2, abs=2)
    assert max(abs(value.gain) for value in values) < 2.5


def test_intervals_hold_the_truth_about_as_often_as_they_say(one_gift: list[TicketValue]) -> None:
    inside = [
        value.gain_interval is not None and value.gain_interval[0] - 1.2 <= 0 <= value.gain_interval[1] + 1.2
        for ticket, value in enumerate(one_gift)
        if ticket != 3
    ]
    assert sum(inside) >= len(inside) - 2


def test_of_tickets_that_are_hardly_kept_nothing_is_said() -> None:
    games = dealt_games(300, 2, {})
    without = ~np.uint64(1 << 5)
    for name in ("opening", "kept", "made"):
        games.details[name] &= without
    values = ticket_values(ticket_sums([games], TICKETS), POINTS, TRAINS, LONG)
    assert [ticket for ticket, value in enumerate(values) if value is None] == [5]
    assert ticket_values(ticket_sums([dealt_games(4, 2, {})], TICKETS), POINTS, TRAINS, LONG) == [None] * TICKETS


def test_margins_are_against_the_mean_of_the_others() -> None:
    assert ahead_of_others(np.array([[10.0, 4.0], [1.0, 1.0]])).tolist() == [[6, -6], [0, 0]]


def finished(totals: list[list[int]], winners: list[list[int]], **fields: Grid) -> SeatGames:
    outcomes, details = room_for(len(totals))
    seats = len(totals[0])
    outcomes["total"][:, :seats], outcomes["winner"][:, :seats] = totals, winners
    outcomes["turns"] = fields.pop("turns", 60)
    details["ending"] = fields.pop("ending", 0)
    for name, values in fields.items():
        outcomes[name][:, :seats] = values
    return SeatGames(seats, 1, np.zeros((len(totals), seats), np.int64), outcomes, details)


def test_wins_spread_and_endings_are_counted() -> None:
    games = finished(
        [[50, 40], [30, 60], [20, 20], [80, 10]],
        [[1, 0], [0, 1], [1, 1], [1, 0]],
        turns=np.array([40, 60, 50, 50]),
        ending=np.array([0, ALL_PASSED, CUT_SHORT, 0]),
    )
    figures = table_figures(games)
    assert [seat.wins for seat in figures.seats] == [2.5 / 4, 1.5 / 4]
    assert seat_advantage(figures) == (1, 0.25)
    assert (figures.score, figures.margin, figures.turns) == (38.75, (10 + 30 + 0 + 70) / 4, 50)
    assert (figures.passed, figures.endless) == (1, 1)


def test_the_parts_of_what_wins_add_up_to_the_margin() -> None:
    games = finished(
        [[50, 40], [30, 60]],
        [[1, 0], [0, 1]],
        routes=np.array([[40, 40], [30, 40]]),
        tickets=np.array([[10, 0], [0, 20]]),
    )
    parts = {part.part: part for part in part_figures([games])}
    assert (parts["routes"].ahead, parts["tickets"].ahead) == (5, 15)
    assert (parts["routes"].share, parts["tickets"].share) == (0.25, 0.75)


def test_styles_change_seats_by_lot_and_one_game_of_twenty_has_a_random_player() -> None:
    seatings = seatings_of(4000, 3, styles=4, seed=1)
    floored = (seatings == 4).any(axis=1)
    assert floored.sum() == 4000 // FLOOR_EVERY
    assert all(len(set(seats)) == 3 for seats in seatings.tolist()), "no style twice while there are enough"
    counts = np.array([np.bincount(seatings[~floored][:, seat], minlength=4) for seat in range(3)])
    assert counts.min() > 800
    assert set(seatings_of(200, 5, styles=2, seed=1)[floored[:200] == 0].ravel()) <= {0, 1, 2}


def test_the_random_player_is_measured_apart() -> None:
    games = finished([[50, 10], [40, 20]], [[1, 0], [1, 0]])
    games.seatings[1, 1] = 1
    floor = floor_figures([games])
    assert (floor.games, floor.wins, floor.score) == (1, 0.0, 20.0)
    assert len(games.among_styles()) == 1
