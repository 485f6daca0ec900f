"""The laws that the rule switches of every board must keep."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from carrozza.boards.faults import did_you_mean
from carrozza.boards.model import MAX_CARDS, MAX_COLORS, MAX_HELD, MAX_LENGTH, MAX_OFFER, PALETTE, ROW, Rules


class Counts(NamedTuple):
    """What the map offers to the rules."""

    long_tickets: int
    other_tickets: int
    lengths: tuple[int, ...] = ()
    """Of the routes that one player could own, the shortest first: one of each double or triple (C5)."""


Check = Callable[[Rules, Counts], str | None]


class Law(NamedTuple):
    """The switches it reads, the faulty one first, and what is wrong with them, if anything."""

    keys: tuple[str, ...]
    broken: Check


LAWS: list[Law] = []


def law(*keys: str) -> Callable[[Check], Check]:
    """Enter a function into the laws that every ruleset must keep."""

    def enter(broken: Check) -> Check:
        LAWS.append(Law(keys, broken))
        return broken

    return enter


@law("min_seats", "max_seats")
def _seats(rules: Rules, counts: Counts) -> str | None:
    if rules.min_seats <= rules.max_seats:
        return None
    return f"{rules.min_seats} is more than max_seats, {rules.max_seats}; lower it"


@law("colors")
def _colors_known(rules: Rules, counts: Counts) -> str | None:
    unknown = [color for color in rules.colors if color not in PALETTE]
    if not unknown:
        return None
    hints = ", ".join(f"'{color}'{did_you_mean(color, PALETTE)}" for color in unknown)
    return f"no card colour {hints}; choose out of {', '.join(PALETTE)}"


@law("colors")
def _colors_distinct(rules: Rules, counts: Counts) -> str | None:
    twice = sorted({color for color in rules.colors if rules.colors.count(color) > 1})
    return f"{', '.join(twice)} is listed more than once; list every colour once" if twice else None


@law("colors")
def _colors_few(rules: Rules, counts: Counts) -> str | None:
    if 1 <= len(rules.colors) <= MAX_COLORS:
        return None
    return f"there are {len(rules.colors)} colours; list 1 to {MAX_COLORS}"


@law("copies", "colors", "locomotives")
def _cards_few(rules: Rules, counts: Counts) -> str | None:
    if rules.cards <= MAX_CARDS:
        return None
    message = f"{len(rules.colors)} colours x {rules.copies} + {rules.locomotives} locomotives"
    return f"{message} = {rules.cards} cards, more than {MAX_CARDS}; lower copies or locomotives"


@law("opening_hand", "colors", "copies", "locomotives", "max_seats")
def _cards_enough(rules: Rules, counts: Counts) -> str | None:
    needed = rules.max_seats * rules.opening_hand + ROW
    if needed <= rules.cards:
        return None
    message = f"{rules.max_seats} hands of {rules.opening_hand} and a row of {ROW} need {needed} cards"
    return f"{message}, but there are {rules.cards}; deal fewer or add copies"


@law("opening_tickets", "opening_long")
def _offer_small(rules: Rules, counts: Counts) -> str | None:
    dealt = rules.opening_long + rules.opening_tickets
    if dealt <= MAX_OFFER:
        return None
    return f"{dealt} tickets are dealt to each player; deal {MAX_OFFER} at most"


@law("opening_keep", "opening_long", "opening_tickets")
def _opening_keep(rules: Rules, counts: Counts) -> str | None:
    dealt = rules.opening_long + rules.opening_tickets
    if rules.opening_keep <= dealt:
        return None
    return f"{rules.opening_keep} to keep, but {dealt} are dealt; lower it"


@law("draw_keep", "draw_tickets")
def _draw_keep(rules: Rules, counts: Counts) -> str | None:
    if rules.draw_keep <= rules.draw_tickets:
        return None
    return f"{rules.draw_keep} to keep, but {rules.draw_tickets} are drawn; lower it"


@law("opening_tickets", "opening_long", "max_seats")
def _tickets_enough(rules: Rules, counts: Counts) -> str | None:
    deck = counts.other_tickets + (0 if rules.opening_long else counts.long_tickets)
    needed = rules.max_seats * rules.opening_tickets
    if needed <= deck:
        return None
    message = f"{rules.max_seats} players need {needed} tickets, but the deck has {deck}"
    return f"{message}; deal fewer or add tickets"


@law("opening_long", "max_seats")
def _long_enough(rules: Rules, counts: Counts) -> str | None:
    needed = rules.max_seats * rules.opening_long
    if needed <= counts.long_tickets:
        return None
    message = f"{rules.max_seats} players need {needed} long tickets, but there are {counts.long_tickets}"
    return f"{message}; add `long = true` to more tickets or set it to 0"


@law("opening_refused", "opening_long")
def _long_tickets_stay_out(rules: Rules, counts: Counts) -> str | None:
    """S3, S4: where long tickets are dealt apart, the ticket deck never holds one."""
    if not rules.opening_long or rules.opening_refused == "out":
        return None
    return f"'{rules.opening_refused}' would bring long tickets into the deck; set it to 'out' or opening_long to 0"


@law("network", "markers")
def _network_marked(rules: Rules, counts: Counts) -> str | None:
    """W1: the start city takes a marker."""
    if rules.network == (rules.markers > 0):
        return None
    if rules.network:
        return "a start city needs a marker; set markers to 1 or more"
    return "markers need a start city; set network to true or markers to 0"


@law("route_points")
def _points_of_every_length(rules: Rules, counts: Counts) -> str | None:
    points = rules.route_points
    if len(points) == MAX_LENGTH + 1 and points[0] == 0:
        return None
    needed = f"{MAX_LENGTH + 1} numbers, for the lengths 0 to {MAX_LENGTH}, the first being 0"
    return f"{list(points)} does not fit; list {needed}"


@law("tie_breaks")
def _tie_breaks_distinct(rules: Rules, counts: Counts) -> str | None:
    if len(set(rules.tie_breaks)) == len(rules.tie_breaks):
        return None
    return "a tie break is listed more than once; list each once"


@law("last_round_trains", "trains")
def _trains_enough(rules: Rules, counts: Counts) -> str | None:
    if rules.last_round_trains < rules.trains:
        return None
    return f"{rules.last_round_trains} is no fewer than the {rules.trains} trains of a player; lower it"


@law("trains")
def _held_routes_few(rules: Rules, counts: Counts) -> str | None:
    """E3: the longest path of more routes might take too long to find."""
    held = sum(trains <= rules.trains for trains in accumulate(counts.lengths))
    if held <= MAX_HELD:
        return None
    message = f"{rules.trains} trains are enough for {held} routes at once, more than {MAX_HELD}"
    return f"{message} (their longest path would take too long to find); lower it to {MAX_HELD}, or make routes longer"
