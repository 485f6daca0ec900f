"""A board file with other tickets or colours, and everything else as its maker wrote it."""

import copy
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Self

import tomlkit
from tomlkit.items import AoT

from carrozza.boards import Board, BoardError, Bundle
from carrozza.boards.bundle import SUFFIX, load_bundle
from carrozza.boards.document import entry_names, with_ids
from carrozza.boards.loading import file_of
from carrozza.boards.own import own_faults_in
from carrozza.boards.reading import read_toml
from carrozza.boards.shipped import SHIPPED
from carrozza.boards.toml_text import to_toml

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class BoardFile:
    """A board file or a bundle, read; only a board file has a text."""

    source: str
    document: Mapping[str, Any]
    text: str | None = None
    bundle: Bundle | None = None

    @classmethod
    def read(cls, name: str) -> Self:
        """The file of a board that is named, or of a path; `BoardError` where it cannot be read."""
        file = file_of(name)
        if file is not None and file.suffix == SUFFIX:
            bundle = load_bundle(file)
            return cls(str(file), bundle.document, bundle=bundle)
        shipped = SHIPPED[name][0] if name in SHIPPED else name
        found = files("carrozza.boards") / "files" / f"{shipped}.toml" if file is None else file
        document = read_toml(found, str(file or name))
        return cls(str(file or name), document, found.read_bytes().decode("utf-8-sig"))

    def with_tickets(self, tickets: Sequence[Entry]) -> Self:
        """The same board with these tickets."""
        changed = self._editable()
        changed["tickets"] = _listed(tickets, changed["tickets"]) if self.text is not None else list(tickets)
        return self._of(changed)

    def with_colors(self, colors: Sequence[str]) -> Self:
        """The same board with these colours of its routes; hints for routes follow their ids."""
        changed = self._editable()
        for entry, color in zip(changed["routes"], colors, strict=True):
            if entry["color"] != color:
                entry["color"] = color
        _rename_hints(changed, self.document)
        return self._of(changed)

    def with_points(self, points: Mapping[int, int], id: str | None = None) -> Self:
        """The same board with these values of its tickets, by their numbers; with another id where one is given."""
        changed = self._editable()
        for number, value in points.items():
            changed["tickets"][number]["points"] = value
        if id is not None:
            changed["id"] = id
        return self._of(changed)

    def _editable(self) -> Any:
        return copy.deepcopy(dict(self.document)) if self.text is None else tomlkit.parse(self.text)

    def _of(self, changed: Any) -> Self:
        text = None if self.text is None else tomlkit.dumps(changed)
        document = changed if text is None else tomllib.loads(text)
        return type(self)(self.source, document, text, self.bundle)

    def board(self, ruleset: str | None) -> Board:
        """The board, as it would be played; every fault is told."""
        return self.packed().board(ruleset, self.source)

    def packed(self) -> Bundle:
        """The bundle; a layout is left out where routes have other ids than it knows."""
        if faults := own_faults_in(self.document):
            raise BoardError(self.source, faults)
        layout, credits = (self.bundle.layout, self.bundle.credits) if self.bundle else (None, ())
        ids = {entry["id"] for entry in with_ids(self.document)["routes"]}
        return Bundle.of(self.document, layout if layout and set(layout["routes"]) == ids else None, credits)

    def to_bytes(self, suffix: str) -> bytes:
        """The file to write: a board file as its maker wrote it, or a bundle."""
        packed = self.packed()
        if suffix == SUFFIX:
            return packed.to_bytes()
        return (to_toml(packed.document_with_credits()) if self.text is None else self.text).encode()


def _listed(entries: Sequence[Entry], before: Any) -> Any:
    """Entries as the file lists its own: one in each line, or a heading for each."""
    if isinstance(before, AoT):
        headed = tomlkit.aot()
        for entry in entries:
            table = tomlkit.table()
            table.update(entry)
            headed.append(table)
        return headed
    return tomlkit.parse(list_text("tickets", entries))["tickets"]


def list_text(key: str, entries: Sequence[Entry]) -> str:
    """A list as board files have it."""
    return to_toml({key: list(entries)})


def _rename_hints(changed: Any, before: Mapping[str, Any]) -> None:
    """Routes of a double may be named after their colours: hints follow them."""
    hints = changed.get("drawing", {}).get("routes", {})
    named = with_ids(before)["routes"]
    numbers = entry_names(named)
    recolored = [
        {**old, "color": str(new["color"])} for old, new in zip(before["routes"], changed["routes"], strict=True)
    ]
    ids = [entry["id"] for entry in with_ids({"routes": recolored})["routes"]]
    for name in list(hints):
        index = numbers.get(name)
        if index is not None and ids[index] != named[index]["id"]:
            hints[ids[index]] = hints.pop(name)
