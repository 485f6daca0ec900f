"""The forward pass: a seat's observation in, logits, chances to win and margin out.

A network is flat, for one board (`flat/`), or reads tokens, on any board (`tokens/`). Compiled code knows which by its
type: the same functions serve both, and neither pays for the other.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from carrozza import boards
from carrozza.bots.neural.flat.arrays import Network, Room, flat_network, flat_room, in_style
from carrozza.bots.neural.flat.inferring import infer_flat
from carrozza.bots.neural.tokens.at_board import BoardNetwork, board_network, board_room, infer_slots
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.file import Weights, read_weights
from carrozza.bots.neural.weights.shipped import weights_path
from carrozza.game.names import Names
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import INTERPRETED, entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import State
from carrozza.observation.flat import write_flat

__all__ = [
    "Network",
    "Room",
    "evaluate",
    "evaluate_batch",
    "infer",
    "make_network",
    "make_room",
    "network_at",
    "observe",
]


def network_at(names: Names, file: str | Path | None = None, style: str | None = None) -> Network:
    """The network for a board with its variants and seats, from this file or from those that come with the game;
    `BadWeights` or `NoWeights` where there is none, or none that has learned this style. Made once."""
    path = Path(file) if file is not None else weights_path(names.board)
    return _network(path, _changed(path), names.board, names.variants, len(names.seats), style)


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=8)
def _weights(path: Path, changed: int) -> Weights:
    return read_weights(path)


@lru_cache(maxsize=16)
def _network(
    path: Path, changed: int, board: boards.Board, variants: tuple[str, ...], seats: int, style: str | None
) -> Network:
    try:
        if style is not None:
            plain = _network(path, changed, board, variants, seats, None)
            return in_style(plain, _weights(path, changed), style)
        return network_of(_weights(path, changed), board, variants, seats)
    except BadWeights as error:
        raise BadWeights(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


def make_network(weights: Weights, names: Names) -> Network:
    """The network for a board with its variants and seats, of these weights."""
    return network_of(weights, names.board, names.variants, len(names.seats))


def network_of(weights: Weights, board: boards.Board, variants: tuple[str, ...], seats: int) -> Network:
    if weights.about.kind == "tokens":
        return cast("Network", board_network(weights, board, variants, seats))
    return flat_network(weights, board, variants, seats)


def make_room(network: Network, slots: int = 1) -> Room:
    """Room for so many positions."""
    if isinstance(network, BoardNetwork):
        return cast("Room", board_room(network, slots))
    return flat_room(network, slots)


@rule
def observe(board: Board, network: Network, state: State, seat: int, mask: Grid, room: Room, slot: int) -> None:
    """Write what the seat observes into a slot. `mask` has the actions whose logits are wanted."""
    room.recall.kept = 0
    write_flat(board, network.plan, state, seat, room.recall, room.search, room.words[slot])
    room.seats[slot] = seat
    for word in range(WORDS):
        room.masks[slot, word] = mask[word]


def infer(network: Network, room: Room, first: int, count: int) -> None:
    """Fill `count` slots, from the first on, in from what was observed."""
    (infer_tokens if isinstance(network, BoardNetwork) else infer_flat)(network, room, first, count)


def infer_tokens(network: Network, room: Room, first: int, count: int) -> None:
    infer_slots(network, room, first, count)  # type: ignore[arg-type]  # it is a BoardNetwork


def _by_kind(network: Network, room: Room, first: int, count: int) -> Any:
    """What compiled code takes for `infer`: it asks with types."""
    return infer_tokens if network.instance_class is BoardNetwork else infer_flat  # type: ignore[attr-defined]


if not INTERPRETED:
    from numba.extending import overload

    options: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
    overload(infer, jit_options=options)(_by_kind)


@entry
def evaluate(board: Board, network: Network, state: State, seat: int, mask: Grid, room: Room, slot: int) -> None:
    """What the network thinks of a position, for a seat: into `room.logits[slot]`, `room.win[slot]` (by absolute seat)
    and `room.margin[slot]`. Only the logits of the actions in the mask are written."""
    observe(board, network, state, seat, mask, room, slot)
    infer(network, room, slot, 1)


@entry
def evaluate_batch(
    board: Board, network: Network, states: Grid, seats: Grid, masks: Grid, room: Room, count: int
) -> None:
    """The same for `count` positions at once, into the slots from 0 on: the same bits as one by one, in less time."""
    for slot in range(count):
        observe(board, network, states[slot], whole(seats[slot]), masks[slot], room, slot)
    infer(network, room, 0, count)
