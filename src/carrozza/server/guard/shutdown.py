"""A calm end: on the first signal no new games begin and streams end; what is under way is finished."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Closing:
    """Whether the server is about to go. `wait` for it wherever something would otherwise last for ever."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def begin(self) -> None:
        self._event.set()

    def __bool__(self) -> bool:
        return self._event.is_set()

    async def wait(self) -> None:
        await self._event.wait()

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Hear the signals as well as whoever hears them already."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in SIGNALS}
        for number, heard in before.items():
            signal.signal(number, self._also(loop, heard))
        try:
            yield
        finally:
            for number, heard in before.items():
                signal.signal(number, heard)

    def _also(self, loop: asyncio.AbstractEventLoop, heard: Any) -> Callable[[int, FrameType | None], None]:
        def hear(number: int, frame: FrameType | None) -> None:
            with suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(self.begin)
            if callable(heard):
                heard(number, frame)

        return hear
