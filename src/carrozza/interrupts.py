"""Ctrl-C as a flag that is read between games: no exception is raised inside NumPy or compiled code."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from types import FrameType
from typing import Final

POLL_SECONDS: Final = 0.1
"""How often a waiting thread reads the flag."""
PRESSES_TO_RAISE: Final = 3


class InterruptFlag:
    """Counts Ctrl-C: the first asks to finish what is under way, the second to drop it.

    The third goes to the handler that was there before, which usually raises `KeyboardInterrupt`: the last resort
    where something hangs. The count is a plain integer, as a signal handler must not wait for a lock.
    """

    def __init__(self) -> None:
        self.presses = 0
        self._earlier: Callable[[int, FrameType | None], object] | None = None

    @property
    def is_set(self) -> bool:
        return self.presses >= 1

    @property
    def is_urgent(self) -> bool:
        return self.presses >= 2

    def press(self, number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
        """The signal handler."""
        self.presses += 1
        if self.presses >= PRESSES_TO_RAISE and self._earlier is not None:
            self._earlier(number, frame)

    def install(self, earlier: Callable[[int, FrameType | None], object]) -> None:
        self._earlier = earlier
        signal.signal(signal.SIGINT, self.press)


@contextmanager
def interrupt_flag() -> Iterator[InterruptFlag]:
    """Inside, Ctrl-C sets the flag. Nested uses share one flag; outside the main thread it is never set."""
    handler = signal.getsignal(signal.SIGINT)
    installed = getattr(handler, "__self__", None)
    flag = installed if isinstance(installed, InterruptFlag) else InterruptFlag()
    in_main_thread = threading.current_thread() is threading.main_thread()
    if flag is installed or not in_main_thread or not callable(handler):
        yield flag
        return
    flag.install(handler)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Inside `interrupt_flag`, let Ctrl-C raise `KeyboardInterrupt` again: to leave a read of the keyboard."""
    handler = signal.getsignal(signal.SIGINT)
    if not isinstance(getattr(handler, "__self__", None), InterruptFlag):
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def run_until_interrupted(work: Callable[[], object], flag: InterruptFlag) -> bool:
    """Run something long, such as a compilation, in a thread that is abandoned on Ctrl-C; False where it was."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    context = copy_context()  # NumPy's error state, for one
    thread = threading.Thread(target=context.run, args=(run,), daemon=True)
    thread.start()
    while thread.is_alive() and not flag.is_set:
        thread.join(POLL_SECONDS)
    if thread.is_alive():
        _abandoned.append(thread)
        return False
    if failures:
        raise failures[0]
    return True


_abandoned: list[threading.Thread] = []


def exit_process(code: int) -> None:
    """Exit like `sys.exit`, but without waiting for abandoned work: the interpreter cannot end such a thread safely."""
    if any(thread.is_alive() for thread in _abandoned):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
    sys.exit(code)
