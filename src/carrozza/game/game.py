"""A game for people: names instead of numbers, moves instead of actions, and a way back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from carrozza import boards
from carrozza.game.cards import Cards
from carrozza.game.drawn_cards import arrange, drawn_by
from carrozza.game.errors import IllegalMove
from carrozza.game.move_actions import carry_out
from carrozza.game.moves import BuildStation, Claim, Finish, Keep, Move, PayTunnel, PlaceMarker, PlayedMove, parse_move
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.game.positions import PositionDocument, position_of, state_of
from carrozza.game.refusal_details import explain
from carrozza.game.scores import Result, Score, result_of
from carrozza.game.seating import seat_table
from carrozza.game.view import View
from carrozza.kernel.seeds import secret_seed
from carrozza.kernel.setup import new_game
from carrozza.kernel.state import OPENING, START, TURN, WATCHER, State, blank_state, copied
from carrozza.kernel.turns import call_on
from carrozza.kernel.view import make_view


class Game(Position):
    """A game on any board.

    >>> game = Game("europe", seats=3, seed=1)
    >>> game.to_move
    'Ada'
    >>> game.play(game.legal_moves[0])
    >>> game.to_move
    'Bruno'
    """

    def __init__(
        self,
        board: str | Path | boards.Board = "usa",
        seats: int | Sequence[str] | None = None,
        seed: int | None = None,
        *,
        variants: Sequence[str] = (),
        first: str | int | None = None,
        position: PositionDocument | str | None = None,
    ) -> None:
        """`first` names the seat that starts; left out, chance does (S5). `position` is where the game begins, as a
        document or its text. Left out, the seats are those of the position, or two."""
        start = PositionDocument.parse(position) if isinstance(position, str) else position
        names = seat_table(board, _seats_of(start) if seats is None else seats, variants)
        self.board_name = board.id if isinstance(board, boards.Board) else str(board)
        self.seed = secret_seed() if seed is None else seed
        self.start_position = start
        self.first_named = None if first is None else names.seat_number(first)
        super().__init__(names, self._first_state(names))
        self.history: list[PlayedMove] = []
        self.real_cards = False
        """Whether cards were told rather than dealt: then the seed does not give this game again."""
        self._earlier: list[State] = []

    def _first_state(self, names: Names) -> State:
        if self.start_position is not None:
            return state_of(names, self.start_position, self.seed)
        starter = -1 if self.first_named is None else self.first_named
        return new_game(names.compiled, len(names.seats), self.seed, starter)

    @property
    def variants(self) -> tuple[str, ...]:
        return self.names.variants

    @property
    def first(self) -> str:
        """Who starts (S5)."""
        return self.seats[self.state.first]

    def play(self, move: Move | str, seat: str | int | None = None, *, drawn: Sequence[str] = ()) -> None:
        """Play a move, or leave everything as it was and raise `IllegalMove`.

        `seat` says who plays it, where that is not clear; `drawn` what comes off the deck (cards, or tickets), where
        the game is played with real ones.
        """
        move = self.names.canonical(parse_move(move) if isinstance(move, str) else move)
        state = copied(self.state)
        player = self._player(state, seat)
        state.taken_size = 0
        if drawn:
            arrange(self.names, state, move, drawn)
        try:
            carry_out(self.names, state, move)
        except IllegalMove as refused:
            raise explain(refused, Position(self.names, state), self.seats[player], move) from None
        if drawn:
            state.script[:] = 0
            state.script_at = state.script_size = 0
        self.history.append(
            PlayedMove(
                player=self.seats[player],
                move=_with_paid_cards(move, self.names, self.state, state, player),
                drawn=drawn_by(self.names, state, move, player),
                begins=self.state.phase in (OPENING, START, TURN),
            )
        )
        self.real_cards = self.real_cards or bool(drawn)
        self._earlier.append(self.state)
        self.state = state

    def go_on(self, played: Sequence[PlayedMove], states: Sequence[State]) -> None:
        """Take over moves the kernel has checked, with the state after each."""
        self._earlier += [self.state, *states[:-1]]
        self.history += played
        self.state = states[-1]

    def _player(self, state: State, seat: str | int | None) -> int:
        if self.finished:
            raise IllegalMove("E5")
        if seat is None:
            return int(state.actor)
        number = self.names.seat_number(seat)
        call_on(state, number)
        if state.actor != number:
            raise self._not_now(number)
        return number

    def _not_now(self, seat: int) -> IllegalMove:
        if self.state.phase == OPENING:
            return IllegalMove("S3")
        rule = "S6" if self.state.phase == START else "T1"
        return IllegalMove(rule).because("wrong_player", player=self.seats[seat], owner=self.to_move)

    def undo(self) -> None:
        """Take back the last move."""
        if not self.history:
            raise ValueError("there is no move to take back")
        self.state = self._earlier.pop()
        self.history.pop()

    def can_undo(self, seat: str | int) -> bool:
        """Whether this seat may take the last move back: it was its own, and nothing hidden has come to light."""
        if self.finished or not self.history:
            return False
        last = self.history[-1]
        if last.player != self.seats[self.names.seat_number(seat)] or last.drawn:
            return False
        closed_opening = isinstance(last.move, Keep) and last.begins and self.state.phase != OPENING
        return not closed_opening

    def copy(self) -> Self:
        """A game of its own that goes on from here."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.state = copied(self.state)
        made.history = list(self.history)
        made._earlier = list(self._earlier)
        return made

    def finish(self) -> None:
        """Stop here, whatever is left to play."""
        self.play(Finish())

    def view(self, seat: str | int | None = None) -> View:
        """What a seat may know; without one, what everybody at the table sees."""
        seen = blank_state()
        number = WATCHER if seat is None else self.names.seat_number(seat)
        make_view(self.state, number, seen)
        return View(self.names, seen, None if seat is None else self.seats[number])

    def position(self) -> PositionDocument:
        """The position at this moment: `str` writes it as text, and `Game(board, position=text)` plays on from it."""
        return position_of(self)

    def result(self) -> Result:
        """Scores and winners if the game ended here."""
        return result_of(self)

    def scores(self) -> dict[str, Score]:
        return self.result().scores

    def opening_position(self) -> PositionDocument:
        """The position before the first move."""
        if self.start_position is not None:
            return self.start_position
        return position_of(Position(self.names, self._earlier[0] if self._earlier else self.state))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the end."""
        return self.result().winners if self.finished else ()


def _seats_of(position: PositionDocument | None) -> int | tuple[str, ...]:
    """The players a position names, where it names them all: one alone plays no game."""
    named = () if position is None else tuple(position.players)
    return named if len(named) > 1 else 2


def _with_paid_cards(move: Move, names: Names, before: State, after: State, player: int) -> Move:
    """The move with its cards written out, where they were left to be chosen."""
    if not isinstance(move, Claim | PayTunnel | BuildStation | PlaceMarker) or move.cards is not None:
        return move
    held, left = names.cards(before.hand[player]), names.cards(after.hand[player])
    paid = Cards({kind: held[kind] - left.get(kind, 0) for kind in held})
    if isinstance(move, PayTunnel):
        return PayTunnel(paid)
    if isinstance(move, Claim):
        return Claim(move.route, paid)
    return type(move)(move.city, paid)
