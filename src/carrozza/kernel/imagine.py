"""A full state that agrees with everything a seat knows, with the unknown filled in at random."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, lowest, nth, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.cards import shuffle_deck
from carrozza.kernel.chance import below, start_over
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import KINDS, TICKETS, whole
from carrozza.kernel.state import EVERYTHING, NOBODY, OPENING, SHUFFLED, State, copied
from carrozza.kernel.tickets import take_any


@rule
def unseen(board: Board, view: State, kind: int) -> int:
    """Cards of this kind in the deck or, unknown to the viewer, in the others' hands."""
    number = whole(board.cards[kind])
    number -= whole(view.row[kind]) + whole(view.discard[kind]) + whole(view.laid[kind]) + whole(view.turned[kind])
    for seat in range(view.seats):
        number -= whole(view.hand[seat, kind]) if seat == view.viewer else whole(view.known[seat, kind])
    return number


@rule
def most_in_deck(view: State, kind: int) -> int:
    """The deck was made of cards everybody had seen discarded (D5): it cannot hold more than are left of those."""
    number = whole(view.deck_bound[kind])
    if view.viewer >= 0:
        number -= whole(view.blind[view.viewer, kind])
    return number


@rule
def hidden_cards(view: State, seat: int) -> int:
    """How many cards of another's hand the viewer does not know."""
    number = whole(view.hand_size[seat])
    for kind in range(KINDS):
        number -= whole(view.known[seat, kind])
    return number


@rule
def older_cards(view: State, seat: int) -> int:
    """Hidden cards that surely came from an earlier deck."""
    return max(0, hidden_cards(view, seat) - whole(view.blind_size[seat]))


@rule
def imagine_hands(board: Board, view: State, state: State) -> None:
    """Cards that cannot be in the deck are in hands, in older places first; the others fall anywhere."""
    deck_size = whole(view.deck_size)
    loose = 0
    state.deck_size = 0
    for kind in range(KINDS):
        held = max(0, unseen(board, view, kind) - most_in_deck(view, kind))
        for _ in range(unseen(board, view, kind) - held):
            state.deck[loose] = kind
            loose += 1
    state.deck_size = loose
    shuffle_deck(state)
    for seat in range(view.seats):
        if seat != view.viewer:
            for kind in range(KINDS):
                state.hand[seat, kind] = view.known[seat, kind]
    deal_held_cards(board, view, state)
    for seat in range(view.seats):
        if seat != view.viewer:
            for _ in range(cards_missing(view, state, seat)):
                loose -= 1
                state.hand[seat, state.deck[loose]] += 1
                state.deck[loose] = 0
    state.deck_size = deck_size


@rule
def cards_missing(view: State, state: State, seat: int) -> int:
    missing = whole(view.hand_size[seat])
    for kind in range(KINDS):
        missing -= whole(state.hand[seat, kind])
    return missing


@rule
def deal_held_cards(board: Board, view: State, state: State) -> None:
    """Deal the cards that must be in somebody's hand, to random places."""
    for kind in range(KINDS):
        for _ in range(max(0, unseen(board, view, kind) - most_in_deck(view, kind))):
            seat = place_for_held(view, state)
            state.hand[seat, kind] += 1


@rule
def places_for_held(view: State, state: State, seat: int, older_only: bool) -> int:
    missing = cards_missing(view, state, seat)
    if not older_only:
        return missing
    return max(0, missing - (hidden_cards(view, seat) - older_cards(view, seat)))


@rule
def place_for_held(view: State, state: State) -> int:
    """A random open place in another's hand: among those from an earlier deck while there are any."""
    older, every = 0, 0
    for seat in range(view.seats):
        if seat != view.viewer:
            older += places_for_held(view, state, seat, True)
            every += places_for_held(view, state, seat, False)
    choice = below(state, older if older > 0 else every)
    for seat in range(view.seats):
        if seat != view.viewer:
            choice -= places_for_held(view, state, seat, older > 0)
            if choice < 0:
                return seat
    return NOBODY


@rule
def unseen_tickets(board: Board, view: State) -> np.uint64:
    tickets = bit(whole(board.tickets)) - bit(0) if board.tickets < TICKETS else ~NONE
    for seat in range(view.seats):
        tickets &= ~(view.tickets[seat] | view.gone[seat])
        for i in range(view.offered_size[seat]):
            if view.offered[seat, i] >= 0:
                tickets &= ~bit(whole(view.offered[seat, i]))
    for place in range(TICKETS):
        if view.ticket_deck[place] >= 0:
            tickets &= ~bit(whole(view.ticket_deck[place]))
    return tickets


@rule
def imagine_long(board: Board, view: State, state: State, seat: int, longs: np.uint64) -> np.uint64:
    """Where long tickets are dealt apart (S3), this seat was dealt one: it kept it as likely as any other."""
    if longs == NONE:
        return longs
    ticket = take_any(state, longs)
    if view.phase == OPENING:
        if view.offered_size[seat] == 0:
            return longs
        state.offered[seat, 0] = ticket
    elif below(state, whole(board.opening_long) + whole(board.opening_tickets)) < view.opening_kept[seat]:
        state.tickets[seat] |= bit(ticket)
    elif view.gone_size[seat] > 0:
        state.gone[seat] |= bit(ticket)
    return longs & ~bit(ticket)


@rule
def deal_held(view: State, state: State, seat: int, tickets: np.uint64) -> np.uint64:
    """The tickets this seat holds; returns what is left of the set."""
    while count(state.tickets[seat]) < view.ticket_count[seat]:
        ticket = take_any(state, tickets)
        tickets &= ~bit(ticket)
        state.tickets[seat] |= bit(ticket)
    return tickets


@rule
def deal_set_aside(view: State, state: State, seat: int, tickets: np.uint64) -> np.uint64:
    """What this seat refused for good, and what it is being offered; returns what is left of the set."""
    while count(state.gone[seat]) < view.gone_size[seat]:
        ticket = take_any(state, tickets)
        tickets &= ~bit(ticket)
        state.gone[seat] |= bit(ticket)
    for i in range(view.offered_size[seat]):
        if state.offered[seat, i] < 0:
            ticket = take_any(state, tickets)
            tickets &= ~bit(ticket)
            state.offered[seat, i] = ticket
    return tickets


@rule
def deal_deck(view: State, state: State, tickets: np.uint64) -> np.uint64:
    """The unknown places of the deck; returns what is left of the set."""
    for i in range(view.ticket_deck_size):
        place = (whole(view.ticket_top) + i) % TICKETS
        if state.ticket_deck[place] < 0:
            ticket = take_any(state, tickets)
            tickets &= ~bit(ticket)
            state.ticket_deck[place] = ticket
    return tickets


@rule
def shuffled_places(state: State) -> np.uint64:
    """The places of the deck whose tickets were refused in the opening and shuffled (S4), still to be filled."""
    places = NONE
    for place in range(TICKETS):
        if state.ticket_returner[place] == SHUFFLED and state.ticket_deck[place] < 0:
            places |= bit(place)
    return places


@rule
def deal_refused(view: State, state: State, tickets: np.uint64) -> np.uint64:
    """S4, shuffled: what the viewer refused in the opening lies at the bottom of the deck, unless another has drawn it.
    Returns what is left of the set; on other boards, all of it."""
    places = shuffled_places(state)
    if places == NONE or view.viewer < 0:
        return tickets
    own = view.refused[view.viewer] & tickets
    tickets &= ~own
    drawn, away = 0, NONE
    for seat in range(view.seats):
        if seat != view.viewer:
            drawn += whole(view.drew_refused[seat])
    while own != NONE:
        ticket = lowest(own)
        own = without_lowest(own)
        choice = below(state, count(places) + drawn)
        if choice < count(places):
            place = nth(places, choice)
            state.ticket_deck[place] = ticket
            places &= ~bit(place)
        else:
            drawn -= 1
            away |= bit(ticket)
    while places != NONE:
        ticket = take_any(state, tickets)
        tickets &= ~bit(ticket)
        state.ticket_deck[lowest(places)] = ticket
        places = without_lowest(places)
    return tickets | away


@rule
def imagine_tickets(board: Board, view: State, state: State) -> None:
    tickets = deal_refused(view, state, unseen_tickets(board, view))
    longs = NONE
    if board.opening_long > 0:
        longs = tickets & board.long_tickets
        tickets &= ~longs
    for seat in range(view.seats):
        if seat != view.viewer:
            if board.opening_long > 0:
                longs = imagine_long(board, view, state, seat, longs)
            tickets = deal_held(view, state, seat, tickets)
            tickets = deal_set_aside(view, state, seat, tickets)
    state.unused = longs | deal_deck(view, state, tickets)


@rule
def imagine_choices(board: Board, view: State, state: State) -> None:
    """S3: those who have chosen in the opening kept any set they were allowed to, each as likely."""
    if view.phase != OPENING:
        return
    for seat in range(view.seats):
        if seat != view.viewer and view.chosen[seat] >= 0 and view.offered_size[seat] > 0:
            kept = 0
            while count(np.uint64(kept)) < min(whole(board.opening_keep), whole(view.offered_size[seat])):
                kept = below(state, 1 << whole(view.offered_size[seat]))
            state.chosen[seat] = kept


@entry
def imagine_into(board: Board, view: State, seed: np.uint64, state: State) -> None:
    """Fill `state`, a copy of `view`, with one way the hidden things may lie."""
    start_over(state, seed)
    state.viewer = EVERYTHING
    imagine_hands(board, view, state)
    imagine_tickets(board, view, state)
    imagine_choices(board, view, state)


def imagine(board: Board, view: State, seed: int) -> State:
    """A new full state that agrees with the view."""
    state = copied(view)
    imagine_into(board, view, np.uint64(seed % (1 << 64)), state)
    return state
