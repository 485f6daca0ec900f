"""`python -m benchmarks.attack`: attack a server of one's own on this machine, and print what held."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from rich.console import Console

from benchmarks import machine
from benchmarks.attack.boards import attack_with_boards
from benchmarks.attack.fuzz import attack_with_nonsense
from benchmarks.attack.neighbours import attack_neighbours
from benchmarks.attack.results import (
    FULL_KILLS,
    FULL_REQUESTS,
    POSTGRESQL,
    QUICK_KILLS,
    QUICK_REQUESTS,
    SQLITE,
    Effort,
    Result,
    print_results,
)
from benchmarks.attack.roles import attack_by_roles
from benchmarks.attack.storm import attack_by_killing
from benchmarks.attack.worlds import attack_by_comparing

PARTS: Final[dict[str, Callable[[Effort], Iterator[Result]]]] = {
    "storm": attack_by_killing,
    "roles": attack_by_roles,
    "worlds": attack_by_comparing,
    "fuzz": attack_with_nonsense,
    "boards": attack_with_boards,
    "neighbours": attack_neighbours,
}
DATABASES: Final = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
ABOUT: Final = """Attack a server of your own. It starts its own servers, on this machine and on empty databases, and
attacks nothing else. The exit status is 1 where something was found."""


def parameters(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attack", description=ABOUT)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to try: {', '.join(PARTS)}; all by default")
    parser.add_argument("--quick", action="store_true", help="a little of everything, in two to three minutes")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with; 1 by default")
    parser.add_argument("--kills", type=int, help=f"how often servers are killed; {FULL_KILLS} by default")
    parser.add_argument(
        "--requests",
        type=int,
        help=f"how many requests are sent, a fifth as many boards; {FULL_REQUESTS}",
    )
    parser.add_argument("--database", choices=DATABASES, help="only this one, not both")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    given = parser.parse_args(arguments)
    for part in given.parts:
        if part not in PARTS:
            parser.error(f"no part '{part}'; choose of {', '.join(PARTS)}")
    return given


def effort_of(given: argparse.Namespace) -> Effort:
    kills, requests = (QUICK_KILLS, QUICK_REQUESTS) if given.quick else (FULL_KILLS, FULL_REQUESTS)
    return Effort(
        seed=given.seed,
        kills=kills if given.kills is None else given.kills,
        requests=requests if given.requests is None else given.requests,
        quick=given.quick,
        databases=tuple(DATABASES.values()) if given.database is None else (DATABASES[given.database],),
    )


def attack(parts: list[str], effort: Effort) -> list[Result]:
    return [result for part in parts or PARTS for result in PARTS[part](effort)]


def main(arguments: list[str]) -> int:
    given = parameters(arguments)
    facts = machine.facts(" ".join(["python -m benchmarks.attack", *arguments]))
    progress = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with progress.status("Starting ...") as status:
        effort = replace(effort_of(given), say=status.update)
        results = attack(given.parts, effort)
    if given.json:
        print(json.dumps({"machine": facts, "results": [result.as_json() for result in results]}, indent=1))
    else:
        print_results(Console(highlight=False, emoji=False), facts, results)
    return int(any(result.findings for result in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
