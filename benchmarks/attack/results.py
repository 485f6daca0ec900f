"""What an attack did and found, as a table for eyes and as JSON for programs."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

Say = Callable[[str], None]
SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"


@dataclass(frozen=True)
class Effort:
    """How much is tried."""

    seed: int
    kills: int
    requests: int
    quick: bool
    databases: tuple[str, ...] = (SQLITE, POSTGRESQL)
    say: Say = lambda text: None
    """Told of the progress."""


FULL_KILLS, FULL_REQUESTS = 300, 50_000
QUICK_KILLS, QUICK_REQUESTS = 6, 1_500


@dataclass(frozen=True)
class Finding:
    what: str
    how: str = ""
    """What to send to see it again."""

    def as_json(self) -> dict[str, str]:
        return {"what": self.what, "how": self.how}


@dataclass
class Result:
    """One line of the table."""

    part: str
    done: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    skipped: str = ""
    """Why it could not be tried."""

    def found(self, what: str, how: str = "") -> None:
        self.findings.append(Finding(what, how))

    @property
    def verdict(self) -> str:
        if self.findings:
            return "FAILED"
        return "not tried" if self.skipped else "held"

    @contextmanager
    def timed(self) -> Iterator["Result"]:
        began = time.monotonic()
        try:
            yield self
        finally:
            self.seconds = time.monotonic() - began

    def as_json(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "done": self.skipped or self.done,
            "figures": self.figures,
            "findings": [finding.as_json() for finding in self.findings],
            "verdict": self.verdict,
            "seconds": round(self.seconds, 1),
        }


def print_results(console: Console, facts: Mapping[str, str], results: Sequence[Result]) -> None:
    console.print(", ".join(f"{name}: {fact}" for name, fact in facts.items()), markup=False, highlight=False)
    table = Table("Attack", "Done", "Found", "Verdict", "Seconds")
    for column in (2, 4):
        table.columns[column].justify = "right"
    for result in results:
        found, seconds = str(len(result.findings)), f"{result.seconds:.0f}"
        table.add_row(escape(result.part), escape(result.skipped or result.done), found, result.verdict, seconds)
    console.print(table, highlight=False, emoji=False)
    for result in results:
        for finding in result.findings:
            console.print(f"{result.part}: {finding.what}", markup=False, highlight=False, emoji=False)
            if finding.how:
                console.print(f"    {finding.how}", markup=False, highlight=False, emoji=False, soft_wrap=True)
