"""Moves of a record played in one call of the kernel, which checks each of them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from carrozza import boards
from carrozza.game.cards import Cards
from carrozza.game.drawn_cards import drawn_by
from carrozza.game.game import Game
from carrozza.game.move_actions import PHASES_OF, payment_action, plain_action
from carrozza.game.moves import BuildStation, Claim, DrawTickets, Keep, Move, PayTunnel, PlaceMarker, PlayedMove
from carrozza.game.names import Names, blank_mask
from carrozza.kernel import actions
from carrozza.kernel.layout import Grid
from carrozza.kernel.replaying import STEP, Step, play_steps
from carrozza.kernel.state import OPENING, START, STATE, TURN, State

UNCLEAR = Step().tobytes()
"""A step that no phase allows: `Game.play` then finds out what is meant, or what is wrong."""


class StepsOfBoard(dict[Move, bytes]):
    """Moves as the bytes of a step, but for the seat that plays them."""

    def __init__(self, board: boards.Board) -> None:
        super().__init__()
        self._names = Names(board, ())

    def __missing__(self, move: Move) -> bytes:
        try:
            self[move] = made = self._step(move).tobytes()
        except ValueError:
            return UNCLEAR
        return made

    def _step(self, move: Move) -> Step:
        if self._names.canonical(move) is not move:
            raise ValueError("it names something in the other direction, and the history has ids")
        step = Step()
        step.phases = sum(1 << phase for phase in PHASES_OF.get(type(move), ()))
        match move:
            case Keep(tickets):
                step.action, step.tickets = actions.KEEP, self._set_of(tickets)
            case Claim(route, cards):
                step.action = actions.CLAIM + self._names.route_number(route)
                step.payment, step.price = self._payment(cards)
            case BuildStation(city, cards) | PlaceMarker(city, cards):
                step.action = actions.CITY + self._names.city_number(city)
                step.payment, step.price = self._payment(cards)
            case PayTunnel(cards):
                step.action, step.price = self._payment(cards)
            case _:
                step.action = plain_action(self._names, move)
        return step

    def _set_of(self, tickets: tuple[str, ...]) -> np.uint64:
        kept = {self._names.ticket_number(ticket) for ticket in tickets}
        if len(kept) < len(tickets):
            raise ValueError("a ticket is named twice")
        return np.uint64(sum(1 << ticket for ticket in kept))

    def _payment(self, cards: Cards | None) -> tuple[int, int]:
        """The action that pays with these cards, and how many they are."""
        action = None if cards is None else payment_action(self._names, cards, cards.total)
        if cards is None or action is None or not 0 < cards.total <= actions.PAY_COUNTS:
            raise ValueError("how it is paid depends on the moment, or cannot be")
        return action, cards.total


@lru_cache(maxsize=64)
def steps_of_board(board: boards.Board) -> StepsOfBoard:
    return StepsOfBoard(board)


def steps_of(game: Game, moves: Sequence[PlayedMove]) -> Grid:
    """The moves of a game as steps for the kernel."""
    known, seats = steps_of_board(game.board), {name: seat for seat, name in enumerate(game.seats)}
    steps = np.frombuffer(bytearray().join([known[played.move] for played in moves]), STEP)
    steps["seat"] = [seats.get(played.player, -1) for played in moves]
    return steps


class Replay:
    """Plays the moves of a record on a game, many in one call."""

    def __init__(self, game: Game, moves: Sequence[PlayedMove]) -> None:
        self.game = game
        self.moves = moves
        self._steps = steps_of(game, moves)

    def play_on(self) -> bool:
        """Go on to the first move that is refused, unclear, or draws something else than the record says."""
        done = len(self.game.history)
        states = np.empty(len(self.moves) - done + 1, STATE)
        states[0] = self.game.state.record
        legal = play_steps(self.game.names.compiled, states, self._steps[done:], blank_mask())
        history = list(self._as_played(done, states[: legal + 1]))
        if history:
            self.game.go_on(history, _each(states[1 : len(history) + 1]))
        return bool(history)

    def _as_played(self, done: int, states: Grid) -> Iterator[PlayedMove]:
        """The moves with what they drew, up to the first that drew something else than the record says."""
        phases, sizes = states["phase"].tolist(), states["taken_size"].tolist()
        taken = states["taken"][:, : max(sizes)].tolist()
        for place, played in enumerate(self.moves[done : done + len(states) - 1]):
            if isinstance(played.move, DrawTickets):
                (after,) = _each(states[place + 1 : place + 2])
                drawn = drawn_by(self.game.names, after, played.move, self.game.names.seat_number(played.player))
            else:
                drawn = tuple([self.game.names.kind_name(kind) for kind in taken[place + 1][: sizes[place + 1]]])
            if played.drawn and played.drawn != drawn:
                return
            begins = phases[place] in (OPENING, START, TURN)
            same = played.drawn == drawn and played.begins == begins
            yield played if same else PlayedMove(played.player, played.move, drawn, begins)


def _each(states: Grid) -> list[State]:
    return [State(row) for row in states.view(np.int8).reshape(len(states), -1)]
