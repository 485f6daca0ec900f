"""What the commands `carrozza board layout`, `board draw`, `board print`, `carrozza draw` and `carrozza film` do."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from carrozza.atlas.drawing import draw
from carrozza.atlas.drawing.drawing import SUFFIXES, Drawing
from carrozza.atlas.drawing.palette import THEMES, Theme
from carrozza.atlas.layout import store
from carrozza.atlas.layout.course import Progress as Follow
from carrozza.atlas.layout.errors import LayoutCancelled
from carrozza.atlas.layout.measure import Measure, Measures, faults, measure
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, load
from carrozza.boards.faults import did_you_mean
from carrozza.game.game import Game
from carrozza.game.records.record import Record, RecordError
from carrozza.interrupts import interrupt_flag
from carrozza.words import languages

INTERRUPTED = 130
STANDARD_OUTPUT = Path("-")


def layout_command(name: str, out: Path | None, *, anew: bool, as_json: bool) -> int:
    """Lay a board out, keep the layout where it belongs, and measure it. The exit status is 1 where a measure fails."""
    board = load(name)
    if out:
        _check_folder(out)
    layout = _layout(board, anew=anew)
    kept = _keep(layout, board, out)
    measures = measure(board, layout)
    if as_json:
        print(json.dumps({"file": str(kept), **measures.as_json()}, ensure_ascii=False, indent=1))
    else:
        _show_measures(board, measures, kept)
    return 1 if faults(measures) else 0


def draw_board_command(name: str, out: Path | None, theme: str, width: int, language: str) -> int:
    """Draw a board into a file."""
    board = load(name)
    file = out or _beside(board, ".svg")
    _check_picture(file, theme, language)
    layout = _layout(board)
    if board.file:
        _warn_of_faults(name, measure(board, layout))
    _write(draw(board, theme=cast(Theme, theme), layout=layout, language=language, fonts=_alone(file)), file, width)
    return 0


def draw_record_command(record: Path, move: int | None, out: Path | None, theme: str, width: int, language: str) -> int:
    """Draw the position of a record after so many moves, or at its end."""
    file = out or record.with_name(f"{record.stem}{'' if move is None else f'-{move}'}.svg")
    if file.absolute() == record.absolute():
        raise ValueError(f"{file}: the drawing would replace the record; name another file with -o")
    _check_picture(file, theme, language)
    game = _replayed(record, move)
    layout = _layout(game.board)
    _write(draw(game, theme=cast(Theme, theme), layout=layout, language=language, fonts=_alone(file)), file, width)
    return 0


def film_command(record: Path, out: Path | None, theme: str, width: int, language: str) -> int:
    """Make a film of a record."""
    from carrozza.atlas.film import SUFFIXES as FILM_SUFFIXES
    from carrozza.atlas.film import film

    file = out or record.with_suffix(".gif")
    _check_choices(theme, language)
    if file.suffix.lower() not in FILM_SUFFIXES:
        raise ValueError(f"{file}: a film is kept as {', '.join(FILM_SUFFIXES)}; end the name with one of them")
    _check_folder(file)
    game = _replayed(record, None)
    _layout(game.board)
    with following("filming") as follow:
        number = film(game, file, theme=cast(Theme, theme), width_px=width, language=language, progress=follow)
    print(f"{file}  {number} pictures")
    return 0


def print_board_command(
    name: str, paper: str, out: Path | None, bleed: float, parts: Sequence[str], language: str
) -> int:
    """Print a board and its cards into a PDF."""
    from carrozza.atlas.press import print_command
    from carrozza.atlas.press.papers import checked_bleed, paper_named

    board = load(name)
    paper_named(paper)
    checked_bleed(bleed)
    _check_language(language)
    file = out or _beside(board, f"-{paper.strip().lower()}.pdf")
    _check_folder(file)
    if file.suffix.lower() != ".pdf":
        raise ValueError(f"{file}: a board is printed into a .pdf file")
    _layout(board)
    with following("printing") as follow:
        message = print_command(board, paper, file, bleed, parts, language, follow)
    print(message)
    return 0


# Layouts


def _layout(board: Board, *, anew: bool = False) -> Layout:
    """The layout; after Ctrl-C the command ends and nothing has been written."""
    with interrupt_flag() as interrupt, following(board.full_title) as follow:
        try:
            if anew:
                return store.compute_anew(board, follow, cancelled=lambda: interrupt.is_set)
            return store.layout_of(board, follow, _note, lambda: interrupt.is_set)
        except LayoutCancelled:
            _note("interrupted; nothing was written")
            raise SystemExit(INTERRUPTED) from None


@contextmanager
def following(title: str) -> Iterator[Follow]:
    """A bar that follows long work; it appears with the first news, on a terminal only, and leaves no trace."""
    console = Console(stderr=True, markup=False, emoji=False)
    columns = (_column("{task.fields[title]}"), BarColumn(), _column("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0, title=title, visible=False)

        def follow(doing: str, share: float) -> None:
            bar.update(task, description=doing, completed=share, visible=True)

        yield follow


def _column(text: str) -> TextColumn:
    """A column that shows the titles of boards and names of cities as they are written."""
    return TextColumn(text, markup=False)


def _note(message: str) -> None:
    print(f"carrozza: {message}", file=sys.stderr)


def _keep(layout: Layout, board: Board, out: Path | None) -> Path:
    """Write the layout where it belongs; where that cannot be written it stays in the cache."""
    file = out or store.place_to_keep(board)
    cached = store.cache_file(layout.digest)
    if file is None:
        return cached
    try:
        store.write(layout, file)
    except OSError as wrong:
        if out:
            raise ValueError(f"{out} cannot be written: {wrong.strerror}") from None
        _note(f"{file} cannot be written ({wrong.strerror}); the layout is kept in the cache")
        return cached
    return file


def _show_measures(board: Board, measures: Measures, kept: Path) -> None:
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(f"{board.full_title}  {measures.width:.0f} x {measures.height:.0f} mm, kept in {kept}")
    for row in measures:
        line = _line(row)
        console.print(f"{line[: console.width - 1]}…" if console.is_terminal and len(line) > console.width else line)
    for fault in faults(measures):
        console.print(fault)


def _line(row: Measure) -> str:
    worst = f"{row.worst:.2f}" if isfinite(row.worst) else "-"
    limit = f"{'<=' if row.most else '>='} {row.limit:g}"
    mark = "ok" if row.kept else "NO"
    return f"  {mark}  {row.name:24} {worst:>7} {row.unit:2}  {limit:7}  {row.where}".rstrip()


def _warn_of_faults(name: str, measures: Measures) -> None:
    if found := faults(measures):
        many = f"{len(found)} things are" if len(found) > 1 else "one thing is"
        _note(f"{many} not as they should be, such as: {found[0]}; 'carrozza board layout {name}' tells all")


# Files


def _beside(board: Board, ending: str) -> Path:
    """Beside the board's file, or here for a board of ours."""
    return board.file.with_name(board.file.stem + ending) if board.file else Path(board.id + ending)


def _check_choices(theme: str, language: str) -> None:
    if theme not in THEMES:
        raise ValueError(f"no theme '{theme}'{did_you_mean(theme, THEMES)}; choose {', '.join(THEMES)}")
    _check_language(language)


def _check_picture(file: Path, theme: str, language: str) -> None:
    _check_choices(theme, language)
    if file != STANDARD_OUTPUT:
        if file.suffix.lower() not in SUFFIXES:
            raise ValueError(f"{file}: a drawing is kept as {', '.join(SUFFIXES)}; end the name with one of them")
        _check_folder(file)


def _check_language(language: str) -> None:
    if language not in languages():
        message = did_you_mean(language, languages())
        raise ValueError(f"no language '{language}'{message}; choose {' or '.join(languages())}")


def _check_folder(file: Path) -> None:
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}; make it first")
    if file.is_dir():
        raise ValueError(f"{file} is a folder; name a file in it")


def _alone(file: Path) -> bool:
    """Only an SVG must carry its fonts; the others are made with them."""
    return file == STANDARD_OUTPUT or file.suffix.lower() == ".svg"


def _write(drawing: Drawing, file: Path, width: int) -> None:
    if file == STANDARD_OUTPUT:
        sys.stdout.buffer.write(drawing.svg.encode() + b"\n")  # UTF-8, whatever the terminal speaks
        return
    try:
        drawing.save(file, width_px=width)
    except OSError as wrong:
        raise ValueError(f"{file} cannot be written: {wrong.strerror}") from None
    print(f"{file}  {drawing.width:.0f} x {drawing.height:.0f} mm at full size")


def _replayed(record: Path, move: int | None) -> Game:
    try:
        read = Record.load(record)
        if move is not None and move > len(read.moves):
            raise ValueError(f"{record} has {len(read.moves)} moves; choose --move 0 to {len(read.moves)}")
        return read.replay(move)
    except RecordError as wrong:
        raise ValueError(f"{record}: {wrong}" if wrong.line else str(wrong)) from None
