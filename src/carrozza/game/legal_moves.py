"""The legal moves of a position, as a collection that is computed when it is looked at."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from carrozza.game.errors import IllegalMove
from carrozza.game.move_actions import carry_out, legal_move_texts, legal_moves
from carrozza.game.moves import Finish, Move, parse_move
from carrozza.game.names import Names
from carrozza.kernel.state import State, copied


class LegalMoves(Sequence[Any]):
    """The legal moves of one seat; empty where another seat has to decide.

    >>> from carrozza.game import Game
    >>> game = Game("usa", seed=1)
    >>> len(game.legal_moves)
    4
    >>> "draw deck" in game.legal_moves
    False
    """

    def __init__(self, names: Names, state: State | None) -> None:
        self._names = names
        self._state = state

    @cached_property
    def _listed(self) -> tuple[Move, ...]:
        return () if self._state is None else legal_moves(self._names, self._state)

    @property
    def texts(self) -> list[str]:
        """In their notation; of several payments for one thing the cheapest comes first."""
        return [] if self._state is None else legal_move_texts(self._names, self._state)

    def __contains__(self, move: object) -> bool:
        """Whether `play` would accept it: a claim may leave its cards open."""
        try:
            meant = parse_move(move) if isinstance(move, str) else move
            if self._state is None or not isinstance(meant, Move) or isinstance(meant, Finish):
                return False
            carry_out(self._names, copied(self._state), meant)
        except (IllegalMove, ValueError):
            return False
        return True

    def of_kind(self, *kinds: type[Any]) -> tuple[Move, ...]:
        """Only the moves of these kinds, such as `of_kind(Claim)`."""
        return tuple(move for move in self._listed if isinstance(move, kinds))

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        return self._listed[place]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __bool__(self) -> bool:
        return bool(self._listed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._listed == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self._listed)) or 'none'}>"
