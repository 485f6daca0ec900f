"""Bots at the other seats of a game that is played by actions. Each is shown its own views and nothing else."""

from collections.abc import Sequence

import numpy as np

from carrozza.bots.bot import ActionBot, Bot
from carrozza.bots.registry import make_bot
from carrozza.bots.specs.notation import Spec
from carrozza.envs.adapters.action_game import ActionGame
from carrozza.envs.errors import EnvError
from carrozza.envs.vectorised.arguments import checked_opponent, checked_whole, listed_opponents
from carrozza.game.scores import result_of
from carrozza.game.seating import SEAT_NAMES
from carrozza.kernel.chance import stream


def opponent_specs(opponents: str | Sequence[str | Spec], seats: int | None = None) -> tuple[Spec, ...]:
    """The bots of all seats but the learner's: one each, or one for all of them. Where it is not said how many sit
    down, all that are named do.

    >>> [str(spec) for spec in opponent_specs("planner", 3)]
    ['planner', 'planner']
    >>> [str(spec) for spec in opponent_specs("search:1s,easy")]
    ['search:1s', 'easy']
    """
    given = listed_opponents(opponents)
    others = len(given) if seats is None else checked_whole("seats", seats, 2, len(SEAT_NAMES)) - 1
    if isinstance(opponents, str) and len(given) == 1:
        given *= others
    if len(given) != others:
        raise EnvError(
            f"{len(given)} opponents for {others + 1} seats: name {others}, one for each seat but the learner's"
        )
    return tuple(checked_opponent(spec) for spec in given)


class Opponents:
    """The bots of one game: made when it begins, closed when it ends. `bots` has none at the learner's seat."""

    def __init__(self, specs: Sequence[Spec]) -> None:
        self.specs = tuple(specs)
        self.bots: dict[int, Bot] = {}

    def sit_down(self, game: ActionGame, learner: int, seed: int) -> None:
        """Take the seats after the learner's, in order. Their chance follows from the game's seed, as in contests."""
        self.close()
        for place, spec in enumerate(self.specs, start=1):
            seat = (learner + place) % game.seats
            self.bots[seat] = make_bot(spec, game.names, int(stream(np.uint64(seed), seat)), threads=1)

    def play_on(self, game: ActionGame) -> None:
        """Play until the learner has to decide, or the game is over."""
        while game.seat in self.bots:
            self._move(game, self.bots[game.seat])
        if game.over:
            self._tell_result(game)

    def _move(self, game: ActionGame, bot: Bot) -> None:
        view = game.view(game.seat)
        if isinstance(bot, ActionBot):
            game.play(bot.decide(view, game.mask_words))
        else:
            game.play_move(bot.choose(view))

    def _tell_result(self, game: ActionGame) -> None:
        listening = [bot for bot in self.bots.values() if not isinstance(bot, ActionBot)]
        if listening:
            result = result_of(game.position())
            for bot in listening:
                bot.game_over(result)
        self.close()

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()
        self.bots.clear()
