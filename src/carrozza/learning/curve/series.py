"""What a log says, as series of points."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from carrozza.learning.runs.log import Entry


@dataclass
class Series:
    name: str
    held_out: bool = False
    minutes: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    """The ends of the intervals, where there are any."""
    high: list[float] = field(default_factory=list)

    def add(self, entry: Entry, value: float, interval: Sequence[float] = ()) -> None:
        self.minutes.append(entry["seconds"] / 60)
        self.values.append(value)
        if interval:
            self.low.append(interval[0])
            self.high.append(interval[1])


def share_series(entries: Sequence[Entry], seats: int) -> list[Series]:
    """The shares of wins against each opponent, at one number of players."""
    found: dict[str, Series] = {}
    for entry in entries:
        for result in entry.get("results", ()) if entry["kind"] == "evaluation" else ():
            if result["seats"] == seats:
                name = result["opponent"]
                series = found.setdefault(name, Series(name, result["held_out"]))
                series.add(entry, result["share"], result["interval"])
    return list(found.values())


def calibration_series(entries: Sequence[Entry]) -> list[Series]:
    found: dict[str, Series] = {}
    for entry in entries:
        for seats, error in entry.get("calibration_error", {}).items():
            found.setdefault(seats, Series(f"{seats} players")).add(entry, error)
    return list(found.values())


def loss_series(entries: Sequence[Entry], name: str, most: int = 400) -> Series:
    """Of all rounds, or of so many of them."""
    rounds = [entry for entry in entries if name in entry.get("losses", {})]
    series = Series(name)
    for entry in rounds[:: -(-len(rounds) // most) or 1]:
        series.add(entry, entry["losses"][name])
    return series


def seats_in(entries: Sequence[Entry]) -> list[int]:
    return sorted({result["seats"] for entry in entries for result in entry.get("results", ())})


def opponent_label(series: Series) -> str:
    return f"{series.name} (held out)" if series.held_out else series.name
