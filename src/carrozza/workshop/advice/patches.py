"""JSON Patch (RFC 6902) as far as repairs need it: members and entries added, replaced and removed."""

from collections.abc import Iterable
from typing import Any

from carrozza.workshop.advice.model import Step


def add(path: str, value: Any) -> Step:
    return Step(op="add", path=path, value=value)


def replace(path: str, value: Any) -> Step:
    return Step(op="replace", path=path, value=value)


def remove(path: str) -> Step:
    return Step(op="remove", path=path)


def apply_patch(document: Any, steps: Iterable[Step]) -> None:
    """Change a document, of plain values or one that keeps the format of a TOML file.

    >>> document = {"routes": [{"color": "red"}]}
    >>> apply_patch(document, [replace("/routes/0/color", "blue"), add("/routes/-", {"color": "gray"})])
    >>> document
    {'routes': [{'color': 'blue'}, {'color': 'gray'}]}
    """
    for step in steps:
        *path, last = step.path.removeprefix("/").split("/")
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
