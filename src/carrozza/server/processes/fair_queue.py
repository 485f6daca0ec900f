"""Who is served next: the most urgent; among these one payer after the other, and one table of each after the other."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

T = TypeVar("T")

REMEMBERED: Final = 10_000
"""Payers and tables of which it is known when they were last served."""


class Urgency(IntEnum):
    """The smaller, the sooner."""

    PEOPLE = 0
    """Somebody waits for it."""
    WATCHED = 1
    """Only bots play, and somebody watches."""
    UNWATCHED = 2


@dataclass(frozen=True)
class Requester:
    """For whom a process works: whose turn it uses up."""

    table: str
    """The id of a game; of other work anything that is the same for the same work."""
    payer: str = ""
    """A digest of the address that began the game; empty where it is not known."""
    urgency: Urgency = Urgency.PEOPLE


class FairQueue(Generic[T]):
    """Of the payers that wait, the one served longest ago is next; of its tables, the one served longest ago.

    >>> queue = FairQueue[str]()
    >>> for item, payer in [("a1", "ann"), ("a2", "ann"), ("b1", "bob")]:
    ...     queue.put(item, Requester(item, payer))
    >>> [queue.take() for _ in range(4)]
    ['a1', 'b1', 'a2', None]
    """

    def __init__(self) -> None:
        self._waiting: dict[Urgency, dict[str, dict[str, deque[T]]]] = {urgency: {} for urgency in Urgency}
        self._served: OrderedDict[Hashable, int] = OrderedDict()
        """When each payer, and each table of a payer, was served last."""
        self._count = 0

    def __len__(self) -> int:
        return sum(self.waiting_of(payer) for payer in {payer for level in self._waiting.values() for payer in level})

    def waiting_of(self, payer: str) -> int:
        """How many requests of a payer wait."""
        return sum(len(items) for payers in self._waiting.values() for items in payers.get(payer, {}).values())

    def has(self, least: Urgency = Urgency.UNWATCHED) -> bool:
        """Whether anything at least so urgent waits."""
        return any(self._waiting[urgency] for urgency in Urgency if urgency <= least)

    def put(self, item: T, requester: Requester) -> None:
        tables = self._waiting[requester.urgency].setdefault(requester.payer, {})
        tables.setdefault(requester.table, deque()).append(item)

    def take(self, least: Urgency = Urgency.UNWATCHED) -> T | None:
        """The next one at least so urgent."""
        payers = next(
            (self._waiting[urgency] for urgency in Urgency if urgency <= least and self._waiting[urgency]), None
        )
        if payers is None:
            return None
        payer = min(payers, key=self._last_served)
        table = min(payers[payer], key=lambda table: self._last_served((payer, table)))
        item = payers[payer][table].popleft()
        _drop_empty(payers, payer, table)
        self._note_served(payer, (payer, table))
        return item

    def remove(self, item: T, requester: Requester) -> bool:
        """Whether it was still waiting."""
        payers = self._waiting[requester.urgency]
        items = payers.get(requester.payer, {}).get(requester.table)
        if items is None or item not in items:
            return False
        items.remove(item)
        _drop_empty(payers, requester.payer, requester.table)
        return True

    def _last_served(self, who: Hashable) -> int:
        return self._served.get(who, 0)

    def _note_served(self, *those: Hashable) -> None:
        self._count += 1
        for who in those:
            self._served[who] = self._count
            self._served.move_to_end(who)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)


def _drop_empty(payers: dict[str, dict[str, deque[T]]], payer: str, table: str) -> None:
    if not payers[payer][table]:
        del payers[payer][table]
    if not payers[payer]:
        del payers[payer]
