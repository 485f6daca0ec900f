"""The whole check of a document: its faults or, where it has none, the advice for all its rulesets."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from carrozza.boards import BoardError, Fault
from carrozza.boards.building import build, rulesets_in
from carrozza.boards.model import Frozen
from carrozza.boards.own import own_faults_in
from carrozza.boards.shipped import MAPS
from carrozza.workshop.advice.advising import UNUSED, all_advice
from carrozza.workshop.advice.model import Advice, Repair, Step
from carrozza.workshop.advice.patches import add, apply_patch, replace
from carrozza.workshop.advice.sentences import ShownAdvice, shown

Status = Literal["good", "advice", "faults"]
EXIT_STATUS: Mapping[Status, int] = {"good": 0, "advice": 1, "faults": 2}


class FoundFault(Frozen):
    """A fault: the board cannot be used before it is mended."""

    place: str
    message: str
    name: str | None = Field(default=None, description="the city, route or ticket of the place")
    repair: Repair | None = None


class BoardCheck(Frozen):
    """What a map maker is told about a board. It is good where nothing is worth a warning."""

    status: Status
    faults: tuple[FoundFault, ...] = ()
    advice: tuple[ShownAdvice, ...] = ()


def check(
    document: Mapping[str, Any], source: str = "board", language: str = "en", ruleset: str | None = None
) -> BoardCheck:
    """The faults of a document, or the advice for it; for one of its rulesets where one is named."""
    if faults := own_faults_in(document):
        return faulty(faults, document)
    try:
        advice = document_advice(document, source, ruleset)
    except BoardError as wrong:
        return faulty(wrong.faults, document)
    status: Status = "advice" if any(found.severity == "warning" for found in advice) else "good"
    return BoardCheck(status=status, advice=tuple(shown(found, language) for found in advice))


def faulty(faults: Iterable[Fault], document: Mapping[str, Any] | None = None) -> BoardCheck:
    """The check of a board that cannot be used."""
    told = [FoundFault(**fault._asdict(), repair=_repair_of(fault, document)) for fault in faults]
    return BoardCheck(status="faults", faults=tuple(told))


def _repair_of(fault: Fault, document: Mapping[str, Any] | None) -> Repair | None:
    """Another id, where that of the board belongs to a shipped one."""
    taken = document.get("id") if fault.place == "id" and isinstance(document, Mapping) else None
    return (replace("/id", f"my-{taken}"),) if isinstance(taken, str) and taken in MAPS else None


def document_advice(document: Mapping[str, Any], source: str = "board", ruleset: str | None = None) -> list[Advice]:
    """The advice for a document without faults: symbols count as unused only if none of its rulesets uses them."""
    chosen = rulesets_in(document) if ruleset is None else (ruleset,)
    by_ruleset = {name: all_advice(build(document, source, name)) for name in chosen}
    every = [{advice.code for advice in found} for found in by_ruleset.values()]
    if len(chosen) < len(rulesets_in(document)):
        every.append(set())
    unused = {code for code in set.union(*every) if code.endswith(UNUSED) and all(code in codes for codes in every)}
    merged: dict[tuple[str, str, Sequence[str]], Advice] = {}
    for name, found in by_ruleset.items():
        for advice in found:
            if advice.code in unused or not advice.code.endswith(UNUSED):
                placed = _placed(advice, document, name)
                merged.setdefault((placed.code, placed.place, placed.subjects), placed)
    return sorted(merged.values(), key=lambda advice: advice.severity == "note")


def _placed(advice: Advice, document: Mapping[str, Any], ruleset: str | None) -> Advice:
    """The advice with the place of its rule in this document, and only with a repair that leaves no fault behind."""
    key = advice.place.removeprefix("rules.")
    own = ruleset is not None and key != advice.place and key in document["rulesets"][ruleset]
    repair = advice.repair and tuple(_steps(advice.repair, document, f"/rulesets/{ruleset}/{key}" if own else None))
    return advice.model_copy(
        update={
            "place": f"rulesets.{ruleset}.{key}" if own else advice.place,
            "repair": repair if repair and _mends(repair, document) else None,
        }
    )


def _steps(repair: Repair, document: Mapping[str, Any], rule: str | None) -> Iterator[Step]:
    if rule is None and "rules" not in document and any(step.path.startswith("/rules/") for step in repair):
        yield add("/rules", {})
    for step in repair:
        yield step.model_copy(update={"path": rule}) if rule and step.path.startswith("/rules/") else step


def _mends(repair: Repair, document: Mapping[str, Any]) -> bool:
    changed = copy.deepcopy(dict(document))
    apply_patch(changed, repair)
    faults = own_faults_in(changed)
    return all(fault.place == "id" for fault in faults)
