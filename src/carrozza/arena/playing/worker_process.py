"""A process that plays games for another: it reads batches from its standard input and writes sheets to its output."""

import os
import pickle
import signal
import sys
import threading
import time
from typing import BinaryIO, NamedTuple

from carrozza.arena.playing.batch import Sheet, play_batch
from carrozza.arena.playing.contest import Contest


class Failure(NamedTuple):
    """A batch that could not be played, and why."""

    message: str


def main() -> None:
    # What a bot prints must not get into the answers: from here on, it goes where errors go.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    _serve(sys.stdin.buffer, answers)


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    contest: Contest = pickle.load(orders)
    while True:
        try:
            batch = pickle.load(orders)
        except EOFError:
            return
        pickle.dump(_answer(contest, batch), answers)
        answers.flush()


def _answer(contest: Contest, batch: object) -> Sheet | Failure:
    try:
        return play_batch(contest, batch)  # type: ignore[arg-type]
    except ValueError as error:
        return Failure(str(error))
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")


def _end_with(parent: int) -> None:
    """Do not outlive the one that wants the games."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
