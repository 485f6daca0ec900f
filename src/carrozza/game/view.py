"""What one seat may know of a game."""

from carrozza.game.legal_moves import LegalMoves
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.kernel.state import State


class View(Position):
    """What one seat may know: a position with the rest left blank."""

    def __init__(self, names: Names, state: State, seat: str | None) -> None:
        super().__init__(names, state)
        self.seat = seat
        """Whose view this is; none for a watcher's."""

    @property
    def my_turn(self) -> bool:
        """Whether this seat has a decision to make."""
        return self.seat is not None and self.seat in self.undecided

    @property
    def legal_moves(self) -> LegalMoves:
        """What this seat may do now; nothing while another has to decide."""
        return LegalMoves(self.names, None) if self.seat is None else self.legal_moves_of(self.seat)
