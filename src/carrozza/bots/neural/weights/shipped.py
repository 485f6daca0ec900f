"""Which of the weights files that come with the game is for a board."""

from functools import cache
from pathlib import Path

from carrozza import boards
from carrozza.bots.neural.weights.errors import BadWeights, NoWeights
from carrozza.bots.neural.weights.file import read_about
from carrozza.bots.specs import networks
from carrozza.bots.specs.networks import GENERAL, file_name
from carrozza.bots.specs.notation import BadSpec, Spec


def weights_path(board: boards.Board) -> Path:
    """The file for a board, or the general one; `NoWeights` says what to do where there is neither."""
    if has_own_network(board):
        return networks.FOLDER / file_name(board.id)
    if has_general_network():
        return networks.FOLDER / file_name(GENERAL)
    raise NoWeights(
        f"no network for {board.id} comes with this version: train one with `carrozza train --board {board.id}`, and "
        "name its weights with neural(file=PATH)"
    )


def has_own_network(board: boards.Board) -> bool:
    """Whether a network for this board alone comes with the game; an edited board of the same id has none."""
    own = networks.FOLDER / file_name(board.id)
    return own.is_file() and _board_digest(own) == board.digest


def has_general_network() -> bool:
    return (networks.FOLDER / file_name(GENERAL)).is_file()


def is_shipped(board: boards.Board) -> bool:
    try:
        weights_path(board)
    except NoWeights:
        return False
    return True


def check_file(spec: Spec, parameter: str) -> None:
    """Refuse a spec of which this parameter names no weights file, whatever board it is for."""
    try:
        read_about(str(spec.parameters[parameter]))
    except BadWeights as error:
        raise BadSpec(f"'{spec}': {error}") from None


@cache
def _board_digest(path: Path) -> str | None:
    return read_about(path).board_digest
