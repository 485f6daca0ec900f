"""Shutdown: from the first signal no new games are created and streams end; requests under way are finished."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Closing:
    """Whether the server is shutting down; whatever would otherwise last for ever waits for it."""

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
        """Begin on the first signal, and call the earlier handlers as well."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in SIGNALS}
        for number, handler in before.items():
            signal.signal(number, self._before(loop, handler))
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _before(self, loop: asyncio.AbstractEventLoop, handler: Any) -> Callable[[int, FrameType | None], None]:
        def begin(number: int, frame: FrameType | None) -> None:
            with suppress(RuntimeError):  # the loop may have ended
                loop.call_soon_threadsafe(self.begin)
            if callable(handler):
                handler(number, frame)

        return begin
