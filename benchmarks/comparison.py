"""Two checkouts measured in turn, so that whatever else the machine does falls on both: `--against DIR`."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.report import number

ROOT: Final = Path(__file__).resolve().parents[1]
ROUNDS: Final = 3

Key = tuple[str, str, str]
"""The group, the name and the unit of a measure."""


class NoCheckout(Exception):
    """The folder that was named cannot be measured; says why."""


@dataclass(frozen=True)
class Checkout:
    """A folder with Carrozza's sources, and the Python that runs them."""

    folder: Path
    python: Path

    @classmethod
    def at(cls, folder: Path) -> "Checkout":
        """Another checkout, with its own `.venv`."""
        python = folder / ".venv" / "bin" / "python"
        if not (folder / "benchmarks" / "__main__.py").is_file():
            raise NoCheckout(f"{folder} is no checkout of Carrozza: it has no benchmarks/__main__.py")
        if not python.is_file():
            raise NoCheckout(f"{folder} has no .venv: run `make lint` there, or another target that installs it")
        return cls(folder.resolve(), python.absolute())

    def medians(self, subject: str, options: Sequence[str]) -> dict[Key, float]:
        """The medians of one subject, measured in a process of its own."""
        done = subprocess.run(
            [str(self.python), "-m", "benchmarks", subject, "--json", *options],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NoCheckout(f"{self.folder}: `python -m benchmarks {subject}` failed:\n{done.stderr}")
        return {(m["group"], m["name"], m["unit"]): m["median"] for m in json.loads(done.stdout)["measures"]}


HERE: Final = Checkout(ROOT, Path(sys.executable))


@dataclass
class Compared:
    """A measure in both checkouts, a number for each round; one side is empty where only the other has it."""

    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float | None:
        """After to before: the median of the rounds' own ratios, since two runs of a round are close in time.

        There is none where a side is missing, nor to 0, which a peer that is not installed has.
        """
        ratios = [after / before for before, after in zip(self.before, self.after, strict=False) if before]
        return statistics.median(ratios) if ratios else None


def compare(
    other: Checkout, subjects: Sequence[str], options: Sequence[str] = (), rounds: int = ROUNDS, here: Checkout = HERE
) -> dict[Key, Compared]:
    """Every measure of these subjects, the other checkout and this one in turn, round by round."""
    found: dict[Key, Compared] = {}
    for subject in subjects:
        for _ in range(rounds):
            for key, value in other.medians(subject, options).items():
                found.setdefault(key, Compared()).before.append(value)
            for key, value in here.medians(subject, options).items():
                found.setdefault(key, Compared()).after.append(value)
    return found


def print_comparison(console: Console, other: Checkout, found: dict[Key, Compared]) -> None:
    console.print(f"before: {other.folder}, after: {ROOT}; medians of the rounds")
    table = Table("", "", "Before", "After", "", "After / before")
    for cells in rows(found):
        table.add_row(*cells)
    for column in (2, 3, 5):
        table.columns[column].justify = "right"
    console.print(table)


def rows(found: dict[Key, Compared]) -> Iterator[tuple[str, ...]]:
    for (group, name, unit), compared in found.items():
        before, after = (number(statistics.median(side)) if side else "" for side in (compared.before, compared.after))
        yield group, name, before, after, unit, "" if compared.ratio is None else f"{compared.ratio:.2f}"
