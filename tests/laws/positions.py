"""The laws of a position, checked for many positions at once: `states` is an array of states of one board."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza.kernel.board import Board
from carrozza.kernel.cards import TOO_MANY
from carrozza.kernel.layout import CARDS, KINDS, LOCOMOTIVE, OFFERED, ROUTES, ROW, SEATS, TICKETS
from carrozza.kernel.state import MOVE_ALVIN, NOBODY, OPENING, START, TUNNEL
from tests.laws.play import bits_of

Numbers = npt.NDArray[np.int64]
Law = Callable[[Board, Any], None]


def plain(cells: Any) -> Numbers:
    """Numbers wide enough to add up."""
    return np.asarray(cells).astype(np.int64)


def agree(found: Any, expected: Any) -> None:
    """NumPy's own comparison tells where they differ, and takes long to find that they do not."""
    if not np.array_equal(found, expected):
        np.testing.assert_array_equal(found, expected)


def deck_kinds(states: Any) -> Numbers:
    """How many cards of each kind each deck holds."""
    held = np.arange(CARDS) < plain(states.deck_size)[:, None]
    return counted(plain(states.deck), held, KINDS)


def counted(numbers: Numbers, wanted: npt.NDArray[np.bool_], kinds: int) -> Numbers:
    """How often each number from 0 on is among the wanted ones of each row."""
    rows = np.arange(len(numbers))[:, None] * kinds + numbers
    return np.bincount(rows[wanted], minlength=len(numbers) * kinds).reshape(-1, kinds)


def lengths_owned(board: Board, states: Any) -> npt.NDArray[np.float32]:
    """The spaces of each seat's own routes."""
    return times(bits_of(states.owned), board.length)


def ticket_places(states: Any) -> npt.NDArray[np.bool_]:
    """The places of the ring that the ticket deck fills, from its top on."""
    behind_top = (np.arange(TICKETS) - plain(states.ticket_top)[:, None]) % TICKETS
    filled: npt.NDArray[np.bool_] = behind_top < plain(states.ticket_deck_size)[:, None]
    return filled


def times(left: Any, right: Any) -> npt.NDArray[np.float32]:
    """A product of matrices of small whole numbers, exact in this type and fast."""
    product: npt.NDArray[np.float32] = np.asarray(left).astype(np.float32) @ np.asarray(right).astype(np.float32)
    return product


def times_listed(tickets: Any) -> Numbers:
    """How often each ticket is in a list of them, -1 standing for none."""
    flat = plain(tickets).reshape(len(tickets), -1)
    return counted(flat, flat >= 0, TICKETS)


def cards_are_kept(board: Board, states: Any) -> None:
    """Every card is in a hand, the deck, the row or the discards, or lies on the table."""
    on_table = plain(states.row) + plain(states.discard) + plain(states.laid) + plain(states.turned)
    found = plain(states.hand).sum(axis=1) + deck_kinds(states) + on_table
    agree(found, np.broadcast_to(plain(board.cards), found.shape))
    for pile in (states.hand, states.row, states.discard, states.laid, states.turned, states.deck_bound):
        assert (pile >= 0).all()


def sizes_are_told(board: Board, states: Any) -> None:
    agree(plain(states.hand).sum(axis=2), states.hand_size)
    agree(plain(states.row).sum(axis=1), states.row_size)
    agree(plain(states.discard).sum(axis=1), states.discard_size)
    agree(bits_of(states.tickets[..., None]).sum(axis=2), states.ticket_count)
    agree(bits_of(states.gone[..., None]).sum(axis=2), states.gone_size)


def nothing_lies_beyond(board: Board, states: Any) -> None:
    """What is not there is blank: no card above the deck, no ticket behind the offered ones, no seventh seat."""
    assert not states.deck[np.arange(CARDS) >= plain(states.deck_size)[:, None]].any()
    offered = np.arange(OFFERED) < plain(states.offered_size)[..., None]
    agree(plain(states.offered) >= 0, offered)
    absent = np.arange(SEATS) >= plain(states.seats)[:, None]
    for cells in (states.hand, states.known, states.owned, states.free, states.tickets, states.trains, states.points):
        assert not cells[absent].any()


def trains_are_kept(board: Board, states: Any) -> None:
    """C3: a train lies on every space of one's own routes, the others are left."""
    seated = np.arange(SEATS) < plain(states.seats)[:, None]
    start = np.where(seated, int(board.trains), 0)
    agree(plain(states.trains) + lengths_owned(board, states), start)
    assert (states.trains >= 0).all()


def tickets_are_kept(board: Board, states: Any) -> None:
    """Every ticket is in exactly one place."""
    held = bits_of(np.stack([states.tickets, states.gone], axis=-1).reshape(len(states), -1, 1)).sum(axis=1)
    found = held + bits_of(states.unused[..., None]) + times_listed(states.offered) + times_listed(states.ticket_deck)
    there = np.arange(TICKETS) < int(board.tickets)
    agree(found, np.broadcast_to(there, found.shape))


def ticket_ring_is_sound(board: Board, states: Any) -> None:
    filled = ticket_places(states)
    agree(plain(states.ticket_deck) >= 0, filled)
    assert (states.ticket_returner[~filled] == NOBODY).all()
    assert (plain(states.ticket_returner) < plain(states.seats)[:, None]).all()


def long_tickets_stay_apart(board: Board, states: Any) -> None:
    """S3: where long tickets are dealt apart, none is ever in the deck, and only dealt ones are in the game."""
    if board.opening_long == 0:
        assert not states.unused.any()
        return
    unused = bits_of(states.unused[..., None]).sum(axis=1)
    longs = int(bits_of(board.long_tickets[None]).sum())  # type: ignore[index]
    agree(unused, longs - plain(states.seats) * int(board.opening_long))
    assert not (states.unused & ~board.long_tickets).any()


def routes_have_one_owner(board: Board, states: Any) -> None:
    owners = bits_of(states.owned).reshape(len(states), SEATS, ROUTES).sum(axis=1)
    assert owners.max() <= 1
    assert not owners[:, int(board.routes) :].any()


def doubles_are_closed(board: Board, states: Any) -> None:
    """C1: what nobody owns is free. C5: but for parallels of one's own routes; C6: of anybody's, at a small table."""
    owned = bits_of(states.owned).reshape(len(states), SEATS, ROUTES)
    beside = np.zeros_like(owned)
    for route, parallel in np.argwhere(bits_of(board.parallel).reshape(ROUTES, ROUTES)):
        beside[..., route] |= owned[..., parallel]
    small = plain(states.seats) <= int(board.single_until)
    shut = np.where(small[:, None, None], beside.any(axis=1, keepdims=True), beside)
    seated = np.arange(SEATS) < plain(states.seats)[:, None]
    there = bits_of(board.all_routes).reshape(ROUTES)
    free = there & ~owned.any(axis=1, keepdims=True) & ~shut & seated[..., None]
    agree(bits_of(states.free).reshape(free.shape), free)
    assert not (owned & beside).any()


def networks_hold_together(board: Board, states: Any) -> None:
    """W2: a seat reaches the routes of its start city and of the cities its own routes reach; elsewhere all."""
    seated = np.arange(SEATS) < plain(states.seats)[:, None]
    reach = bits_of(states.reach).reshape(len(states), SEATS, ROUTES)
    owned = bits_of(states.owned).reshape(reach.shape)
    if not board.network:
        agree(reach, seated[..., None] & bits_of(board.all_routes).reshape(ROUTES))
        return
    ends_in = bits_of(board.routes_of).reshape(-1, ROUTES)
    start = plain(states.start)
    cities = times(owned, ends_in.T) > 0
    np.put_along_axis(cities, np.maximum(start, 0)[..., None], True, axis=2)
    cities &= (start >= 0)[..., None]
    agree(reach, times(cities, ends_in) > 0)
    assert not (owned & ~reach).any()


def markers_are_kept(board: Board, states: Any) -> None:
    """S6, W3, B1: so many a seat, one a city, the start city's among them; none where Alvin starts (A1)."""
    for pieces, each in ((states.markers, board.markers), (states.stations, board.stations)):
        placed = bits_of(pieces[..., None])
        assert placed.sum(axis=1).max() <= 1
        assert placed.sum(axis=2).max() <= int(each)
        assert not placed[..., int(board.cities) :].any()
    marked = bits_of(states.markers[..., None])
    settled = (plain(states.phase) > START) & (int(board.network) > 0)
    started = np.take_along_axis(marked, np.maximum(plain(states.start), 0)[..., None], axis=2)[..., 0]
    seated = np.arange(SEATS) < plain(states.seats)[:, None]
    assert (started | ~seated | ~settled[:, None]).all()
    if board.alvin_city >= 0:
        assert not marked[..., int(board.alvin_city)].any()


def alvin_is_with_his_holder(board: Board, states: Any) -> None:
    """A2, A3: while he is held he is in a city with his holder's marker; his catcher first has to move him."""
    holder, city = plain(states.alvin_holder), plain(states.alvin_city)
    agree(holder == NOBODY, ~plain(states.catches).any(axis=1))
    if board.alvin_city < 0:
        assert (city < 0).all() and (holder == NOBODY).all()
        return
    assert (city[holder == NOBODY] == int(board.alvin_city)).all()
    homes = np.take_along_axis(bits_of(states.markers[..., None]), city[:, None, None], axis=2)[..., 0]
    at_home = np.take_along_axis(homes, np.maximum(holder, 0)[:, None], axis=1)[:, 0]
    assert (at_home | (holder == NOBODY) | (plain(states.phase) == MOVE_ALVIN)).all()


def known_cards_are_held(board: Board, states: Any) -> None:
    """Nobody is known to hold a card that is not there."""
    assert (states.known >= 0).all()
    assert (states.known <= states.hand).all()


def deck_keeps_its_bound(board: Board, states: Any) -> None:
    """A deck holds no more of a kind than it was made of, less what has come off it in the open."""
    assert (deck_kinds(states) <= plain(states.deck_bound)).all()


def blind_cards_are_counted(board: Board, states: Any) -> None:
    """What came off the present deck unseen, and what is left of it, are what it was made of."""
    agree(plain(states.blind).sum(axis=2), states.blind_size)
    agree(deck_kinds(states) + plain(states.blind).sum(axis=1), states.deck_bound)


def deck_is_renewed(board: Board, states: Any) -> None:
    """D5: with an empty deck there are no discards."""
    assert not ((plain(states.deck_size) == 0) & (plain(states.discard_size) > 0)).any()


def row_is_full(board: Board, states: Any) -> None:
    """D1, D5: a row is short only where there is no card to fill it."""
    assert not ((plain(states.row_size) < ROW) & (plain(states.deck_size) > 0)).any()
    assert (states.row_size <= ROW).all()


def row_is_swept(board: Board, states: Any) -> None:
    """D6: three locomotives stay only where the cards outside the hands hold too few others for a better row, or
    where row and deck are two such rows, which would take each other's place for ever. (A tunnel is settled first.)"""
    in_deck = deck_kinds(states)
    outside = in_deck + plain(states.row) + plain(states.discard)
    total, others = outside.sum(axis=1), outside[:, :LOCOMOTIVE].sum(axis=1)
    too_few = others <= np.minimum(total, ROW) - TOO_MANY
    two_rows = (total == 2 * ROW) & (plain(states.deck_size) == ROW) & (in_deck[:, LOCOMOTIVE] >= TOO_MANY)
    shown = (plain(states.row)[:, LOCOMOTIVE] >= TOO_MANY) & (plain(states.phase) != TUNNEL)
    assert not (shown & ~too_few & ~two_rows).any()


def table_is_cleared(board: Board, states: Any) -> None:
    """U5: cards lie on the table only while a tunnel waits for its answer; tickets are offered to the actor alone."""
    tunnel = plain(states.phase) == TUNNEL
    for pile in (states.laid, states.turned, states.due[:, None]):
        agree(plain(pile).any(axis=1), tunnel)
    offered = plain(states.offered_size) > 0
    others = np.arange(SEATS) != plain(states.actor)[:, None]
    assert not (offered & others & (plain(states.phase) != OPENING)[:, None]).any()


LAWS: tuple[Law, ...] = (
    cards_are_kept,
    sizes_are_told,
    nothing_lies_beyond,
    trains_are_kept,
    tickets_are_kept,
    ticket_ring_is_sound,
    long_tickets_stay_apart,
    routes_have_one_owner,
    doubles_are_closed,
    networks_hold_together,
    markers_are_kept,
    alvin_is_with_his_holder,
    known_cards_are_held,
    deck_keeps_its_bound,
    deck_is_renewed,
    row_is_full,
    table_is_cleared,
)
"""What holds in any position, real or imagined."""

LAWS_OF_PLAY: tuple[Law, ...] = (*LAWS, blind_cards_are_counted, row_is_swept)
"""What holds in a position that has come about by play. (Who imagines one does not reason from a row left unswept.)"""


def keep(laws: tuple[Law, ...], board: Board, states: Any) -> None:
    for law in laws:
        law(board, states)
