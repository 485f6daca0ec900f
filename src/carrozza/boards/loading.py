"""Loading boards: the shipped ones and those of the folders by name, a map maker's own by path."""

from pathlib import Path

from carrozza.boards.building import board_name
from carrozza.boards.bundle import Bundle, load_bundle, read_document
from carrozza.boards.faults import BoardError, Fault, UnknownBoard, guessing, reason
from carrozza.boards.folders import SUFFIXES, folder_faults, own_boards
from carrozza.boards.model import Board
from carrozza.boards.own import from_document
from carrozza.boards.reading import fault_at
from carrozza.boards.shipped import SHIPPED, names, shipped, shipped_document
from carrozza.words.phrases import Alternatives

__all__ = ["BoardError", "Fault", "bundle_of", "load", "names"]


def load(name_or_path: str | Path, ruleset: str | None = None) -> Board:
    """Load a board by its name, or a map maker's own from a .toml or .carrozza-board file.

    Where a file has several rulesets, choose with `ruleset` or with `#ruleset` behind the path.

    >>> load("italy-basic").rules.stations
    0
    """
    source, ruleset = _chosen(str(name_or_path), ruleset)
    if not source.endswith(SUFFIXES):
        return _named(source, ruleset)
    document, layout = read_document(Path(source), source)
    return from_document(document, source, ruleset, file=Path(source), layout=layout)


def bundle_of(name_or_path: str | Path) -> Bundle:
    """The bundle of a board that `load` finds, with all rulesets of its map.

    >>> bundle_of("italy").rulesets
    ('basic', 'advanced')
    """
    file = file_of(name_or_path)
    if file is not None:
        return load_bundle(file)
    return Bundle.of(shipped_document(_board_or_map(str(name_or_path)).map), source=str(name_or_path))


def file_of(name_or_path: str | Path) -> Path | None:
    """The file of an own board; none for a board that comes with the game."""
    source, _ = _chosen(str(name_or_path), None)
    return Path(source) if source.endswith(SUFFIXES) else _board_or_map(source).file


def _board_or_map(name: str) -> Board:
    """The board of that name, or the first of the map of that name."""
    return next((board for board in _all_boards() if name in (board.id, board.map)), None) or _named(name, None)


def _chosen(text: str, ruleset: str | None) -> tuple[str, str | None]:
    """The name or path, and the ruleset that is chosen behind it or beside it."""
    source, mark, behind = text.rpartition("#")
    if not mark or not source.endswith(SUFFIXES):
        return text, ruleset
    if behind and ruleset and behind != ruleset:
        raise fault_at(text, "ruleset", "two_rulesets", behind=behind, ruleset=ruleset)
    return source, ruleset or behind


def _named(name: str, ruleset: str | None) -> Board:
    wanted = name if ruleset is None or name.endswith(f"-{ruleset}") else board_name(name, ruleset)
    if wanted in SHIPPED:
        return shipped(wanted)
    if (found := own_boards().get(wanted)) is not None:
        return found
    raise _unknown(name, wanted)


def _all_boards() -> list[Board]:
    return [*map(shipped, SHIPPED), *own_boards().values()]


def _unknown(name: str, wanted: str) -> BoardError:
    """No board has that name; a file of the folders that may have been meant tells its faults instead."""
    for error in folder_faults():
        if Path(error.source).name.removesuffix(Path(error.source).suffix) == wanted:
            return error
    boards = _all_boards()
    known = [board.id for board in boards]
    values = {"board": wanted, "boards": ", ".join(known)}
    several = Alternatives(board.id for board in boards if board.map == name)
    found = (
        reason("unknown_board_near", names=several, **values)
        if several
        else guessing("unknown_board", wanted, known, **values)
    )
    for error in folder_faults():
        found = reason("and_faulty_file", reason=found, file=error.source)
    return UnknownBoard(name, [Fault("board", found)])
