"""Results that several people ask for: each is worked out once, and those used last are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class SharedResults(Generic[Result]):
    """Whoever asks for the same meanwhile, or later, gets the same result.

    Results are kept up to a total weight; left out, each weighs one.
    """

    def __init__(self, most: int, weight: Callable[[Result], int] = lambda result: 1) -> None:
        self._kept = LastUsed(most, weight)
        self._under_way: dict[str, asyncio.Task[Result]] = {}

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._kept)

    async def get(self, key: str, work: Callable[[], Coroutine[Any, Any, Result]], *, keep: bool = True) -> Result:
        """The result of that key; `work` begins it where nobody has, and may refuse to."""
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if key not in self._under_way:
            task = asyncio.create_task(work())
            self._under_way[key] = task
            task.add_done_callback(lambda task: self._done(key, task, keep=keep))
        return await asyncio.shield(self._under_way[key])

    def _done(self, key: str, task: "asyncio.Task[Result]", *, keep: bool) -> None:
        self._under_way.pop(key, None)
        if task.cancelled() or task.exception():  # whoever asked may be gone, and nobody has to know of it
            return
        if keep:
            self._kept.put(key, task.result())

    async def close(self) -> None:
        """End the work under way."""
        for task in tuple(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)


class LastUsed(Generic[Result]):
    """What was used last, up to a total weight."""

    def __init__(self, most: int, weight: Callable[[Result], int]) -> None:
        self.most = most
        self.total = 0
        self._weight = weight
        self._kept: OrderedDict[str, Result] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Result | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def drop(self, key: str) -> None:
        if key in self._kept:
            self.total -= self._weight(self._kept.pop(key))

    def put(self, key: str, result: Result) -> None:
        self.drop(key)
        self._kept[key] = result
        self.total += self._weight(result)
        while self.total > self.most:
            self.total -= self._weight(self._kept.popitem(last=False)[1])
