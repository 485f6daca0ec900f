"""Ctrl-C as an event: what is under way is finished and kept, the rest is not begun."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupt_noted() -> Iterator[threading.Event]:
    """Inside, Ctrl-C only sets the event (in the main thread; elsewhere it never comes)."""
    stop = threading.Event()
    usual = signal.getsignal(signal.SIGINT)
    in_charge = threading.current_thread() is threading.main_thread() and callable(usual)

    def note(number: int, frame: FrameType | None) -> None:
        stop.set()

    if in_charge:
        signal.signal(signal.SIGINT, note)
    try:
        yield stop
    finally:
        if in_charge:
            signal.signal(signal.SIGINT, usual)
