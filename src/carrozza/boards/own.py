"""Boards that do not come with the game: what is asked of them besides what is asked of every board."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from carrozza.boards.building import build, document_faults, names_in
from carrozza.boards.faults import BoardError, Fault, reason
from carrozza.boards.model import Board
from carrozza.boards.shipped import MAPS, SHIPPED, shipped


def from_document(
    document: Mapping[str, Any],
    source: str = "board",
    ruleset: str | None = None,
    *,
    file: Path | None = None,
    layout: Mapping[str, Any] | None = None,
) -> Board:
    """The board of a document: what a board file says, as plain values.

    `source` names it in messages. `BoardError` has every fault, with its place and its remedy.
    """
    if faults := own_faults_in(document):
        raise BoardError(source, faults)
    return build(document, source, ruleset, file, layout)


def own_faults_in(document: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Every fault of a document, one that hides a shipped board among them."""
    faults = document_faults(document)
    if not _takes_shipped_name(document) or (not faults and _is_shipped(document)):
        return faults
    return (*faults, Fault("id", reason("shipped_id", id=document["id"])))


def _takes_shipped_name(document: Mapping[str, Any]) -> bool:
    if not isinstance(document, Mapping):
        return False
    return document.get("id") in MAPS or not SHIPPED.keys().isdisjoint(names_in(document))


def _is_shipped(document: Mapping[str, Any]) -> bool:
    """Whether it is a copy of a shipped map, whose boards it gives all."""
    same = {name: ruleset for name, (map_name, ruleset) in SHIPPED.items() if map_name == document["id"]}
    if set(names_in(document)) != set(same):
        return False
    return all(build(document, "copy", ruleset).digest == shipped(name).digest for name, ruleset in same.items())
