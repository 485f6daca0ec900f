"""What a seat may know, and nothing else."""

from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import KINDS, OFFERED, ROUTE_WORDS, SEATS, TICKETS
from carrozza.kernel.state import HIDDEN_CHOICE, NOBODY, State


@rule
def copy_open(state: State, view: State) -> None:
    """All that lies open on the table."""
    view.seats = state.seats
    view.first = state.first
    view.actor = state.actor
    view.phase = state.phase
    view.passes = state.passes
    view.turns_left = state.turns_left
    view.turns = state.turns
    view.alvin_city = state.alvin_city
    view.alvin_holder = state.alvin_holder
    view.deck_size = state.deck_size
    view.row_size = state.row_size
    view.discard_size = state.discard_size
    view.route = state.route
    view.city = state.city
    view.due = state.due
    view.ticket_top = state.ticket_top
    view.ticket_deck_size = state.ticket_deck_size
    for kind in range(KINDS):
        view.deck_bound[kind] = state.deck_bound[kind]
        view.row[kind] = state.row[kind]
        view.discard[kind] = state.discard[kind]
        view.laid[kind] = state.laid[kind]
        view.turned[kind] = state.turned[kind]
    for seat in range(SEATS):
        copy_open_seat(state, view, seat)


@rule
def copy_open_seat(state: State, view: State, seat: int) -> None:
    for word in range(ROUTE_WORDS):
        view.owned[seat, word] = state.owned[seat, word]
        view.free[seat, word] = state.free[seat, word]
        view.reach[seat, word] = state.reach[seat, word]
    view.tickets[seat] = NONE
    view.gone[seat] = NONE
    view.refused[seat] = NONE
    view.stations[seat] = state.stations[seat]
    view.markers[seat] = state.markers[seat]
    view.points[seat] = state.points[seat]
    view.trains[seat] = state.trains[seat]
    view.start[seat] = state.start[seat]
    view.catches[seat] = state.catches[seat]
    view.hand_size[seat] = state.hand_size[seat]
    view.blind_size[seat] = state.blind_size[seat]
    view.ticket_count[seat] = state.ticket_count[seat]
    view.offered_size[seat] = state.offered_size[seat]
    view.opening_kept[seat] = state.opening_kept[seat]
    view.gone_size[seat] = state.gone_size[seat]
    view.drew_refused[seat] = state.drew_refused[seat]
    view.chosen[seat] = HIDDEN_CHOICE if state.chosen[seat] >= 0 else -1
    for kind in range(KINDS):
        view.known[seat, kind] = state.known[seat, kind]
        view.hand[seat, kind] = 0
        view.blind[seat, kind] = 0
    for i in range(OFFERED):
        view.offered[seat, i] = NOBODY


@rule
def copy_own(state: State, view: State, seat: int) -> None:
    """The seat's own cards, tickets and choices."""
    view.tickets[seat] = state.tickets[seat]
    view.gone[seat] = state.gone[seat]
    view.refused[seat] = state.refused[seat]
    view.chosen[seat] = state.chosen[seat]
    for kind in range(KINDS):
        view.hand[seat, kind] = state.hand[seat, kind]
        view.blind[seat, kind] = state.blind[seat, kind]
    for i in range(OFFERED):
        view.offered[seat, i] = state.offered[seat, i]


@rule
def copy_ticket_deck(state: State, view: State, viewer: int) -> None:
    """Who returned a ticket where was seen by all; which one it was, by that seat alone."""
    for place in range(TICKETS):
        view.ticket_returner[place] = state.ticket_returner[place]
        view.ticket_deck[place] = NOBODY
        if viewer >= 0 and state.ticket_returner[place] == viewer:
            view.ticket_deck[place] = state.ticket_deck[place]


@entry
def make_view(state: State, viewer: int, view: State) -> None:
    """Write what `viewer` (a seat, or WATCHER) may know into `view`: a blank state or an older view. Every field is
    either written here or stays zero."""
    view.viewer = viewer
    copy_open(state, view)
    copy_ticket_deck(state, view, viewer)
    if viewer >= 0:
        copy_own(state, view, viewer)
