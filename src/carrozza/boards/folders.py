"""Folders of own boards: their files are boards by name, as the shipped ones are.

The folders stand in the environment variable `CARROZZA_BOARDS`, so that processes which this one starts know them too.
"""

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from carrozza.boards.building import rulesets_in
from carrozza.boards.bundle import SUFFIX, read_document
from carrozza.boards.faults import BoardError
from carrozza.boards.model import Board
from carrozza.boards.own import from_document
from carrozza.boards.reading import fault_at
from carrozza.boards.shipped import SHIPPED

VARIABLE = "CARROZZA_BOARDS"
SUFFIXES = (".toml", SUFFIX)


def use_folders(names: Iterable[str | Path]) -> None:
    """Find boards in these folders, and in no others; `BoardError` where a new one is no folder."""
    paths = [Path(name).expanduser().absolute() for name in names]
    for path in set(paths) - set(folders()):
        if not path.is_dir():
            raise fault_at(str(path), "folder", "no_folder")
        if os.pathsep in str(path):
            raise fault_at(str(path), "folder", "folder_name", character=os.pathsep)
    if paths:
        os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(map(str, paths)))
    else:
        os.environ.pop(VARIABLE, None)


def folders() -> tuple[Path, ...]:
    """The folders where boards are looked for besides the shipped ones."""
    listed = os.environ.get(VARIABLE, "").split(os.pathsep)
    return tuple(dict.fromkeys(Path(folder).expanduser().absolute() for folder in listed if folder.strip()))


def own_names() -> tuple[str, ...]:
    """The names of the boards in the folders."""
    return tuple(own_boards())


def own_boards() -> dict[str, Board]:
    """The boards in the folders, by name. A file with faults gives none; `folder_faults` tells of it."""
    return _found().boards


def with_digest(digest: str) -> Board | None:
    """The board in the folders with these facts."""
    return next((board for board in own_boards().values() if board.digest == digest), None)


def folder_faults() -> tuple[BoardError, ...]:
    """What is wrong with the folders and with the files in them."""
    return _found().errors


class Found(NamedTuple):
    """What the folders hold."""

    boards: dict[str, Board]
    errors: tuple[BoardError, ...]


def _found() -> Found:
    boards: dict[str, Board] = {}
    errors: list[BoardError] = []
    for folder in folders():
        for found in _boards_of_files(folder):
            if isinstance(found, BoardError):
                errors.append(found)
            elif (before := boards.setdefault(found.id, found)).digest != found.digest:
                errors.append(_same_name(found, before))
    return Found(boards, tuple(errors))


def _same_name(board: Board, before: Board) -> BoardError:
    return fault_at(str(board.file), "id", "same_board", id=board.id, file=before.file)


def _boards_of_files(folder: Path) -> Iterator[Board | BoardError]:
    """The boards of a folder's files; a file that cannot be used gives its faults instead."""
    try:
        files = sorted(_files(folder))
    except OSError as wrong:
        yield fault_at(str(folder), "folder", "unreadable_folder", why=wrong.strerror, variable=VARIABLE)
        return
    for _, name, stamp in files:
        try:
            yield from _boards_of_file(folder / name, stamp)
        except BoardError as wrong:
            yield wrong


def _files(folder: Path) -> Iterator[tuple[bool, str, tuple[int, int]]]:
    """A board file comes before a bundle of the same board: it is the one that is edited."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIXES) and not entry.name.startswith(".") and entry.is_file():
                status = entry.stat()
                yield entry.name.endswith(SUFFIX), entry.name, (status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1024)
def _boards_of_file(file: Path, stamp: tuple[int, int]) -> tuple[Board, ...]:
    """The boards of a file, one for each ruleset; `stamp` changes when the file does."""
    boards = boards_in(file)
    if hiding := [board.id for board in boards if board.id in SHIPPED]:
        raise fault_at(str(file), "id", "shipped_already", id=hiding[0], map=boards[0].map)
    return boards


def boards_in(file: Path) -> tuple[Board, ...]:
    """The boards of a board file or bundle, one for each ruleset."""
    source = str(file)
    document, layout = read_document(file, source)
    rulesets = rulesets_in(document)
    return tuple(from_document(document, source, ruleset, file=file, layout=layout) for ruleset in rulesets)
