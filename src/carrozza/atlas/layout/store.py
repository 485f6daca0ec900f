"""Layouts are kept: those of our boards with the program, a map maker's own beside the board file or in the cache."""

import hashlib
import json
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from carrozza.atlas import sizes
from carrozza.atlas.layout.course import Cancelled, Progress
from carrozza.atlas.layout.errors import LayoutError
from carrozza.atlas.layout_model import Layout, gap_in
from carrozza.boards import Board, City
from carrozza.folders import cache_folder, write_whole
from carrozza.words.phrases import Phrase

VERSION = 2
"""Raised when layouts that are kept would no longer do, so that they are computed anew."""

Note = Callable[[str], None]

MOST_KNOWN = 64
"""Layouts held in memory: a server lays out the boards of many people."""

_known: dict[str, Layout] = {}


def digest(board: Board) -> str:
    """What a layout depends on, in short: the same for all rulesets of a map, another when the map changes."""
    facts = {
        "version": VERSION,
        "sizes": {name: value for name, value in vars(sizes).items() if name.isupper()},
        "cities": [(city.id, city.name, city.lat, city.lon) for city in board.cities],
        "routes": [(route.id, route.a, route.b, route.length, route.ferry > 0) for route in board.routes],
        "drawing": board.drawing.model_dump(mode="json", exclude_defaults=True, exclude={"train"}),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def layout_of(
    board: Board, progress: Progress | None = None, note: Note | None = None, cancelled: Cancelled | None = None
) -> Layout:
    """The layout of a board: kept in a file, or else computed and kept in the cache.

    Where the board has changed since the layout beside its file was made, the computation begins from that one.
    `note` is told of files that cannot be used; left out, they are warnings.
    """
    wanted = digest(board)
    if wanted not in _known:
        kept = list(_kept(board, wanted, note or _warn))
        fresh = next((layout for layout in kept if layout.digest == wanted), None)
        return _remembered(fresh or compute_anew(board, progress, next(iter(kept), None), cancelled))
    return _known[wanted]


def _remembered(layout: Layout) -> Layout:
    _known[layout.digest] = layout
    while len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)), None)
    return layout


def compute_anew(
    board: Board, progress: Progress | None = None, start: Layout | None = None, cancelled: Cancelled | None = None
) -> Layout:
    """Compute the layout of a board, from that of a similar one if given, and keep it in the cache where that can be
    written. Once `cancelled` says true, `LayoutCancelled` is raised and nothing is kept."""
    from carrozza.atlas.layout.optimise import compute

    check_places(board)
    computed = replace(compute(board, progress, start, cancelled), digest=digest(board))
    layout = Layout.from_json(computed.as_json())  # as it will be read again
    with suppress(OSError):  # a cache that cannot be written only costs time
        write(layout, cache_file(layout.digest))
    return _remembered(layout)


def check_places(board: Board) -> None:
    """No two cities at one place: nothing could lie between them."""
    seen: dict[tuple[float, float], City] = {}
    for city, place in zip(board.cities, board.places, strict=True):
        before = seen.setdefault(place, city)
        if before is not city:
            at = {"lat": f"{place[0]:g}", "lon": f"{place[1]:g}"}
            raise LayoutError(Phrase("layout_fault.same_place", one=before.name, other=city.name, **at))


def _warn(message: str) -> None:
    warnings.warn(message, stacklevel=3)


def _kept(board: Board, wanted: str, note: Note) -> Iterator[Layout]:
    """The layouts that are kept for a board, of whichever version of it."""
    if board.layout is not None:
        brought = Layout.from_json(board.layout)
        if brought.digest != wanted or gap_in(brought, board) is None:
            yield brought
            if brought.digest == wanted:
                return
    for file in kept_files(board, wanted):
        layout = read(file, board, note)
        if layout:
            yield layout
            if layout.digest == wanted:
                return


def kept_files(board: Board, wanted: str) -> Iterator[Path]:
    """Where a layout may lie: beside the board's file, with the program, in the cache."""
    if board.file:
        yield file_beside(board.file)
    else:
        yield shipped_file(board)
    yield cache_file(wanted)


def file_beside(board_file: Path) -> Path:
    """The layout beside a board file.

    >>> file_beside(Path("maps/lake.toml")).as_posix()
    'maps/lake.layout.json'
    """
    return board_file.with_suffix(".layout.json")


def shipped_file(board: Board) -> Path:
    """The layout that comes with the program, one for all rulesets of a map."""
    return Path(str(files("carrozza.atlas.layout"))) / "files" / f"{board.map}.json"


def cache_file(wanted: str) -> Path:
    return cache_folder() / "layouts" / f"{wanted}.json"


def place_to_keep(board: Board) -> Path | None:
    """Where a board's layout belongs: beside its file, or, for our own boards, in a source checkout."""
    if board.file:
        return file_beside(board.file)
    file = shipped_file(board)
    checkout = file.parents[5] / "pyproject.toml"
    return file if checkout.is_file() and os.access(file.parents[1], os.W_OK) else None


def read(file: Path, board: Board, note: Note) -> Layout | None:
    """The layout of a file; nothing where there is none, or none that can be used."""
    try:
        layout = Layout.from_json(json.loads(file.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as wrong:
        note(f"{file} cannot be read ({wrong.strerror}); the layout is computed anew")
        return None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        note(f"{file} is not a layout; it is computed anew")
        return None
    if layout.digest == digest(board) and (message := gap_in(layout, board)):
        note(f"{file} has no {message}; the layout is computed anew")
        return None
    return layout


def write(layout: Layout, file: Path) -> None:
    """Write a layout as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, layout.to_text().encode())


def forget() -> None:
    """Forget the layouts held in memory."""
    _known.clear()
