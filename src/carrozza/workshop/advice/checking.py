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
from carrozza.workshop.advice.patches import Path, add, apply_patch, pointer, replace, steps_of
from carrozza.workshop.advice.sentences import ShownAdvice, shown

Status = Literal["good", "advice", "faults"]
EXIT_STATUS: Mapping[Status, int] = {"good": 0, "advice": 1, "faults": 2}
MOST_RULESETS = 4
"""Of one document that are advised on."""


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
        return faulty(faults, document, language)
    try:
        advice = document_advice(document, source, ruleset)
    except BoardError as wrong:
        return faulty(wrong.faults, document, language)
    status: Status = "advice" if any(found.severity == "warning" for found in advice) else "good"
    return BoardCheck(status=status, advice=tuple(shown(found, language) for found in advice))


def faulty(faults: Iterable[Fault], document: Mapping[str, Any] | None = None, language: str = "en") -> BoardCheck:
    """The check of a board that cannot be used."""
    found = (
        FoundFault(
            place=fault.place,
            message=fault.reason.in_words(language),
            name=fault.name,
            repair=_repair_of(fault, document),
        )
        for fault in faults
    )
    return BoardCheck(status="faults", faults=tuple(found))


def _repair_of(fault: Fault, document: Mapping[str, Any] | None) -> Repair | None:
    """Another id, where that of the board belongs to a shipped one."""
    taken = document.get("id") if fault.place == "id" and isinstance(document, Mapping) else None
    return (replace(("id",), f"my-{taken}"),) if isinstance(taken, str) and taken in MAPS else None


def document_advice(document: Mapping[str, Any], source: str = "board", ruleset: str | None = None) -> list[Advice]:
    """The advice for a document without faults, for its first few rulesets or for one that is named."""
    chosen = rulesets_in(document)[:MOST_RULESETS] if ruleset is None else (ruleset,)
    merged: dict[tuple[str, str, Sequence[str]], Advice] = {}
    for name in chosen:
        for advice in all_advice(build(document, source, name)):
            if not (advice.code.endswith(UNUSED) and _in_play(document, advice.place.removeprefix("rules."))):
                placed = _placed(advice, document, name)
                merged.setdefault((placed.code, placed.place, placed.subjects), placed)
    return sorted(merged.values(), key=lambda advice: advice.severity == "note")


def _in_play(document: Mapping[str, Any], switch: str) -> bool:
    """Whether any ruleset of the document has the switch on: symbols that only some use are no mistake."""
    common, named = document.get("rules", {}), document.get("rulesets", {})
    return any({**common, **own}.get(switch) for own in (named.values() or [common]))


def _placed(advice: Advice, document: Mapping[str, Any], ruleset: str | None) -> Advice:
    """The advice with the place of its rule in this document, and only with a repair that leaves no fault behind."""
    key = advice.place.removeprefix("rules.")
    own = ruleset is not None and key != advice.place and key in document["rulesets"][ruleset]
    repair = advice.repair and tuple(_steps(advice.repair, document, ("rulesets", str(ruleset), key) if own else None))
    return advice.model_copy(
        update={
            "place": f"rulesets.{ruleset}.{key}" if own else advice.place,
            "repair": repair if repair and _mends(repair, document) else None,
        }
    )


def _steps(repair: Repair, document: Mapping[str, Any], rule: Path | None) -> Iterator[Step]:
    """The steps of a repair, with a rule changed where this document sets it."""
    of_rule = [steps_of(step.path)[0] == "rules" for step in repair]
    if rule is None and "rules" not in document and any(of_rule):
        yield add(("rules",), {})
    for step, is_rule in zip(repair, of_rule, strict=True):
        yield step.model_copy(update={"path": pointer(rule)}) if rule and is_rule else step


def _mends(repair: Repair, document: Mapping[str, Any]) -> bool:
    """Whether no fault is left behind."""
    if not any(_may_harm(step, document) for step in repair):
        return True
    changed = copy.deepcopy(dict(document))
    apply_patch(changed, repair)
    return all(fault.place == "id" for fault in own_faults_in(changed))


def _may_harm(step: Step, document: Mapping[str, Any]) -> bool:
    """Whether something else depends on what is changed: rules on tickets, ferries on lengths, hints on names."""
    match steps_of(step.path):
        case ["routes", index, "length"]:
            return "ferry" in document["routes"][int(index)]
        case ["routes", *_]:
            return bool(document.get("drawing", {}).get("routes")) or any("id" in entry for entry in document["routes"])
        case ["tickets" | "cities", *_, last]:
            return last == "long"
    return True
