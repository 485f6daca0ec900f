"""A position document read as a state that can be played on."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from carrozza.game.names import Names, blank_mask
from carrozza.game.position import PHASES
from carrozza.game.positions.checking import flaws_in
from carrozza.game.positions.checking_pending import due
from carrozza.game.positions.contents import cards_left, refused_tickets, taken_tickets
from carrozza.game.positions.flaws import Flaw, FlawedInput
from carrozza.game.positions.model import DECK, DISCARD, Pending, PlayerPosition, PositionDocument
from carrozza.kernel.cards import settle_cards, shuffle_deck
from carrozza.kernel.claims import take_route
from carrozza.kernel.layout import KINDS
from carrozza.kernel.legal import legal
from carrozza.kernel.markers import place_start
from carrozza.kernel.setup import empty_table
from carrozza.kernel.state import NOBODY, OPENING, OVER, SHUFFLED, TURN, State
from carrozza.kernel.tickets import offer, put_at_bottom, stack_tickets
from carrozza.words.phrases import Phrase

PHASE_NUMBERS = {name: number for number, name in PHASES.items()}


def state_of(names: Names, position: PositionDocument, seed: int) -> State:
    """The state a position describes; `FlawedInput` lists all that is impossible about it."""
    flaws = list(flaws_in(names, position))
    if flaws:
        raise FlawedInput(flaws)
    state = empty_table(names.compiled, len(names.seats), seed)
    for seat, name in enumerate(names.seats):
        _place_player(names, state, seat, position.players.get(name, PlayerPosition()))
    _place_cards(names, state, position)
    _place_tickets(names, state, position)
    if position.alvin is not None:
        state.alvin_city = names.city_number(position.alvin.city)
        state.alvin_holder = -1 if position.alvin.holder is None else names.seat_number(position.alvin.holder)
    _begin(names, state, position)
    if position.pending is not None:
        _go_on(names, state, position.pending)
    return state


def _begin(names: Names, state: State, position: PositionDocument) -> None:
    to_move = 0 if position.to_move is None else names.seat_number(position.to_move)
    state.first = to_move if position.first is None else names.seat_number(position.first)
    state.turns_left = -1 if position.last_turns is None else position.last_turns
    state.turns = position.turns
    state.passes = position.passes
    undecided = [seat for seat in range(len(names.seats)) if state.chosen[seat] < 0]
    if position.finished:
        state.phase, state.actor = OVER, -1
    elif undecided:
        state.phase, state.actor = OPENING, undecided[0]
    else:
        state.phase, state.actor = TURN, to_move


def _go_on(names: Names, state: State, pending: Pending) -> None:
    """The middle of a turn; `FlawedInput` where nothing can be done in it."""
    state.phase = PHASE_NUMBERS[pending.phase]
    if pending.route is not None:
        state.route = names.route_number(pending.route)
    for cards, placed in ((pending.laid, state.laid), (pending.turned, state.turned)):
        for kind, number in cards.items():
            placed[names.kind_number(kind)] = number
    if pending.phase == "tunnel":
        state.due = due(pending)
    for ticket in pending.offered:
        offer(state, int(state.actor), names.ticket_number(ticket))
    if pending.phase == "start":
        _find_first(state)
    mask = blank_mask()
    legal(names.compiled, state, mask)
    if not mask.any():
        raise FlawedInput([Flaw("pending", Phrase("flaw.nothing_to_do"))])


def _find_first(state: State) -> None:
    """S6: start cities are chosen from the last player back to the first, so their number tells who that is."""
    chosen = sum(int(state.start[seat]) >= 0 for seat in range(state.seats))
    state.first = (int(state.actor) + chosen + 1) % int(state.seats)


def _place_player(names: Names, state: State, seat: int, player: PlayerPosition) -> None:
    board = names.board
    for route in player.routes:
        take_route(names.compiled, state, seat, names.route_number(route))
    if player.trains is not None:
        state.trains[seat] = player.trains
    worth = sum(board.rules.route_points[board.routes[names.route_number(route)].length] for route in player.routes)
    state.points[seat] = player.points if player.points is not None else 0 if board.rules.markers else worth
    state.catches[seat] = player.catches
    for city in player.stations:
        state.stations[seat] |= _bit(names.city_number(city))
    for place, city in enumerate(player.markers):
        if place == 0:
            place_start(names.compiled, state, seat, names.city_number(city))
        state.markers[seat] |= _bit(names.city_number(city))
    _give_tickets(names, state, seat, player)
    _give(names, state, seat, player.hand)
    for kind, number in player.known.items():
        state.known[seat, names.kind_number(kind)] = number
    unseen = player.unseen if player.unseen is not None else Counter(player.hand) - Counter(player.known)
    _draw_unseen(names, state, seat, unseen)


def _give_tickets(names: Names, state: State, seat: int, player: PlayerPosition) -> None:
    """Held for good, or chosen while others still choose (S3), or still to be chosen among."""
    rules, held = names.board.rules, [names.ticket_number(ticket) for ticket in player.tickets]
    for ticket in (*player.offered, *player.dealt):
        offer(state, seat, names.ticket_number(ticket))
    _refuse_tickets(names, state, seat, player)
    if player.dealt:
        dealt = [names.ticket_number(ticket) for ticket in player.dealt]
        state.chosen[seat] = sum(1 << place for place, ticket in enumerate(dealt) if ticket in held)
        return
    state.chosen[seat] = -1 if player.offered else 0
    for number in held:
        state.tickets[seat] |= _bit(number)
    state.ticket_count[seat] = len(held)
    usually_kept = min(len(held), rules.opening_long + rules.opening_tickets)
    state.opening_kept[seat] = usually_kept if player.opening_kept is None else player.opening_kept


def _refuse_tickets(names: Names, state: State, seat: int, player: PlayerPosition) -> None:
    """S4: out of the game, or shuffled under the deck."""
    for ticket in player.refused:
        refused = state.gone if names.board.rules.opening_refused == "out" else state.refused
        refused[seat] |= _bit(names.ticket_number(ticket))
    state.gone_size[seat] = int(state.gone[seat]).bit_count()
    state.drew_refused[seat] = player.drew_refused


def _bit(number: int) -> np.uint64:
    return np.uint64(1 << number)


def _give(names: Names, state: State, seat: int, cards: Mapping[str, int]) -> None:
    for kind, number in cards.items():
        state.hand[seat, names.kind_number(kind)] += number
    state.hand_size[seat] = state.hand[seat].sum()


def _draw_unseen(names: Names, state: State, seat: int, cards: Mapping[str, int]) -> None:
    for kind, number in cards.items():
        state.blind[seat, names.kind_number(kind)] += number
    state.blind_size[seat] = state.blind[seat].sum()


def _place_cards(names: Names, state: State, position: PositionDocument) -> None:
    left = cards_left(names, position)
    if position.rest == DISCARD:
        left, discard = Counter(), Counter(position.discard) + left
    else:
        discard = Counter(position.discard)
    if position.rest not in (DECK, DISCARD):
        _give(names, state, names.seat_number(position.rest), left)
        _draw_unseen(names, state, names.seat_number(position.rest), left)
        left = Counter()
    for kind, number in discard.items():
        state.discard[names.kind_number(kind)] = number
    state.discard_size = state.discard.sum()
    for kind in position.row or ():
        state.row[names.kind_number(kind)] += 1
    state.row_size = state.row.sum()
    _stack_deck(names, state, sorted(left.elements()), position.deck)
    if position.row is None or (position.pending is None and not position.finished):
        settle_cards(state)


def _stack_deck(names: Names, state: State, beneath: list[str], top: tuple[str, ...]) -> None:
    state.deck_size = len(beneath)
    state.deck[: len(beneath)] = [names.kind_number(kind) for kind in beneath]
    shuffle_deck(state)
    size = len(beneath) + len(top)
    state.deck[len(beneath) : size] = [names.kind_number(kind) for kind in reversed(top)]
    state.deck_size = size
    in_deck = np.bincount(state.deck[:size], minlength=KINDS)
    state.deck_bound[:] = in_deck + state.blind.sum(axis=0)


def _place_tickets(names: Names, state: State, position: PositionDocument) -> None:
    returners = {
        names.ticket_number(ticket): SHUFFLED if who is None else names.seat_number(who)
        for ticket, who in position.returned.items()
    }
    refused, taken = refused_tickets(names, position), taken_tickets(names, position)
    listed = [number for ticket in position.tickets if (number := names.ticket_number(ticket)) not in refused]
    others = set(range(len(names.board.tickets))) - set(listed) - taken
    if names.board.rules.opening_long:
        others -= {number for number, ticket in enumerate(names.board.tickets) if ticket.long}
    for number in listed:
        put_at_bottom(state, number, returners.get(number, NOBODY))
    stack_tickets(state, np.uint64(sum(1 << number for number in others)))
    if position.tickets_left is not None:
        _keep_top_tickets(state, position.tickets_left - (len(position.tickets) - len(listed)))
    in_deck = {int(ticket) for ticket in state.ticket_deck if ticket >= 0}
    unused = set(range(len(names.board.tickets))) - in_deck - taken
    state.unused = np.uint64(sum(1 << ticket for ticket in unused))


def _keep_top_tickets(state: State, number: int) -> None:
    if number < state.ticket_deck_size:
        state.ticket_deck[number : state.ticket_deck_size] = -1
        state.ticket_returner[number : state.ticket_deck_size] = -1
        state.ticket_deck_size = number
