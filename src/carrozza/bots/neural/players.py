"""A network, ready to decide for the seats of one game."""

from pathlib import Path

import numpy as np

from carrozza.bots.neural.choosing import Generator, choose_from
from carrozza.bots.neural.forward import Network, evaluate_batch, make_room, network_at
from carrozza.game.names import Names
from carrozza.kernel.actions import WORDS
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.state import STATE, State


class Player:
    """After a choice, slot 0 of the room has what the network thought of the position."""

    def __init__(self, names: Names, network: Network) -> None:
        self.network = network
        self.room = make_room(network)
        self._board = names.compiled
        self._states = blank(STATE, 1)
        self._seats = np.zeros(1, np.int64)
        self._masks = np.zeros((1, WORDS), np.uint64)

    def choose(self, state: State, seat: int, mask: Grid, temperature: float, generator: Generator) -> int:
        """An action of the mask, for this seat; with temperature 0 the likeliest."""
        self._states[0], self._seats[0], self._masks[0] = state.record, seat, mask
        evaluate_batch(self._board, self.network, self._states, self._seats, self._masks, self.room, 1)
        return int(choose_from(self.room, 0, mask, temperature, generator))


def player_at(names: Names, file: str | Path | None = None, style: str | None = None) -> Player:
    """The network for a board, from this file or from those that come with the game, and in a style it has learned."""
    return Player(names, network_at(names, file, style))
