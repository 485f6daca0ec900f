"""What runs in a worker process: the batches of one contest, played one at a time."""

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from typing import Final, NamedTuple

from carrozza.arena.checks import StrictFault
from carrozza.arena.playing.batch import BatchResult, play_batch
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.single_game import close_bots_at_play

PARENT_POLL_SECONDS: Final = 0.5


class Failure(NamedTuple):
    """A batch that could not be played, and why."""

    message: str
    traceback: str = ""
    strict: bool = False
    """Whether a bot's fault ended a contest that stops at the first one."""


_contests: list[Contest] = []


def start_worker(contest: Contest, parent: int) -> None:
    """Prepare a new worker process; it ends, with the programs it started, when its parent does."""
    _contests[:] = [contest]
    os.dup2(2, 1)  # What a bot prints must not mix with the report on standard output.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent.
    signal.signal(signal.SIGTERM, lambda number, frame: _end_process())
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def play_in_worker(batch: Batch) -> bytes:
    return play_pickled(_contests[0], batch)


def play_pickled(contest: Contest, batch: Batch) -> bytes:
    """The result or failure as bytes: cloudpickle, which loky and Ray use, does not restore NumPy's record types."""
    return pickle.dumps(_played(contest, batch))


def _played(contest: Contest, batch: Batch) -> BatchResult | Failure:
    try:
        return play_batch(contest, batch)
    except StrictFault as fault:
        return Failure(str(fault), fault.traceback, strict=True)
    except ValueError as error:
        return Failure(str(error))
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", traceback.format_exc())


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_POLL_SECONDS)
    _end_process()


def _end_process() -> None:
    close_bots_at_play()
    sys.stderr.flush()
    os._exit(1)
