"""All advice on a board: warnings first."""

from collections.abc import Callable, Iterable
from itertools import islice

from carrozza.boards.model import Board
from carrozza.workshop.advice import colors, ground, links, rules, tickets
from carrozza.workshop.advice.model import Advice
from carrozza.workshop.survey import Survey

Check = Callable[[Survey], Iterable[Advice]]

CHECKS: tuple[Check, ...] = (
    ground.swapped,
    ground.city_misplaced,
    rules.symbols_off,
    rules.symbols_none,
    rules.route_unclaimable,
    rules.points_falling,
    links.bridge,
    links.dead_end,
    links.crowded,
    links.neighbours,
    links.doubles_few,
    links.spaces_trains,
    links.length_mean,
    links.length_uniform,
    colors.color_balance,
    colors.color_unused,
    colors.color_lengths,
    colors.color_crowd,
    colors.double_same_color,
    colors.double_half_gray,
    colors.gray_share,
    tickets.tickets_few,
    tickets.ticket_value,
    tickets.ticket_twin,
    tickets.ticket_reach,
    tickets.ticket_neighbours,
    tickets.ticket_hub,
    tickets.ticket_long,
    tickets.cities_without_tickets,
    tickets.city_idle,
    rules.deck_small,
    rules.locomotives,
    rules.last_round,
    ground.route_scale,
    ground.cities_close,
    ground.name_wide,
    ground.name_twice,
)

MOST = 24
"""Of one kind; who has mended these is told of more."""

UNUSED = "-off"
"""How the codes of symbols end that no rule uses."""

CODES: tuple[str, ...] = (
    "attractions-none",
    "attractions-off",
    "bridge",
    "cities-close",
    "cities-without-tickets",
    "city-idle",
    "city-misplaced",
    "color-balance",
    "color-crowd",
    "color-lengths",
    "color-unused",
    "crowded",
    "dead-end",
    "deck-small",
    "double-half-gray",
    "double-same-color",
    "doubles-few",
    "ferries-none",
    "ferries-off",
    "gray-few",
    "gray-many",
    "last-round",
    "length-long",
    "length-short",
    "length-uniform",
    "links-few",
    "links-many",
    "locomotives-few",
    "locomotives-many",
    "name-twice",
    "name-wide",
    "points-falling",
    "route-cramped",
    "route-needs-cards",
    "route-needs-locomotives",
    "route-needs-trains",
    "route-stretched",
    "spaces-few",
    "spaces-many",
    "swapped",
    "ticket-hub",
    "ticket-long",
    "ticket-neighbours",
    "ticket-reach",
    "ticket-twin",
    "ticket-value",
    "tickets-few",
    "tunnels-none",
    "tunnels-off",
)


def advise(board: Board) -> tuple[Advice, ...]:
    """Everything that is unusual about a board against the printed ones, warnings first.

    Where a map has several rulesets, symbols that this one does not use are no mistake: `check` knows all of them.
    """
    found = all_advice(board)
    return tuple(advice for advice in found if board.ruleset is None or not advice.code.endswith(UNUSED))


def all_advice(board: Board) -> tuple[Advice, ...]:
    """As `advise`, with the symbols that the rules of this board do not use."""
    survey = Survey(board)
    found = [advice for check in CHECKS for advice in islice(check(survey), MOST)]
    return tuple(sorted(found, key=lambda advice: advice.severity == "note"))
