"""Ctrl-C at chosen moments of a program."""

import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

Result = TypeVar("Result")


def with_ctrl_c_after(calls: int, run: Callable[[], Result], presses: int = 1) -> Result:
    """Run something, with Ctrl-C after so many calls of functions in this thread (and after as many again ...)."""
    moments = {calls * press for press in range(1, presses + 1)}
    counted = count()

    def press(frame: object, event: str, argument: Any) -> None:
        if event == "call" and next(counted) in moments:
            signal.raise_signal(signal.SIGINT)

    sys.setprofile(press)
    try:
        return run()
    finally:
        sys.setprofile(None)
