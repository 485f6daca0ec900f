"""A network of either kind, ready to decide for the seats of one game."""

from pathlib import Path
from typing import Protocol

from carrozza.bots.neural.choosing import Generator, choose_action
from carrozza.bots.neural.errors import BadWeights
from carrozza.bots.neural.forward import Network, Room, make_room, network_at
from carrozza.bots.neural.shipped import weights_path
from carrozza.bots.neural.weights import read_about
from carrozza.game.names import Names
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import State


class Player(Protocol):
    """After a choice, slot 0 of the room has what the network thought of the position."""

    room: Room

    def choose(self, state: State, seat: int, mask: Grid, temperature: float, generator: Generator) -> int:
        """An action of the mask, for this seat; with temperature 0 the likeliest."""
        ...


class FlatPlayer:
    """A network for one board."""

    def __init__(self, names: Names, network: Network) -> None:
        self._board = names.compiled
        self._network = network
        self.room = make_room(network)

    def choose(self, state: State, seat: int, mask: Grid, temperature: float, generator: Generator) -> int:
        return int(choose_action(self._board, self._network, state, seat, mask, self.room, temperature, generator))


def player_at(names: Names, file: str | Path | None = None, style: str | None = None) -> Player:
    """The network for a board, from this file or from those that come with the game."""
    path = Path(file) if file is not None else weights_path(names.board, style)
    about = read_about(path)
    if about.kind == "flat":
        return FlatPlayer(names, network_at(names, path))
    raise BadWeights(f"{path}: a network of kind '{about.kind}': this version plays flat ones")
