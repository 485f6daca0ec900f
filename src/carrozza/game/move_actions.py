"""Moves to the kernel's actions and back."""

from functools import lru_cache

import numpy as np

from carrozza import boards
from carrozza.game.cards import DECK, Cards
from carrozza.game.cards import LOCOMOTIVE as LOCOMOTIVE_CARD
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
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, Grid
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
)
from carrozza.kernel.stations import station_price
from carrozza.kernel.turns import finish
from carrozza.kernel.whole_moves import (
    ACTION_BITS,
    MOST_MOVES,
    PAYMENT_AT,
    PHASE_AT,
    PRICE_AT,
    list_moves,
    whole_move,
)

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
    if type(move) not in PHASES_OF:
        raise TypeError(f"a move is a text or a move of carrozza, such as Draw('red'), and not {move!r}")
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
    return _keep_action(names, state, move.tickets) if isinstance(move, Keep) else plain_action(names, move)


def plain_action(names: Names, move: Move) -> int:
    """The action of a move that is one action at any moment."""
    match move:
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


def cheapest_payment(names: Names, state: State) -> int | None:
    """The fewest locomotives; then the colour there is most of; then the board's order."""
    hand, moves = names.cards(state.hand[state.actor]), moves_of_board(names.board)
    payments = [action for action in legal_actions(names, state) if is_payment(action)]
    # The order is the same at every price: the highest is taken, that no payment has more locomotives than it.
    return min(payments, key=lambda action: payment_cost(moves.paid(action, actions.PAY_COUNTS), hand), default=None)


def is_payment(action: int) -> bool:
    return actions.PAY <= action < actions.DRAW or action == actions.PAY_LOCOMOTIVES


def _pay(names: Names, state: State, cards: Cards | None, price: int, malformed: str, colour: int = GRAY) -> None:
    if cards is None:
        action = cheapest_payment(names, state)
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
    price = station_price(state, state.actor)
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


def can_only_pass(names: Names, state: State) -> bool:
    """T2: nothing else can be done."""
    mask = blank_mask()
    legal(names.compiled, state, mask)
    return mask.tobytes() == _PASS_ALONE


def legal_moves(names: Names, state: State) -> tuple[Move, ...]:
    """Every move that is legal now, in the order of the action space."""
    listed = _legal_numbers(names, state)
    if state.phase in PHASES_OF[Keep]:
        return tuple(Keep(kept_tickets(names, state, action_in(number) - actions.KEEP)) for number in listed)
    moves = moves_of_board(names.board)
    return tuple([moves[number] for number in listed])


def legal_move_texts(names: Names, state: State) -> list[str]:
    """The same in their notation; of several payments for one thing the cheapest comes first."""
    if state.phase in PHASES_OF[Keep]:
        return [str(move) for move in legal_moves(names, state)]
    texts = moves_of_board(names.board).texts
    return [texts[number] for number in _cheapest_first(names, state, _legal_numbers(names, state))]


def _cheapest_first(names: Names, state: State, numbers: list[int]) -> list[int]:
    hand, moves = names.cards(state.hand[state.actor]), moves_of_board(names.board)
    places: dict[int, int] = {}
    costs: dict[int, tuple[int, int]] = {}

    def place_and_cost(number: int) -> tuple[int, tuple[int, int]]:
        thing, payment = action_in(number), number >> PAYMENT_AT
        if is_payment(thing):  # of a tunnel: the action itself is the payment
            thing, payment = actions.PAY, number
        if payment not in costs:
            costs[payment] = payment_cost(getattr(moves[number], "cards", None) or Cards(), hand)
        return places.setdefault(thing, len(places)), costs[payment]

    return sorted(numbers, key=place_and_cost)


def _legal_numbers(names: Names, state: State) -> list[int]:
    numbers = np.empty(MOST_MOVES, np.int32)
    size = list_moves(names.compiled, state, blank_mask(), blank_mask(), numbers)
    listed: list[int] = numbers[:size].tolist()
    return listed


def action_in(number: int) -> int:
    """The action of a whole move."""
    return number & (1 << ACTION_BITS) - 1


class MovesOfBoard(dict[int, Move]):
    """The moves of a board by their numbers, `Keep` aside: each is made once."""

    def __init__(self, board: boards.Board) -> None:
        super().__init__()
        self._board = board
        self.texts = MoveTexts(self)

    def __missing__(self, number: int) -> Move:
        action, payment = action_in(number), action_in(number >> PAYMENT_AT)
        price, phase = number >> PRICE_AT & (1 << PHASE_AT - PRICE_AT) - 1, number >> PHASE_AT
        self[number] = made = self._move(phase, action, payment, price)
        return made

    def _move(self, phase: int, action: int, payment: int, price: int) -> Move:
        if action < actions.CITY:
            return Claim(self._board.routes[action].id, self.paid(payment, price))
        if action < actions.PAY:
            return self._city_move(phase, self._board.cities[action - actions.CITY].id, payment, price)
        if is_payment(action):
            return PayTunnel(self.paid(action, price))
        return _PLAIN[action] if action in _PLAIN else Draw(self._kind(action - actions.DRAW))

    def _city_move(self, phase: int, city: str, payment: int, price: int) -> Move:
        if phase == START:
            return Start(city)
        if phase == MOVE_ALVIN:
            return MoveAlvin(city)
        cards = self.paid(payment, price)
        return PlaceMarker(city, cards) if phase == MARKER else BuildStation(city, cards)

    def paid(self, payment: int, price: int) -> Cards:
        """The cards that a payment of this price takes."""
        if payment == actions.PAY_LOCOMOTIVES:
            return Cards({LOCOMOTIVE_CARD: price})
        colour, locomotives = divmod(payment - actions.PAY, actions.PAY_COUNTS)
        return Cards({self._kind(colour): price - locomotives, LOCOMOTIVE_CARD: locomotives})

    def _kind(self, number: int) -> str:
        return LOCOMOTIVE_CARD if number == LOCOMOTIVE else self._board.rules.colors[number]


class MoveTexts(dict[int, str]):
    """The same moves in their notation: each is written once."""

    def __init__(self, moves: MovesOfBoard) -> None:
        super().__init__()
        self._moves = moves

    def __missing__(self, number: int) -> str:
        self[number] = text = str(self._moves[number])
        return text


@lru_cache(maxsize=64)
def moves_of_board(board: boards.Board) -> MovesOfBoard:
    return MovesOfBoard(board)


_PLAIN: dict[int, Move] = {
    actions.DRAW_BLIND: Draw(DECK),
    actions.DRAW_TICKETS: DrawTickets(),
    actions.DECLINE: Decline(),
    actions.SKIP: NoMarker(),
    actions.PASS: Pass(),
}


def _mask_of(action: int) -> Grid:
    mask = blank_mask()
    mask[action // 64] = 1 << action % 64
    return mask


_PASS_ALONE = _mask_of(actions.PASS).tobytes()


def needs_payment(state: State, action: int) -> bool:
    """Whether the action is half a move, and how to pay is the other half."""
    return action < actions.CITY or (action < actions.PAY and state.phase in (TURN, MARKER))


def move_of(names: Names, state: State, action: int, payment: int | None = None) -> Move:
    """The move that a legal action makes, with the action that pays for it where it `needs_payment`."""
    if action >= actions.KEEP:
        return Keep(kept_tickets(names, state, action - actions.KEEP))
    return moves_of_board(names.board)[whole_move(names.compiled, state, action, payment or 0)]


def kept_tickets(names: Names, state: State, kept: int) -> tuple[str, ...]:
    offered = state.offered[state.actor, : state.offered_size[state.actor]].tolist()
    return tuple(names.board.tickets[ticket].id for i, ticket in enumerate(offered) if kept >> i & 1)
