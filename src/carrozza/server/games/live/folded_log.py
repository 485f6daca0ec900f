"""What the events of a game's log add up to: a pure fold, without store, clock, event loop or log lines."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Final

from carrozza.boards import Board, load
from carrozza.game import Game, View, parse_move
from carrozza.game.moves import Move, PlayedMove
from carrozza.server.games.seating.seats import Seat
from carrozza.server.store.rows import Event, GameRow, GameState, Kind

KEPT_STATES: Final = 6
"""Earlier states kept in memory for undo; an undo beyond them replays the game."""
NEW_TURN: Final = ("start", "turn")
"""The phases in which a turn begins. Choosing opening tickets is one turn, which all seats have at once."""
MOST_UNDOS: Final = 5
"""How many moves a seat may take back in one turn."""
MOST_SEAT_CHANGES: Final = 30
"""How often a seat may change while no move is played; once or twice more to come to rest."""


@dataclass(frozen=True, slots=True)
class FoldedEvent:
    """One event of the log, with what it did."""

    number: int
    kind: str
    seat: int | None
    played: PlayedMove | None = None
    before: Seat | None = None
    after: Seat | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn and what has been used up in it. An undo leads back into it, and gives nothing back."""

    first: int
    """How many moves had been played before it."""
    began: float
    undos: tuple[int, ...] = ()
    """The seat of each move that was taken back in it."""


@lru_cache(maxsize=20_000)
def parsed_move(text: str) -> Move:
    """One object for each distinct text: games in memory share the moves of their histories."""
    return parse_move(text)


class FoldedLog:
    """The state of one game after the events up to `number`."""

    def __init__(self, row: GameRow, board: Board | None = None) -> None:
        """`board` may be left out where it comes with the program."""
        self.row = row
        self.board = load(row.board) if board is None else board
        self.number = 0
        self.decided_at = 0
        """The number of the last move or undo; later events, such as a change of seats, make no move stale."""
        self.seats_changed_at = 0
        """The number of the last change of seats."""
        self.rematch: str | None = None
        """The id of the game in which the same people play again."""
        self.hinted: frozenset[str] = frozenset()
        """The positions in which somebody has asked for hints, as digests."""
        self.halted = False
        """Whether the game has ended without a result, because nothing could be played."""
        self.turns = [Turn(0, row.created if row.begun_at is None else row.begun_at)]
        """The turns so far, the present one last."""
        self.seats = [Seat.read(seat) for seat in row.seats]
        """As of the row's last change of seats, which may be later than `number` until all events are folded."""
        self._changed_seats: frozenset[int] = frozenset()
        """The seats that the events so far have changed."""
        self.game: Game | None = None
        self.events: list[FoldedEvent] = []
        self._start(begun=row.state != GameState.WAITING)

    @property
    def state(self) -> GameState:
        if self.game is None:
            return GameState.WAITING
        return GameState.FINISHED if self.game.finished or self.halted else GameState.PLAYING

    @property
    def turn(self) -> Turn:
        """The present turn."""
        return self.turns[-1]

    @property
    def last_turn(self) -> Turn:
        """The turn of the last move, into which an undo leads back."""
        return self.turn if self.turn.first < len(self._begun().history) else self.turns[-2]

    @property
    def last_actor(self) -> int | None:
        """The seat of the last move or undo."""
        acts = (event.seat for event in reversed(self.events) if event.kind in (Kind.MOVE, Kind.UNDO))
        return next(acts, None)

    def copy(self) -> "FoldedLog":
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.seats, made.events, made.turns = list(self.seats), list(self.events), list(self.turns)
        made.game = None if self.game is None else self.game.copy()
        return made

    def fold_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self._fold(event)
        self._start()

    def fold(self, event: Event, game: Game | None = None) -> None:
        """Apply the next event. `game` is the game after it, where the move was already played to check it."""
        self._fold(event, game)
        self._start()

    def _fold(self, event: Event, game: Game | None = None) -> None:
        folded = FoldedEvent(event.number, event.kind, event.seat)
        match event.kind:
            case Kind.MOVE:
                folded = replace(folded, played=self._play(event, game))
                self._begin_turn(event.at)
            case Kind.UNDO:
                self._undo()
                self._return_to_turn(event)
            case Kind.SEAT:
                folded = self._change_seat(event, folded)
                self.seats_changed_at = event.number
            case Kind.REMATCH:
                self.rematch = event.body
            case Kind.HINT:
                self.hinted |= {event.body}
            case Kind.HALT:
                self.halted = True
        self.number = event.number
        if event.kind in (Kind.MOVE, Kind.UNDO):
            self.decided_at = event.number
        self.events.append(folded)

    def _start(self, *, begun: bool = False) -> None:
        """The game begins as soon as no seat is free, with the names that the players have then."""
        if self.game is None and (begun or not any(seat.free for seat in self.seats)):
            self.game = self._dealt()

    def _dealt(self) -> Game:
        row = self.row
        names = [seat.name for seat in self.seats]
        return Game(self.board, names, row.seed, variants=row.variants, first=row.options.get("first"))

    def _begun(self) -> Game:
        assert self.game is not None, "moves come after the start"
        return self.game

    def _play(self, event: Event, game: Game | None) -> PlayedMove:
        self._start(begun=True)
        if game is None:
            self._begun().play(parsed_move(event.body), event.seat)
        else:
            self.game = game
        now = self._begun()
        del now._earlier[:-KEPT_STATES]
        return now.history[-1]

    def _undo(self) -> None:
        if not self._begun()._earlier:
            self.game = self.replayed()
        game = self._begun()
        game.undo()
        del game._earlier[:-KEPT_STATES]

    def _begin_turn(self, at: float) -> None:
        game = self._begun()
        if game.phase in NEW_TURN:
            self.turns.append(Turn(len(game.history), at))

    def _return_to_turn(self, event: Event) -> None:
        assert event.seat is not None, "an undo is a seat's"
        while self.turn.first > len(self._begun().history):
            self.turns.pop()
        self.turns[-1] = replace(self.turn, undos=(*self.turn.undos, event.seat))

    def _change_seat(self, event: Event, folded: FoldedEvent) -> FoldedEvent:
        assert event.seat is not None, "a change of seats names the seat"
        after = Seat.read(json.loads(event.body))
        before = self.seats[event.seat] if event.seat in self._changed_seats else _at_first(after)
        self.seats[event.seat] = after
        self._changed_seats |= {event.seat}
        if before.free and self.decided_at == 0:  # the last one to sit down begins the game
            self.turns = [Turn(0, event.at)]
        return replace(folded, before=before, after=after)

    def undecided(self) -> list[int]:
        """The seats that have a decision to make."""
        game = self.game
        if game is None or game.finished or self.halted:
            return []
        return [game.names.seat_number(name) for name in game.undecided]

    def can_undo(self, seat: int) -> bool:
        """It can be taken back, and the seat has not taken back too many moves in that turn."""
        return self.is_own_last(seat) and self.undos_left(seat) > 0

    def is_own_last(self, seat: int) -> bool:
        """The game's rule allows an undo, and nobody has acted since, not even to take a later move back."""
        game = self.game
        return game is not None and not self.halted and self.last_actor == seat and game.can_undo(seat)

    def undos_left(self, seat: int) -> int:
        """How many moves the seat may still take back in the turn of the last move."""
        return MOST_UNDOS - self.last_turn.undos.count(seat)

    def may_change_seat(self, seat: int, made: Seat) -> bool:
        """A seat changes only so often between two moves, so that moves bound the log. What brings it to rest is always
        possible: to be free, to be played by a bot instead of its person, to have its person back."""
        here = self.seats[seat]
        is_back = here.kind == made.kind == "person" and here.left and not made.left
        is_replaced = here.kind == "person" and made.kind == "bot"
        return made.free or is_back or is_replaced or self._seat_changes(seat) + 2 <= MOST_SEAT_CHANGES

    def _seat_changes(self, seat: int) -> int:
        """How often the seat has changed since the last move or undo."""
        recent = takewhile(lambda event: event.number > self.decided_at, reversed(self.events))
        return sum(event.kind == Kind.SEAT and event.seat == seat for event in recent)

    def view(self, seat: int | None) -> View:
        """What a seat may know; without one, what everybody sees."""
        return self._begun().view(seat)

    def replayed(self) -> Game:
        """The game played again from the deal, with every state on the way."""
        game = self._dealt()
        for played in self._begun().history:
            game.play(played.move, played.player)
        return game


def _at_first(changed: Seat) -> Seat:
    """What a seat was before its first change, which the row no longer tells."""
    is_taken = changed.kind == "person" and not changed.left
    is_filled = changed.kind == "bot" and not changed.person
    return Seat("", "open") if is_taken or is_filled else Seat(changed.name, "person", person=True)
