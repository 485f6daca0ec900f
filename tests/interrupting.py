"""Ctrl-C at chosen moments of a program."""

import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from carrozza.interrupts import InterruptFlag

Result = TypeVar("Result")


def with_ctrl_c_after(calls: int, run: Callable[[], Result], presses: int = 1) -> Result:
    """Run something, with Ctrl-C after so many calls of functions in this thread, counted while a flag is installed;
    a second press comes after as many calls again."""
    moments = {calls * press for press in range(1, presses + 1)}
    counted = count()

    def press(frame: object, event: str, argument: Any) -> None:
        installed = isinstance(getattr(signal.getsignal(signal.SIGINT), "__self__", None), InterruptFlag)
        if event == "call" and installed and next(counted) in moments:
            signal.raise_signal(signal.SIGINT)

    sys.setprofile(press)
    try:
        return run()
    finally:
        sys.setprofile(None)
