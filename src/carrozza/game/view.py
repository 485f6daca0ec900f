"""What one seat may know of a game."""

from carrozza.game.legal_moves import LegalMoves
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.game.position_text import summary_of
from carrozza.kernel.state import State


class View(Position):
    """What one seat may know: a position with the rest left blank."""

    def __init__(self, names: Names, state: State, seat: str | None) -> None:
        super().__init__(names, state)
        self.seat = seat
        """Whose view this is; none for a watcher's."""

    def __repr__(self) -> str:
        return f"<View of {self.seat or 'a watcher'} on {summary_of(self)}>"

    @property
    def my_turn(self) -> bool:
        """Whether this seat has a decision to make."""
        return self.seat is not None and self.seat in self.undecided

    @property
    def legal_moves(self) -> LegalMoves:
        """What this seat may do now; nothing while another has to decide."""
        return LegalMoves(self.names, None) if self.seat is None else self.legal_moves_of(self.seat)
