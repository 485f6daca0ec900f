"""The measures as a table, as Markdown and as JSON."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.timing import Measure

INTRODUCTION = """\
# Performance

Written by `python -m benchmarks --write`; do not edit. Each number is the median of several runs, with the lowest and
the highest. Random play is whole games, scoring included, every legal action equally likely. The ratio to the
interpreted rules (the same source as plain Python) compares better between machines than games a second do.

Under load, the scripted players use WebSockets on the same machine and cores as the server (and PostgreSQL), and keep
their views by changes, as the page does. A move is timed from its sending until the other player has the view after it.
Every run has a server, a database and games of its own. Until November 2026 the server sent whole views, made anew
for every seat and described in sentences each time (now the description follows when a game has been quiet for a
second), to clients that cost more themselves; on two quiet cores it then took 136 ms (SQLite) and 157 ms (PostgreSQL,
two processes) until 99 of 100 moves were seen, kept 0.75 to 0.84 of a core busy at that pace, and reached 370 to 400
moves a second.
"""


def number(value: float) -> str:
    """Four figures, or whole: 61234 is 61,234 and 0.0123456 is 0.01235."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def spread(measure: Measure) -> str:
    return f"{number(min(measure.values))} to {number(max(measure.values))}" if len(measure.values) > 1 else ""


def print_tables(console: Console, facts: Mapping[str, str], measures: Sequence[Measure]) -> None:
    console.print(", ".join(f"{name}: {fact}" for name, fact in facts.items()))
    for group, of_group in groupby(measures, key=lambda measure: measure.group):
        table = Table("", "Median", "", "Lowest to highest", title=group, title_justify="left")
        for measure in of_group:
            table.add_row(measure.name, number(measure.median), measure.unit, spread(measure))
        table.columns[1].justify = table.columns[3].justify = "right"
        console.print(table)


def markdown(facts: Mapping[str, str], measures: Sequence[Measure]) -> str:
    lines = [INTRODUCTION, "| machine | |", "|---|---|"]
    lines += [f"| {name} | {fact} |" for name, fact in facts.items()]
    return "\n".join(lines) + "\n" + "".join(sections(measures).values())


def sections(measures: Sequence[Measure]) -> dict[str, str]:
    """A section of the page for each group."""
    made = {}
    for group, of_group in groupby(measures, key=lambda measure: measure.group):
        lines = ["", f"## {group}", "", "| | median | | lowest to highest |", "|---|---:|---|---:|"]
        lines += [f"| {m.name} | {number(m.median)} | {m.unit} | {spread(m)} |" for m in of_group]
        made[group] = "\n".join(lines) + "\n"
    return made


def with_sections(page: str, measures: Sequence[Measure]) -> str:
    """The page with the sections of these groups measured anew; a new one comes behind the one measured before it."""
    behind = len(page)
    for group, section in sections(measures).items():
        there = re.search(rf"\n## {re.escape(group)}\n.*?(?=\n## |\Z)", page, re.DOTALL)
        begin, end = there.span() if there else (behind, behind)
        page, behind = page[:begin] + section + page[end:], begin + len(section)
    return page


def as_json(facts: Mapping[str, str], measures: Sequence[Measure]) -> dict[str, Any]:
    return {"machine": dict(facts), "measures": [measure.as_json() for measure in measures]}
