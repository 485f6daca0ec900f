"""The file of results: an entry for each contest and measurement, written whole after each, so that a run which is
interrupted keeps what it has."""

import json
from pathlib import Path
from typing import Any

from carrozza.folders import write_whole

Entry = dict[str, Any]
KEY = ("network", "board", "variants", "kind", "name")
"""What tells entries apart: `network` is the digest of the weights."""


class ResultsFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = read_results(path)

    def found(self, entry: Entry) -> Entry | None:
        """What the file has in the place of this entry."""
        return next((other for other in self.entries if _key(entry) == _key(other)), None)

    def put(self, entry: Entry) -> None:
        """In place of an earlier one of the same key."""
        self.entries = [other for other in self.entries if _key(other) != _key(entry)] + [entry]
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in self.entries)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, f"[\n{lines}\n]\n".encode())


def read_results(path: Path) -> list[Entry]:
    found: list[Entry] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def _key(entry: Entry) -> tuple[Any, ...]:
    return tuple(entry[name] for name in KEY)
