"""A piece of advice: what was found where, against what the printed boards have, and how to mend it."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from carrozza.boards.model import Frozen
from carrozza.workshop.printed import Range

Severity = Literal["warning", "note"]
Value = str | int | float

SLACK = 0.15
"""Up to so far beyond the printed boards, as a share of their limit, it is worth a note; farther, a warning."""


class Step(Frozen):
    """One operation of a JSON Patch (RFC 6902) of a board's document."""

    op: Literal["add", "replace", "remove"]
    path: str = Field(description="where in the document, as a JSON Pointer (RFC 6901)")
    value: Any = Field(default=None, description="the new value; nothing where something is removed")


Repair = tuple[Step, ...]


class Advice(Frozen):
    """What is unusual about a board."""

    code: str
    severity: Severity
    place: str
    """Where it stands in the board file: 'routes[3]', 'rules.trains'; 'routes' where it concerns all of them."""

    also: tuple[str, ...] = ()
    """Further places that it concerns."""

    subjects: tuple[str, ...] = ()
    """The ids of the cities, routes and tickets, or the colours, that it is about."""

    measure: float | None = None
    printed: Range | None = None
    """The range of that measure on the printed boards."""

    repair: Repair | None = None
    values: Mapping[str, Value] = {}
    """What its sentences are filled with."""

    @property
    def name(self) -> str | None:
        """The one city, route or ticket of the place, where there is one."""
        return self.subjects[0] if self.subjects and self.place.endswith("]") else None


def severity_of(value: float, printed: Range) -> Severity | None:
    """Nothing within the range of the printed boards, a note a little beyond it, a warning farther out.

    >>> [severity_of(value, Range(2.0, 3.0)) for value in (3.0, 3.2, 3.5, 1.6)]
    [None, 'note', 'warning', 'warning']
    """
    if printed.low <= value <= printed.high:
        return None
    limit = printed.low if value < printed.low else printed.high
    return "note" if abs(value - limit) <= SLACK * abs(limit) else "warning"


def beyond(
    measure: float,
    printed: Range,
    place: str,
    *,
    low: str | None = None,
    high: str | None = None,
    values: Mapping[str, Value] = {},
) -> Iterator[Advice]:
    """Advice on a measure of the whole board, by the code for what is below the printed boards, or above them."""
    severity, code = severity_of(measure, printed), low if measure < printed.low else high
    if severity and code:
        yield Advice(code=code, severity=severity, place=place, measure=measure, printed=printed, values=values)
