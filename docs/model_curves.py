"""Draw the curves of the networks that come with the game, and print what their logs say as tables.

python -m docs.model_curves runs     # draws runs/NAME/log.jsonl as docs/cards/NAME.svg
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from carrozza.learning.config.reading import make_config, read_tree
from carrozza.learning.curve.chart import drawing
from carrozza.learning.curve.series import seats_in, share_series
from carrozza.learning.runs.log import Entry, read_log
from docs.models import CURVES, row, train_command, won

STYLE: Final = (
    "text { font: 12px system-ui, sans-serif; fill: #2b2a27 } .end { text-anchor: end } "
    ".middle { text-anchor: middle } .rule { stroke: #d9d2c3 } svg { background: #fbf8f1 }"
)


def draw_curves(runs: Path) -> Iterator[Path]:
    """A picture for each folder of a run: its games won at the smallest number of players."""
    CURVES.mkdir(exist_ok=True)
    for log in sorted(runs.glob("*/log.jsonl")):
        entries = read_log(log)
        if not (seats := seats_in(entries)):
            continue
        title = f"{log.parent.name}: games won with {seats[0]} players (fair share {1 / seats[0]:.0%})"
        picture = CURVES / f"{log.parent.name}.svg"
        found = share_series(entries, seats[0])
        picture.write_text(drawing(title, found, 0, 1, share=True, style=STYLE) + "\n", encoding="utf-8")
        yield picture


def evaluations(log: Path) -> Iterator[str]:
    """What the log of a run says, as a table for docs/learning.md."""
    entries = read_log(log)
    seats = seats_in(entries)[0]
    series = share_series(entries, seats)
    yield f"\n{log.parent.name}, {seats} players:\n"
    yield row(
        "minutes",
        "decisions",
        *(f"`{one.name}`{', held out' if one.held_out else ''}" for one in series),
        "calibration error",
    )
    yield f"|---:|---:|{len(series) * '---:|'}---:|"
    for entry in (entry for entry in entries if entry["kind"] == "evaluation"):
        results = [result for result in entry["results"] if result["seats"] == seats]
        errors = entry.get("calibration_error", {})
        cells = [f"{entry['seconds'] / 60:.1f}", f"{entry['decisions'] / 1e6:,.1f} M", *map(won, results)]
        yield row(*cells, "".join(f"{error:.1%}" for number, error in errors.items() if int(number) == seats))


def costs(runs: Path) -> Iterator[str]:
    """What each run took, and the command that trains so again."""
    yield row("network", "minutes", "decisions", "decisions a second", "command")
    yield "|---|---:|---:|---:|---|"
    for log in sorted(runs.glob("*/log.jsonl")):
        last = read_log(log)[-1]
        config = make_config(read_tree(log.with_name("config.toml")))
        numbers = f"{last['seconds'] / 60:.1f}", f"{last['decisions'] / 1e6:,.1f} M", _speed(last)
        yield row(log.parent.name, *numbers, f"`{train_command(config)}`")


def _speed(last: Entry) -> str:
    return f"{last['decisions'] / last['seconds'] / 1e6:.2f} M"


def main() -> None:
    runs = Path(sys.argv[1])
    for picture in draw_curves(runs):
        print(f"written: {picture}")
        print("\n".join(evaluations(runs / picture.stem / "log.jsonl")))
    print("", *costs(runs), sep="\n")


if __name__ == "__main__":
    main()
