"""Worlds: full states that agree with the view, in which the others hold tickets that fit what they do.

Several sets of tickets are drawn for each of them, likelier ones more often by what was built, and the set that a
planner values most is taken: nobody holds tickets at random, since everybody chose them.
"""

import numpy as np

from carrozza.bots.compiled.decide import decide
from carrozza.bots.compiled.planning.network import best_draft, set_prices
from carrozza.bots.search.imagining.chance import chance_of
from carrozza.bots.search.imagining.hands import imagine_likely_hands
from carrozza.bots.search.workspace import Proposal, Workspace
from carrozza.kernel.actions import KEEP, WORDS
from carrozza.kernel.bits import NONE, bit, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.chance import below, start_over
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.imagine import (
    deal_deck,
    deal_refused,
    deal_set_aside,
    imagine_hands,
    imagine_tickets,
    unseen_tickets,
)
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import EVERYTHING, NOBODY, OPENING, State
from carrozza.kernel.tickets import keepable
from carrozza.kernel.view import make_view

LATE = 0.25
"""With such a share of its trains left, what a seat has built says enough."""


@rule
def take_likely(state: State, tickets: np.uint64, odds: Grid) -> int:
    """A random ticket of a set, each as often as its odds say."""
    total = 0.0
    left = tickets
    while left != NONE:
        total += odds[lowest(left)]
        left = without_lowest(left)
    at = chance_of(state) * total
    while count(tickets) > 1:
        at -= odds[lowest(tickets)]
        if at < 0.0:
            break
        tickets = without_lowest(tickets)
    return lowest(tickets)


@rule
def propose(
    board: Board,
    view: State,
    odds: Grid,
    state: State,
    seat: int,
    longs: np.uint64,
    tickets: np.uint64,
    proposal: Proposal,
) -> None:
    """Likely tickets for this seat. S3, S4: where long ones are dealt apart it was dealt one, and kept it or not."""
    proposal.held = NONE
    proposal.long = NOBODY
    if longs != NONE:
        ticket = take_likely(state, longs, odds)
        proposal.long = ticket
        kept = whole(view.opening_kept[seat]) * odds[ticket]
        refused = whole(board.opening_long) + whole(board.opening_tickets) - whole(view.opening_kept[seat])
        if chance_of(state) * (kept + refused) < kept:
            proposal.held = bit(ticket)
    while count(proposal.held) < view.ticket_count[seat]:
        ticket = take_likely(state, tickets, odds)
        tickets &= ~bit(ticket)
        proposal.held |= bit(ticket)


@rule
def imagine_holding(work: Workspace, state: State, seat: int, longs: np.uint64, tickets: np.uint64) -> None:
    """Leave the best of several proposals in the first place; where the odds are learned, the only one."""
    board, view, odds = work.board, work.root, work.inference.odds[seat]
    best, other = work.proposals[0], work.proposals[1]
    propose(board, view, odds, state, seat, longs, tickets, best)
    if view.ticket_count[seat] == 0 or whole(view.trains[seat]) < LATE * whole(board.trains):
        return
    if work.inference.learned:
        return
    make_view(state, seat, work.views[0])
    memory = work.root_memories[seat]
    set_prices(board, work.graph, work.views[0], memory, work.scratch)
    worth = best_draft(board, work.graph, work.views[0], memory, work.scratch, best.held, False)
    for _ in range(1, work.settings.proposals):
        propose(board, view, odds, state, seat, longs, tickets, other)
        other_worth = best_draft(board, work.graph, work.views[0], memory, work.scratch, other.held, False)
        if other_worth > worth:
            worth = other_worth
            best.held = other.held
            best.long = other.long


@rule
def imagine_likely_tickets(work: Workspace, state: State) -> None:
    """The seats take what they hold in an order of chance, so that none gets the likeliest tickets always."""
    board, view = work.board, work.root
    tickets = deal_refused(view, state, unseen_tickets(board, view))
    longs = NONE
    if board.opening_long > 0:
        longs = tickets & board.long_tickets
        tickets &= ~longs
    seats = whole(view.seats)
    first = below(state, seats)
    for i in range(seats):
        seat = (first + i) % seats
        if seat != view.viewer:
            imagine_holding(work, state, seat, longs, tickets)
            chosen = work.proposals[0]
            state.tickets[seat] = chosen.held
            tickets &= ~chosen.held
            if chosen.long != NOBODY:
                longs &= ~bit(whole(chosen.long))
                if chosen.held & bit(whole(chosen.long)) == NONE and view.gone_size[seat] > 0:
                    state.gone[seat] |= bit(whole(chosen.long))
    for seat in range(seats):
        if seat != view.viewer:
            tickets = deal_set_aside(view, state, seat, tickets)
    state.unused = longs | deal_deck(view, state, tickets)


@rule
def imagine_opening_choices(work: Workspace, state: State) -> None:
    """S3: those who have chosen in the opening chose as planners do."""
    view, mask = work.root, work.mask
    for seat in range(view.seats):
        if seat != view.viewer and view.chosen[seat] >= 0 and view.offered_size[seat] > 0:
            state.chosen[seat] = NOBODY
            for word in range(WORDS):
                mask[word] = NONE
            keepable(work.board, state, seat, mask)
            make_view(state, seat, work.views[0])
            work.memories[seat] = work.root_memories[seat]
            action = decide(work.board, work.graph, work.views[0], mask, work.memories[seat], work.scratch)
            state.chosen[seat] = action - KEEP


@entry
def imagine_world(work: Workspace, seed: np.uint64, state: State) -> None:
    """Fill `state`, a copy of the root, with one way the hidden things may lie."""
    start_over(state, seed)
    state.viewer = EVERYTHING
    if work.inference.learned:
        imagine_likely_hands(work.board, work.root, work.inference.cards, work.counts, state)
    else:
        imagine_hands(work.board, work.root, state)
    if work.root.phase == OPENING:
        imagine_tickets(work.board, work.root, state)
        imagine_opening_choices(work, state)
    else:
        imagine_likely_tickets(work, state)
