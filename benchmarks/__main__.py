"""`python -m benchmarks`: measure, then print a table, or JSON, or write docs/performance.md.

`--against DIR` measures another checkout, with its own `.venv`, in turn with this one, and prints both and the ratio.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import Console

from benchmarks import machine, report
from benchmarks.bots import measure_bots
from benchmarks.calls import measure_calls
from benchmarks.comparison import Checkout, NoCheckout, compare, print_comparison
from benchmarks.dragging import measure_dragging
from benchmarks.drawings import measure_drawings
from benchmarks.environments import measure_environments
from benchmarks.load import measure_load
from benchmarks.page import measure_page
from benchmarks.play import measure_play, measure_scaling
from benchmarks.playtests import measure_playtests
from benchmarks.prices import measure_prices
from benchmarks.records import measure_records
from benchmarks.rest import measure_rest
from benchmarks.scoring import measure_scoring
from benchmarks.serving import measure_serving
from benchmarks.starts import measure_interpreted, measure_starts
from benchmarks.timing import FULL, QUICK, Effort, Measure, Measures

PAGE: Final = Path(__file__).parent.parent / "docs" / "performance.md"
SUBJECTS: Final[dict[str, Callable[[Effort], Measures]]] = {
    "play": measure_play,
    "threads": measure_scaling,
    "bots": measure_bots,
    "playtests": measure_playtests,
    "environments": measure_environments,
    "interpreted": measure_interpreted,
    "calls": measure_calls,
    "scoring": measure_scoring,
    "records": measure_records,
    "starts": measure_starts,
    "drawings": measure_drawings,
    "server": measure_serving,
    "prices": measure_prices,
    "load": measure_load,
    "page": measure_page,
    "dragging": measure_dragging,
    "rest": measure_rest,
}


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure how fast Carrozza is.")
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help=f"what to measure: {', '.join(SUBJECTS)}; all by default"
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print JSON for programs")
    shown.add_argument(
        "--write", action="store_true", help=f"write docs/{PAGE.name}, or its sections of the subjects named"
    )
    shown.add_argument("--against", type=Path, metavar="DIR", help="compare with the checkout in that folder")
    chosen = parser.parse_args()
    for subject in chosen.subjects:
        if subject not in SUBJECTS:
            parser.error(f"no subject '{subject}'; choose of {', '.join(SUBJECTS)}")
    return chosen


def measure(subjects: list[str], effort: Effort) -> list[Measure]:
    console, measures = Console(stderr=True, highlight=False), []
    with console.status("Warming up ...") as status:
        for subject in subjects or SUBJECTS:
            for found in SUBJECTS[subject](effort):
                status.update(f"{found.group}: {found.name} ...")
                measures.append(found)
    return measures


def against(folder: Path, subjects: list[str], *, quick: bool) -> int:
    try:
        other = Checkout.at(folder)
        found = compare(other, subjects, ["--quick"] if quick else [])
    except NoCheckout as error:
        print(error, file=sys.stderr)
        return 2
    print_comparison(Console(highlight=False), other, found)
    return 0


def main() -> None:
    chosen = parameters()
    if chosen.against:
        sys.exit(against(chosen.against, chosen.subjects or list(SUBJECTS), quick=chosen.quick))
    facts = machine.facts(" ".join(["python -m benchmarks", *sys.argv[1:]]))
    measures = measure(chosen.subjects, QUICK if chosen.quick else FULL)
    if chosen.json:
        print(json.dumps(report.as_json(facts, measures), indent=1))
    elif chosen.write and chosen.subjects:
        PAGE.write_text(report.with_sections(PAGE.read_text(encoding="utf-8"), measures), encoding="utf-8")
    elif chosen.write:
        PAGE.write_text(report.markdown(facts, measures), encoding="utf-8")
    else:
        report.print_tables(Console(highlight=False), facts, measures)


if __name__ == "__main__":
    main()
