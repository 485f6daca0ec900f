"""Tickets: the opening choice (S3, S4), drawing and keeping (K1-K4)."""

import numpy as np

from carrozza.kernel.actions import KEEP, MISC_WORD
from carrozza.kernel.bits import NONE, bit, count, nth
from carrozza.kernel.board import OUT_OF_GAME, SHUFFLED_TO_BOTTOM, Board
from carrozza.kernel.chance import below
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import TICKETS, Grid, whole
from carrozza.kernel.state import NOBODY, SHUFFLED, State


@entry
def put_at_bottom(state: State, ticket: int, returner: int) -> None:
    place = (whole(state.ticket_top) + whole(state.ticket_deck_size)) % TICKETS
    state.ticket_deck[place] = ticket
    state.ticket_returner[place] = returner
    state.ticket_deck_size += 1


@rule
def take_ticket(state: State) -> int:
    place = whole(state.ticket_top)
    ticket = whole(state.ticket_deck[place])
    state.ticket_deck[place] = NOBODY
    state.ticket_returner[place] = NOBODY
    state.ticket_top = (place + 1) % TICKETS
    state.ticket_deck_size -= 1
    return ticket


@rule
def take_any(state: State, tickets: np.uint64) -> int:
    """A random ticket of a set."""
    return nth(tickets, below(state, count(tickets)))


@entry
def stack_tickets(state: State, tickets: np.uint64) -> None:
    """Put a set of tickets, shuffled, at the bottom of the deck."""
    while tickets != NONE:
        ticket = take_any(state, tickets)
        tickets &= ~bit(ticket)
        put_at_bottom(state, ticket, NOBODY)


@entry
def offer(state: State, seat: int, ticket: int) -> None:
    state.offered[seat, state.offered_size[seat]] = ticket
    state.offered_size[seat] += 1


@rule
def offer_from_deck(state: State, seat: int, number: int) -> None:
    """K1: that many from the top, or what is left."""
    for _ in range(min(number, whole(state.ticket_deck_size))):
        if state.ticket_returner[state.ticket_top] == SHUFFLED:
            state.drew_refused[seat] += 1
        offer(state, seat, take_ticket(state))


@rule
def deal_tickets(board: Board, state: State) -> None:
    """S3: a long ticket each where the board deals them apart, then the ordinary ones."""
    tickets = (bit(whole(board.tickets)) - bit(0)) if board.tickets < TICKETS else ~NONE
    if board.opening_long > 0:
        state.unused = tickets & board.long_tickets
        tickets &= ~board.long_tickets
        for seat in range(state.seats):
            for _ in range(board.opening_long):
                ticket = take_any(state, state.unused)
                state.unused &= ~bit(ticket)
                offer(state, seat, ticket)
    stack_tickets(state, tickets)
    for seat in range(state.seats):
        offer_from_deck(state, seat, whole(board.opening_tickets))


@entry
def fewest_to_keep(board: Board, state: State, seat: int) -> int:
    """S3 in the opening, K1 later; never more than were offered."""
    fewest = whole(board.opening_keep) if state.chosen[seat] < 0 else whole(board.draw_keep)
    return min(fewest, whole(state.offered_size[seat]))


@rule
def keepable(board: Board, state: State, seat: int, mask: Grid) -> None:
    fewest = fewest_to_keep(board, state, seat)
    for kept in range(1, 1 << whole(state.offered_size[seat])):
        if count(np.uint64(kept)) >= fewest:
            mask[MISC_WORD] |= bit(KEEP % 64 + kept)


@rule
def keep(state: State, seat: int, kept: int) -> None:
    """K3: kept tickets stay. K2: the others go to the bottom."""
    for i in range(state.offered_size[seat]):
        ticket = whole(state.offered[seat, i])
        state.offered[seat, i] = NOBODY
        if kept >> i & 1:
            state.tickets[seat] |= bit(ticket)
            state.ticket_count[seat] += 1
        else:
            put_at_bottom(state, ticket, seat)
    state.offered_size[seat] = 0


@rule
def refuse_for_good(state: State, seat: int, kept: int) -> None:
    """S4, out of the game: the refused tickets leave before the others are kept."""
    size = 0
    for i in range(state.offered_size[seat]):
        ticket = whole(state.offered[seat, i])
        state.offered[seat, i] = NOBODY
        if kept >> i & 1:
            state.offered[seat, size] = ticket
            size += 1
        else:
            state.gone[seat] |= bit(ticket)
            state.gone_size[seat] += 1
    state.offered_size[seat] = size


@rule
def note_refused(state: State, seat: int, kept: int) -> None:
    for i in range(state.offered_size[seat]):
        if not kept >> i & 1:
            state.refused[seat] |= bit(whole(state.offered[seat, i]))


@rule
def shuffle_bottom(state: State, number: int) -> None:
    """S4, shuffled: nobody knows any more which of the last tickets is whose."""
    last = whole(state.ticket_top) + whole(state.ticket_deck_size) - 1
    for i in range(number):
        place = (last - i) % TICKETS
        other = (last - i - below(state, number - i)) % TICKETS
        ticket = state.ticket_deck[place]
        state.ticket_deck[place] = state.ticket_deck[other]
        state.ticket_deck[other] = ticket
        state.ticket_returner[place] = SHUFFLED


@rule
def close_opening(board: Board, state: State) -> None:
    """All have chosen: S4, in seat order whatever the order of the choices."""
    before = whole(state.ticket_deck_size)
    for seat in range(state.seats):
        kept = whole(state.chosen[seat])
        state.opening_kept[seat] = count(np.uint64(kept))
        if board.opening_refused == OUT_OF_GAME:
            refuse_for_good(state, seat, kept)
            kept = (1 << whole(state.offered_size[seat])) - 1
        elif board.opening_refused == SHUFFLED_TO_BOTTOM:
            note_refused(state, seat, kept)
        keep(state, seat, kept)
    if board.opening_refused == SHUFFLED_TO_BOTTOM:
        shuffle_bottom(state, whole(state.ticket_deck_size) - before)
