"""Documents of the printed boards, to be spoilt."""

import copy
from typing import Any

from carrozza.boards.shipped import shipped_document

Document = dict[str, Any]


def own(name: str) -> Document:
    """A copy of a printed board under an id of its own."""
    return {**copy.deepcopy(shipped_document(name)), "id": f"my-{name}"}


def route(document: Document, a: str, b: str) -> Document:
    """The first route between two cities."""
    found: Document = next(entry for entry in document["routes"] if {entry["a"], entry["b"]} == {a, b})
    return found


def ticket(document: Document, a: str, b: str) -> Document:
    found: Document = next(entry for entry in document["tickets"] if {entry["a"], entry["b"]} == {a, b})
    return found


def city(document: Document, name: str) -> Document:
    found: Document = next(entry for entry in document["cities"] if entry["id"] == name)
    return found


def without(entries: list[Document], *names: str) -> list[Document]:
    """The routes or tickets that do not lead to these cities."""
    return [entry for entry in entries if not {entry["a"], entry["b"]} & set(names)]


def place(document: Document, key: str, entry: Document) -> str:
    return f"{key}[{next(index for index, other in enumerate(document[key]) if other is entry)}]"
