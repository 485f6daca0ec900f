"""`carrozza train`: from plain parameters to a trained network and an exit code."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from carrozza import boards
from carrozza.interrupts import InterruptFlag, interrupt_flag
from carrozza.kernel.compiled import first_compile_ahead
from carrozza.learning.config.checking import check_config
from carrozza.learning.config.defaults import Tree, merged
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import make_config, read_tree, set_values
from carrozza.learning.curve.live import live_curve
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder, new_folder, resumed_config, runs_to_resume
from carrozza.learning.runs.log import Entry, RunLog

DONE: Final = 0
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def train_command(
    config: Path | None,
    options: Tree,
    settings: Sequence[str] = (),
    out: Path | None = None,
    resume: Path | None = None,
) -> int:
    """Train; returns the exit code. Options go before settings, and these before the file."""
    console = Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True)
    try:
        check_torch()
        given = merged(merged(read_tree(config) if config else {}, set_values(settings)), options)
        with interrupt_flag() as interrupt:
            finished = _resume(resume, given, interrupt, console) if resume else _begin(out, given, interrupt, console)
    except ValueError as error:
        console.print(f"carrozza: {error}")
        return BAD_INPUT
    return DONE if finished else INTERRUPTED


def check_torch() -> None:
    if find_spec("torch") is None:
        raise LearningError("training needs torch, which is not installed: pip install 'carrozza[train]'")


def _begin(out: Path | None, given: dict[str, Any], interrupt: InterruptFlag, console: Console) -> bool:
    config = make_config(given)
    check_config(config)
    path = out or Path(f"run-{'-'.join(Path(board).stem for board in config.boards)}")
    if len(config.boards) == 1 or config.network.kind == "tokens":
        folder = new_folder(path, config)
        try:
            return _train(folder, config, interrupt, console)
        except ValueError:
            if not folder.has_begun:
                folder.discard()
            raise
    if path.exists() and any(path.iterdir()):
        raise LearningError(f"{path}: is there already, and not empty: name another with --out, or go on with --resume")
    runs = []
    for board in config.boards:
        of_board = config.model_copy(update={"boards": [board]})
        runs.append((new_folder(path / Path(board).stem, of_board), of_board))
    return all(_train(folder, of_board, interrupt, console) for folder, of_board in runs)


def _resume(path: Path, given: dict[str, Any], interrupt: InterruptFlag, console: Console) -> bool:
    for folder in runs_to_resume(path):
        config = resumed_config(folder, given)
        check_config(config)
        folder.store(config)
        # Of several boards the later ones may not have begun.
        if not _train(folder, config, interrupt, console, resume=folder.checkpoint.exists()):
            return False
    return True


def _train(folder: RunFolder, config: Config, interrupt: InterruptFlag, console: Console, resume: bool = False) -> bool:
    if interrupt.is_set:
        return False
    if config.network.kind == "tokens":
        return _train_general(folder, config, interrupt, console, resume)
    board = boards.load(config.boards[0])
    entries = _log_from(folder, resume)
    if first_compile_ahead():
        console.print("Compiling rules, bots and environments, once, a minute or two ...")
    with live_curve(console, board.full_title, config.budget) as watch:
        watch.entries += entries
        if config.workers.number > 1:
            from carrozza.learning.training.workers import train_together

            finished = train_together(config, folder, interrupt, watch, resume)
        else:
            from carrozza.learning.training.session import Session

            finished = Session(config, board, folder, interrupt, watch, resume=resume).run()
    _tell(console, folder, finished)
    return finished


def _train_general(folder: RunFolder, config: Config, interrupt: InterruptFlag, console: Console, resume: bool) -> bool:
    from carrozza.learning.training.general.session import TITLE, GeneralSession

    entries = _log_from(folder, resume)
    with live_curve(console, TITLE, config.budget) as watch:
        watch.entries += entries
        finished = GeneralSession(config, folder, interrupt, watch, resume).run()
    _tell(console, folder, finished)
    return finished


def _log_from(folder: RunFolder, resume: bool) -> list[Entry]:
    """Forget what came after the checkpoint that the run goes on from, or everything where it begins: it happens
    again."""
    from carrozza.learning.training.checkpoint import rounds_in

    log = RunLog(folder.log)
    if log.entries:
        log.cut_after(rounds_in(folder.checkpoint) if resume else -1)
    return log.entries


def _tell(console: Console, folder: RunFolder, finished: bool) -> None:
    if finished:
        console.print(f"weights: {folder.weights}; curve: {folder.curve}")
        console.print(f'play against it: carrozza arena --bots "neural(file={folder.weights}),planner" --board ...')
    else:
        console.print(f"interrupted: go on with carrozza train --resume {folder.path}")
