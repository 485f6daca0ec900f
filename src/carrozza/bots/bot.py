"""What a bot is: something that is shown a view and names a move.

Nothing else ever reaches it: not the state, not the seed, not the other seats' views.
"""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from carrozza.bots.analysis import Analysis, NoAnalysis
from carrozza.game import Move, View
from carrozza.game.move_actions import move_of, needs_payment
from carrozza.game.names import blank_mask
from carrozza.game.scores import Result
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.state import State, copied
from carrozza.kernel.turns import call_on, play


class Bot(ABC):
    """A player for one seat of one game. `with` closes it.

    >>> from carrozza.game import Game
    >>> class First(Bot):
    ...     def choose(self, view):
    ...         return view.legal_moves[0]
    >>> game = Game("usa", seats=2, seed=1)
    >>> with First() as bot:
    ...     game.play(bot.choose(game.view("Ada")))
    """

    seat: str | None = None
    """The player whose seat it was made for, where that was said."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """A legal move, where it is this seat that has to decide."""

    def analyse(self, view: View) -> Analysis:
        """What it thinks of its moves. `NoAnalysis` where it is of a kind that only names them."""
        raise NoAnalysis(f"{type(self).__name__} names a move without an analysis; search has one, as in search:1s")

    def game_over(self, result: Result) -> None:  # noqa: B027  (most do not care)
        """The game is finished: who has won, and with which scores."""

    def close(self) -> None:  # noqa: B027  (most have nothing to close)
        """Let go of threads and processes: the game is over, or goes on without this bot."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def check_view(bot: Bot, view: View) -> None:
    """Refuse a view on which this bot has nothing to decide, with a `ValueError` that says why."""
    if view.seat is None:
        raise ValueError("this is a watcher's view, which decides nothing: show the bot game.view(seat)")
    if bot.seat not in (None, view.seat):
        raise ValueError(
            f"this bot plays for {bot.seat}, and the view is {view.seat}'s: show it game.view('{bot.seat}')"
        )
    if not view.my_turn:
        deciding = "the game is over" if view.finished else f"the game waits for {', '.join(view.undecided)}"
        raise ValueError(f"{view.seat} has nothing to decide: {deciding}; ask view.my_turn first")


class ActionBot(Bot):
    """A bot that decides in the kernel's actions: one at a time, a claim before its payment."""

    def choose(self, view: View) -> Move:
        check_view(self, view)
        names = view.names
        state = copied(view.state)
        call_on(state, names.seat_number(view.seat or 0))
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
