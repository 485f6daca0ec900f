"""What a bot is: something that is shown a view and names a move.

Nothing else ever reaches it: not the state, not the seed, not the other seats' views.
"""

from abc import ABC, abstractmethod

from carrozza.game import Move, View
from carrozza.game.move_actions import move_of, needs_payment
from carrozza.game.names import blank_mask
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.state import State, copied
from carrozza.kernel.turns import call_on, play


class Bot(ABC):
    """A player for one seat of one game.

    >>> from carrozza.game import Game
    >>> class First(Bot):
    ...     def choose(self, view):
    ...         return view.legal_moves[0]
    >>> game = Game("usa", seats=2, seed=1)
    >>> game.play(First().choose(game.view("Ada")))
    """

    @abstractmethod
    def choose(self, view: View) -> Move:
        """A legal move, where it is this seat that has to decide."""

    def close(self) -> None:  # noqa: B027  (most have nothing to close)
        """The game is over, or goes on without this bot."""


class ActionBot(Bot):
    """A bot that thinks in the kernel's actions: one decision at a time, a claim before its payment."""

    def choose(self, view: View) -> Move:
        assert view.seat is not None, "a bot plays a seat; a watcher's view is nobody's"
        names = view.names
        state = copied(view.state)
        call_on(state, names.seat_number(view.seat))
        action = self._decide_on(view, state)
        payment = None
        if needs_payment(state, action):
            chosen = copied(state)
            play(names.compiled, chosen, action)
            payment = self._decide_on(view, chosen)
        return move_of(names, state, action, payment)

    def _decide_on(self, view: View, state: State) -> int:
        mask = blank_mask()
        legal(view.names.compiled, state, mask)
        return self.decide(View(view.names, state, view.seat), mask)

    @abstractmethod
    def decide(self, view: View, mask: Grid) -> int:
        """One of the actions in the mask, for the view's seat. The view may stand between a claim and its payment."""
