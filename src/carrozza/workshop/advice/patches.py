"""JSON Patch (RFC 6902) as far as repairs need it: members and entries added, replaced and removed."""

from collections.abc import Iterable
from typing import Any

from carrozza.workshop.advice.model import Step

Path = tuple[str | int, ...]
"""The keys and indices that lead to a place in a document; '-' is behind the last entry of a list."""


def add(path: Path, value: Any) -> Step:
    return Step(op="add", path=pointer(path), value=value)


def replace(path: Path, value: Any) -> Step:
    return Step(op="replace", path=pointer(path), value=value)


def remove(path: Path) -> Step:
    return Step(op="remove", path=pointer(path))


def pointer(path: Path) -> str:
    """The path as a JSON Pointer (RFC 6901); no key of a board file has a character that it escapes."""
    return "".join(f"/{step}" for step in path)


def steps_of(pointer: str) -> list[str]:
    """The keys and indices of a JSON Pointer."""
    return pointer.split("/")[1:]


def apply_patch(document: Any, steps: Iterable[Step]) -> None:
    """Change a document, of plain values or one that keeps the format of a TOML file.

    >>> document = {"routes": [{"color": "red"}]}
    >>> apply_patch(document, [replace(("routes", 0, "color"), "blue"), add(("routes", "-"), {"color": "gray"})])
    >>> document
    {'routes': [{'color': 'blue'}, {'color': 'gray'}]}
    """
    for step in steps:
        *path, last = steps_of(step.path)
        inner = document
        for key in path:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        _change(inner, last, step)


def _change(inner: Any, last: str, step: Step) -> None:
    if isinstance(inner, list):
        if step.op == "add":
            inner.insert(len(inner) if last == "-" else int(last), step.value)
        elif step.op == "replace":
            inner[int(last)] = step.value
        else:
            del inner[int(last)]
    elif step.op == "remove":
        del inner[last]
    else:
        inner[last] = step.value
