"""The bot `neural`: a network decides, without looking ahead."""

import math
import time

import numpy as np

from carrozza.bots.analysis import Analysis, Candidate, Step
from carrozza.bots.bot import ActionBot, check_view
from carrozza.bots.neural.choosing import Generator
from carrozza.bots.neural.forward import Network
from carrozza.bots.neural.ignorant import ignorant_network
from carrozza.bots.neural.players import Player, player_at
from carrozza.bots.neural.weights import Kind
from carrozza.game import Game, View
from carrozza.game.move_actions import move_of, needs_payment
from carrozza.game.names import Names, bits_of, blank_mask
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.state import State, copied
from carrozza.kernel.turns import call_on, play

_compiled: set[type] = set()


def compile_network(kind: Kind) -> None:
    """Decide once by a small network that has learned nothing: that compiles what every other of its kind needs."""
    game = Game("new-york", seats=2, seed=1)
    view, mask = game.view(0), blank_mask()
    legal(game.names.compiled, view.state, mask)
    player = Player(game.names, ignorant_network(kind, game.names))
    player.choose(view.state, 0, mask, 0.0, Generator())


class NeuralBot(ActionBot):
    """Plays what a network thinks best, or, with a temperature above 0, at random by the network's own mixture: 1 as it
    is, less sharper, more flatter. `file` names a weights file, `style` one of the ways to play
    that the network has learned beside its own."""

    def __init__(
        self,
        names: Names,
        seed: int,
        temperature: float = 0.0,
        file: str | None = None,
        style: str | None = None,
    ) -> None:
        if isinstance(temperature, str) or not 0 <= temperature <= 100 or not math.isfinite(temperature):
            raise ValueError(f"temperature {temperature}: a number from 0 (the likeliest move) to 100")
        self._names = names
        self._temperature = float(temperature)
        self._player = player_at(names, None if file is None else str(file), None if style is None else str(style))
        self._generator = Generator()
        self._generator.rng = np.uint64(seed % (1 << 64))
        self._compile()

    def _compile(self) -> None:
        """Decide once in each process, so that no move is charged for compiling."""
        kind = type(self._player.network)
        if kind not in _compiled:
            _compiled.add(kind)
            names = self._names
            view = Game(names.board, len(names.seats), seed=1, variants=names.variants).view(0)
            self._choose(view.state, self._legal(view.state), 0.0, Generator())

    @property
    def network(self) -> Network:
        return self._player.network

    @property
    def temperature(self) -> float:
        return self._temperature

    def decide(self, view: View, mask: Grid) -> int:
        return self._choose(view.state, mask, self._temperature, self._generator)

    def _choose(self, state: State, mask: Grid, temperature: float, generator: Generator) -> int:
        return self._player.choose(state, int(state.viewer), mask, temperature, generator)

    def analyse(self, view: View) -> Analysis:
        """The chance to win and the margin that the network expects here, whatever it plays: so they are the same for
        all candidates, whose `value` is the probability that the network gives them. No games are played on."""
        check_view(self, view)
        started = time.perf_counter()
        state = copied(view.state)
        call_on(state, int(state.viewer))
        mask = self._legal(state)
        self._choose(state, mask, 1.0, Generator())
        room = self._player.room
        win, margin, chances = float(room.win[0, state.viewer]), float(room.margin[0]), room.priors[0].tolist()
        order = sorted(bits_of(mask), key=lambda action: -chances[action])
        return Analysis(
            player=str(view.seat),
            candidates=tuple(self._candidate(state, action, chances[action], win, margin) for action in order),
            games=0,
            seconds=time.perf_counter() - started,
        )

    def _candidate(self, state: State, action: int, chance: float, win: float, margin: float) -> Candidate:
        move = move_of(self._names, state, action, self._payment(state, action))
        line = (Step(self._names.seats[state.viewer], str(move), move),)
        return Candidate(move, visits=0, value=chance, win_probability=win, margin=margin, line=line)

    def _payment(self, state: State, action: int) -> int | None:
        """The payment that the network likes best after this action, where one is due."""
        if not needs_payment(state, action):
            return None
        chosen = copied(state)
        play(self._names.compiled, chosen, action)
        return self._choose(chosen, self._legal(chosen), 0.0, self._generator)

    def _legal(self, state: State) -> Grid:
        mask = blank_mask()
        legal(self._names.compiled, state, mask)
        return mask
