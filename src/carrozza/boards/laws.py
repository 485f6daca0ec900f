"""The laws that the rule switches of every board must keep."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from carrozza.boards.faults import guessing, reason
from carrozza.boards.model import MAX_CARDS, MAX_COLORS, MAX_HELD, MAX_LENGTH, MAX_OFFER, PALETTE, ROW, Rules
from carrozza.words.phrases import Listed, Phrase


class Counts(NamedTuple):
    """What the map offers to the rules."""

    long_tickets: int
    other_tickets: int
    lengths: tuple[int, ...] = ()
    """Of the routes that one player could own, the shortest first: one of each double or triple (C5)."""


Check = Callable[[Rules, Counts], Phrase | None]


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
def _seats(rules: Rules, counts: Counts) -> Phrase | None:
    if rules.min_seats <= rules.max_seats:
        return None
    return reason("min_seats", fewest=rules.min_seats, most=rules.max_seats)


@law("colors")
def _colors_known(rules: Rules, counts: Counts) -> Phrase | None:
    unknown = [color for color in rules.colors if color not in PALETTE]
    if not unknown:
        return None
    named = Listed(guessing("color", color, PALETTE, color=color) for color in unknown)
    return reason("unknown_colors", unknown=named, colors=", ".join(PALETTE))


@law("colors")
def _colors_distinct(rules: Rules, counts: Counts) -> Phrase | None:
    twice = sorted({color for color in rules.colors if rules.colors.count(color) > 1})
    return reason("colors_twice", colors=", ".join(twice)) if twice else None


@law("colors")
def _colors_few(rules: Rules, counts: Counts) -> Phrase | None:
    if 1 <= len(rules.colors) <= MAX_COLORS:
        return None
    return reason("number_of_colors", colors=len(rules.colors), most=MAX_COLORS)


@law("copies", "colors", "locomotives")
def _cards_few(rules: Rules, counts: Counts) -> Phrase | None:
    if rules.cards <= MAX_CARDS:
        return None
    counted = {"colors": len(rules.colors), "copies": rules.copies, "locomotives": rules.locomotives}
    return reason("many_cards", **counted, cards=rules.cards, most=MAX_CARDS)


@law("opening_hand", "colors", "copies", "locomotives", "max_seats")
def _cards_enough(rules: Rules, counts: Counts) -> Phrase | None:
    needed = rules.max_seats * rules.opening_hand + ROW
    if needed <= rules.cards:
        return None
    counted = {"hands": rules.max_seats, "hand": rules.opening_hand, "row": ROW}
    return reason("few_cards", **counted, needed=needed, cards=rules.cards)


@law("opening_tickets", "opening_long")
def _offer_small(rules: Rules, counts: Counts) -> Phrase | None:
    dealt = rules.opening_long + rules.opening_tickets
    if dealt <= MAX_OFFER:
        return None
    return reason("many_dealt", dealt=dealt, most=MAX_OFFER)


@law("opening_keep", "opening_long", "opening_tickets")
def _opening_keep(rules: Rules, counts: Counts) -> Phrase | None:
    dealt = rules.opening_long + rules.opening_tickets
    if rules.opening_keep <= dealt:
        return None
    return reason("keep_of_dealt", keep=rules.opening_keep, dealt=dealt)


@law("draw_keep", "draw_tickets")
def _draw_keep(rules: Rules, counts: Counts) -> Phrase | None:
    if rules.draw_keep <= rules.draw_tickets:
        return None
    return reason("keep_of_drawn", keep=rules.draw_keep, drawn=rules.draw_tickets)


@law("opening_tickets", "opening_long", "max_seats")
def _tickets_enough(rules: Rules, counts: Counts) -> Phrase | None:
    deck = counts.other_tickets + (0 if rules.opening_long else counts.long_tickets)
    needed = rules.max_seats * rules.opening_tickets
    if needed <= deck:
        return None
    return reason("few_tickets", players=rules.max_seats, needed=needed, deck=deck)


@law("opening_long", "max_seats")
def _long_enough(rules: Rules, counts: Counts) -> Phrase | None:
    needed = rules.max_seats * rules.opening_long
    if needed <= counts.long_tickets:
        return None
    return reason("few_long_tickets", players=rules.max_seats, needed=needed, long=counts.long_tickets)


@law("opening_refused", "opening_long")
def _long_tickets_stay_out(rules: Rules, counts: Counts) -> Phrase | None:
    """S3, S4: where long tickets are dealt apart, the ticket deck never holds one."""
    if not rules.opening_long or rules.opening_refused == "out":
        return None
    return reason("long_tickets_return", refused=rules.opening_refused)


@law("network", "markers")
def _network_marked(rules: Rules, counts: Counts) -> Phrase | None:
    """W1: the start city takes a marker."""
    if rules.network == (rules.markers > 0):
        return None
    if rules.network:
        return reason("network_without_markers")
    return reason("markers_without_network")


@law("route_points")
def _points_of_every_length(rules: Rules, counts: Counts) -> Phrase | None:
    points = rules.route_points
    if len(points) == MAX_LENGTH + 1 and points[0] == 0:
        return None
    return reason("route_points", points=list(points), count=MAX_LENGTH + 1, longest=MAX_LENGTH)


@law("tie_breaks")
def _tie_breaks_distinct(rules: Rules, counts: Counts) -> Phrase | None:
    if len(set(rules.tie_breaks)) == len(rules.tie_breaks):
        return None
    return reason("tie_break_twice")


@law("last_round_trains", "trains")
def _trains_enough(rules: Rules, counts: Counts) -> Phrase | None:
    if rules.last_round_trains < rules.trains:
        return None
    return reason("last_round", last=rules.last_round_trains, trains=rules.trains)


@law("trains")
def _held_routes_few(rules: Rules, counts: Counts) -> Phrase | None:
    """E3: the longest path of more routes might take too long to find."""
    held = sum(trains <= rules.trains for trains in accumulate(counts.lengths))
    if held <= MAX_HELD:
        return None
    return reason("many_held", trains=rules.trains, routes=held, most=MAX_HELD)
