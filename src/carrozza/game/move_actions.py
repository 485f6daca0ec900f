"""Moves to the kernel's actions and back."""

from collections.abc import Iterator

from carrozza.game.cards import DECK, Cards
from carrozza.game.errors import IllegalMove
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    Move,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.names import Names, bits_of, blank_mask
from carrozza.game.payments import payment_cost
from carrozza.kernel import actions, rules
from carrozza.kernel.layout import GRAY, LOCOMOTIVE
from carrozza.kernel.legal import legal
from carrozza.kernel.markers import PAIR
from carrozza.kernel.refusals import apply
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    OPENING,
    OVER,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
    copied,
)
from carrozza.kernel.turns import finish, play

PHASES_OF: dict[type[Move], tuple[int, ...]] = {
    Keep: (OPENING, TICKETS_DRAWN),
    Start: (START,),
    Draw: (TURN, SECOND),
    DrawTickets: (TURN,),
    Claim: (TURN,),
    BuildStation: (TURN,),
    Pass: (TURN,),
    PayTunnel: (TUNNEL,),
    Decline: (TUNNEL,),
    MoveAlvin: (MOVE_ALVIN,),
    PlaceMarker: (MARKER,),
    NoMarker: (MARKER,),
}

EXPECTED_FIRST = {OVER: "E5", OPENING: "S3", START: "S6", TUNNEL: "U4", TICKETS_DRAWN: "K1", MOVE_ALVIN: "A2"}
"""The rule that says what must be decided before anything else; elsewhere T1."""


def check_moment(state: State, move: Move) -> None:
    """Refuse a move that belongs to another moment of the game."""
    phase = int(state.phase)
    if phase not in PHASES_OF[type(move)]:
        rule = "A5" if phase == MOVE_ALVIN and isinstance(move, PlaceMarker) else EXPECTED_FIRST.get(phase, "T1")
        raise IllegalMove(rule)


def carry_out(names: Names, state: State, move: Move) -> None:
    """Play a move by its actions; an `IllegalMove` may leave the state half-way, so work on a copy."""
    if isinstance(move, Finish):
        finish(state)
        return
    check_moment(state, move)
    match move:
        case Claim():
            _claim(names, state, move)
        case BuildStation():
            _build_station(names, state, move)
        case PlaceMarker():
            _place_marker(names, state, move)
        case PayTunnel():
            _pay_tunnel(names, state, move)
        case _:
            _apply(names, state, _single_action(names, state, move))


def _apply(names: Names, state: State, action: int) -> None:
    refused = _try(names, state, action)
    if refused:
        raise IllegalMove(refused)


def _try(names: Names, state: State, action: int) -> str:
    return rules.IDS[apply(names.compiled, state, action, blank_mask())]


def _single_action(names: Names, state: State, move: Move) -> int:
    match move:
        case Keep(tickets):
            return _keep_action(names, state, tickets)
        case Start(city) | MoveAlvin(city):
            return actions.CITY + names.city_number(city)
        case Draw(card):
            return actions.DRAW_BLIND if card == DECK else actions.DRAW + names.kind_number(card)
        case DrawTickets():
            return actions.DRAW_TICKETS
        case Decline():
            return actions.DECLINE
        case NoMarker():
            return actions.SKIP
        case _:
            return actions.PASS


def _keep_action(names: Names, state: State, tickets: tuple[str, ...]) -> int:
    seat = int(state.actor)
    offered = [int(ticket) for ticket in state.offered[seat, : state.offered_size[seat]]]
    if len(set(tickets)) < len(tickets):
        raise IllegalMove("S3" if state.phase == OPENING else "K1")
    kept = 0
    for ticket in tickets:
        number = names.ticket_number(ticket)
        if number not in offered:
            raise IllegalMove("S3" if state.phase == OPENING else "K1")
        kept |= 1 << offered.index(number)
    return actions.KEEP + kept


def payment_action(names: Names, cards: Cards, price: int, colour: int = GRAY) -> int | None:
    """The action that pays so; none where the cards are not `price` of one colour (C2)."""
    numbers = [names.kind_number(kind) for kind in cards.colours]
    if cards.total != price or len(numbers) > 1 or (numbers and colour not in (GRAY, numbers[0])):
        return None
    if not numbers:
        return actions.PAY_LOCOMOTIVES
    return actions.PAY + numbers[0] * actions.PAY_COUNTS + cards.locomotives


def cheapest_payment(names: Names, state: State, price: int) -> int | None:
    """The fewest locomotives; then the colour there is most of; then the board's order."""
    hand = names.cards(state.hand[state.actor])
    payments = [action for action in legal_actions(names, state) if is_payment(action)]
    return min(payments, key=lambda action: payment_cost(paid_cards(names, action, price), hand), default=None)


def is_payment(action: int) -> bool:
    return actions.PAY <= action < actions.DRAW or action == actions.PAY_LOCOMOTIVES


def _pay(names: Names, state: State, cards: Cards | None, price: int, malformed: str, colour: int = GRAY) -> None:
    if cards is None:
        action = cheapest_payment(names, state, price)
        if action is None:
            raise IllegalMove("C8")
    else:
        action = payment_action(names, cards, price, colour)
        if action is None:
            raise IllegalMove(malformed)
    _apply(names, state, action)


def _claim(names: Names, state: State, move: Claim) -> None:
    """C1, C5, C6, W2, C3 come before the cards; then C2, C7 and C8."""
    number = names.route_number(move.route)
    board = names.compiled
    price, colour = int(board.length[number]), int(board.colour[number])
    refused = _try(names, state, actions.CLAIM + number)
    if not refused:
        _pay(names, state, move.cards, price, "C2", colour)
    elif refused in ("C7", "C8") and move.cards is not None:
        raise IllegalMove(_fault_of_unaffordable(names, move.cards, number))
    else:
        raise IllegalMove(refused)


def _fault_of_unaffordable(names: Names, cards: Cards, route: int) -> str:
    board = names.compiled
    if payment_action(names, cards, int(board.length[route]), int(board.colour[route])) is None:
        return "C2"
    return "C7" if cards.locomotives < board.ferry[route] else "C8"


def _build_station(names: Names, state: State, move: BuildStation) -> None:
    price = int(state.stations[state.actor]).bit_count() + 1
    refused = _try(names, state, actions.CITY + names.city_number(move.city))
    if refused == "C8" and move.cards is not None and payment_action(names, move.cards, price) is None:
        refused = "B2"
    if refused:
        raise IllegalMove(refused)
    _pay(names, state, move.cards, price, "B2")


def _place_marker(names: Names, state: State, move: PlaceMarker) -> None:
    refused = _try(names, state, actions.CITY + names.city_number(move.city))
    if refused == "C8" and move.cards is not None and payment_action(names, move.cards, PAIR) is None:
        refused = "W3"
    if refused:
        raise IllegalMove(refused)
    _pay(names, state, move.cards, PAIR, "W3")


def _pay_tunnel(names: Names, state: State, move: PayTunnel) -> None:
    """U3 for colours where only locomotives were laid; U2 for too few, too many or another colour."""
    only_locomotives = not any(state.laid[:LOCOMOTIVE])
    if only_locomotives and move.cards is not None and move.cards.colours:
        raise IllegalMove("U3")
    _pay(names, state, move.cards, int(state.due), "U2")


def legal_actions(names: Names, state: State) -> list[int]:
    mask = blank_mask()
    legal(names.compiled, state, mask)
    return list(bits_of(mask))


def legal_moves(names: Names, state: State) -> Iterator[Move]:
    """Every move that is legal now, in the order of the action space."""
    for action in legal_actions(names, state):
        yield from _moves_of(names, state, action)


def _moves_of(names: Names, state: State, action: int) -> Iterator[Move]:
    board = names.board
    if action < actions.CITY:
        route = board.routes[action]
        for cards in _payments_after(names, state, action, route.length):
            yield Claim(route.id, cards)
    elif action < actions.PAY:
        yield from _city_moves(names, state, action)
    elif is_payment(action):
        yield PayTunnel(paid_cards(names, action, int(state.due)))
    elif action >= actions.KEEP:
        yield Keep(kept_tickets(names, state, action - actions.KEEP))
    else:
        yield _plain_move(names, action)


def _city_moves(names: Names, state: State, action: int) -> Iterator[Move]:
    city = names.board.cities[action - actions.CITY].id
    phase = int(state.phase)
    if phase == START:
        yield Start(city)
    elif phase == MOVE_ALVIN:
        yield MoveAlvin(city)
    elif phase == MARKER:
        for cards in _payments_after(names, state, action, PAIR):
            yield PlaceMarker(city, cards)
    else:
        price = int(state.stations[state.actor]).bit_count() + 1
        for cards in _payments_after(names, state, action, price):
            yield BuildStation(city, cards)


def needs_payment(state: State, action: int) -> bool:
    """Whether the action is half a move, and how to pay is the other half."""
    return action < actions.CITY or (action < actions.PAY and int(state.phase) in (TURN, MARKER))


def move_of(names: Names, state: State, action: int, payment: int | None = None) -> Move:
    """The move that a legal action makes, with the action that pays for it where it `needs_payment`."""
    made = next(_moves_of(names, state, action))
    if payment is None:
        return made
    match made:
        case Claim(route, cards) | BuildStation(route, cards) | PlaceMarker(route, cards):
            assert cards is not None
            return type(made)(route, paid_cards(names, payment, cards.total))
    return made


def _plain_move(names: Names, action: int) -> Move:
    plain: dict[int, Move] = {
        actions.DRAW_BLIND: Draw(DECK),
        actions.DRAW_TICKETS: DrawTickets(),
        actions.DECLINE: Decline(),
        actions.SKIP: NoMarker(),
        actions.PASS: Pass(),
    }
    return plain[action] if action in plain else Draw(names.kind_name(action - actions.DRAW))


def _payments_after(names: Names, state: State, action: int, price: int) -> Iterator[Cards]:
    """C2: every legal mix once this has been chosen."""
    chosen = copied(state)
    play(names.compiled, chosen, action)
    for payment in legal_actions(names, chosen):
        yield paid_cards(names, payment, price)


def paid_cards(names: Names, action: int, price: int) -> Cards:
    if action == actions.PAY_LOCOMOTIVES:
        return Cards({"locomotive": price})
    colour, locomotives = divmod(action - actions.PAY, actions.PAY_COUNTS)
    return Cards({names.kind_name(colour): price - locomotives, "locomotive": locomotives})


def kept_tickets(names: Names, state: State, kept: int) -> tuple[str, ...]:
    offered = state.offered[state.actor, : state.offered_size[state.actor]]
    return tuple(names.board.tickets[ticket].id for i, ticket in enumerate(offered) if kept >> i & 1)
