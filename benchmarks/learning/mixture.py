"""A bot that no network has met in training: each decision is that of `greedy` with some chance, else of `planner`."""

import random

from carrozza.bots import make_bot
from carrozza.bots.bot import Bot
from carrozza.game import Move, View
from carrozza.game.names import Names


class Mixture(Bot):
    def __init__(self, names: Names, seed: int, greedy: float = 0.5) -> None:
        self._chance = random.Random(seed)
        self._share = greedy
        self._greedy, self._planner = (make_bot(name, names, seed) for name in ("greedy", "planner"))

    def choose(self, view: View) -> Move:
        return (self._greedy if self._chance.random() < self._share else self._planner).choose(view)
