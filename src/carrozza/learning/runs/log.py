"""The log of a run: a line of JSON for each thing that happened."""

import json
from pathlib import Path
from typing import Any

from carrozza.folders import write_whole
from carrozza.learning.schedule import Progress

Entry = dict[str, Any]


class RunLog:
    """Appends lines; an entry has its `kind` and how far the training had come."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.entries = read_log(file)

    def write(self, kind: str, progress: Progress, **values: Any) -> Entry:
        entry = {
            "kind": kind,
            "round": progress.rounds,
            "decisions": progress.decisions,
            "seconds": round(progress.seconds, 3),
            **values,
        }
        self.entries.append(entry)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        return entry

    def of_kind(self, kind: str) -> list[Entry]:
        return [entry for entry in self.entries if entry["kind"] == kind]

    def cut_after(self, rounds: int) -> None:
        """Forget what came after the checkpoint that a run goes on from: it happens again."""
        self.entries = [entry for entry in self.entries if entry["round"] <= rounds]
        lines = "".join(json.dumps(entry) + "\n" for entry in self.entries)
        write_whole(self.file, lines.encode())


def read_log(file: Path) -> list[Entry]:
    """Its entries; a last line that was cut off in the middle is left out."""
    if not file.exists():
        return []
    entries: list[Entry] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            break
    return entries
