"""The shape of a board file: pydantic's findings in a map maker's words."""

import re
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from carrozza.boards.document import Document, slug
from carrozza.boards.faults import Fault, guessing, reason
from carrozza.boards.model import (
    Alvin,
    City,
    CityHint,
    Drawing,
    LabelHint,
    Route,
    RouteHint,
    Rules,
    Table,
    Ticket,
)
from carrozza.words.phrases import Choices, Phrase

MODELS: dict[str, type[Table]] = {
    "cities": City,
    "routes": Route,
    "tickets": Ticket,
    "rules": Rules,
    "rulesets": Rules,
    "variants": Alvin,
    "drawing": Drawing,
}
HINTS: dict[str, type[Table]] = {"cities": CityHint, "labels": LabelHint, "routes": RouteHint}
HEADINGS = ("rules", "rulesets", "variants", "drawing")
KINDS = {
    "int_type": "whole",
    "float_type": "number",
    "bool_type": "switch",
    "string_type": "text",
    "tuple_type": "list",
    "dict_type": "table",
    "mapping_type": "table",
    "model_type": "table",
    "model_attributes_type": "table",
}


def shape_errors(document: Mapping[str, Any]) -> list[ErrorDetails]:
    """Unknown and missing keys, wrong types, values out of range."""
    try:
        Document.model_validate(document)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def shape_fault(details: ErrorDetails) -> Fault:
    return Fault(place_of(details), _reason(details))


def place_of(details: ErrorDetails) -> str:
    return _place(details["loc"])


def _place(loc: Sequence[int | str]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc if step != "[key]")
    return "".join(steps).removeprefix(".")


def _reason(details: ErrorDetails) -> Phrase:
    kind, value, loc = details["type"], details["input"], details["loc"]
    if loc[-1] == "[key]":
        return _wrong_name(loc)
    if kind == "extra_forbidden":
        return _unknown_key(loc)
    if kind == "missing":
        return reason("missing", meaning=_meaning(loc))
    if kind in KINDS:
        return reason("wrong_kind", value=_shown(value), kind=reason(f"kind.{KINDS[kind]}"), meaning=_meaning(loc))
    if kind == "string_pattern_mismatch":
        return _no_id(str(value))
    if kind == "string_too_long":
        return reason("long_value", value=_shown(value), length=len(value), most=details["ctx"]["max_length"])
    if kind == "literal_error":
        choices = Choices(re.findall("'([^']*)'", details["ctx"]["expected"]))
        return reason("unknown_value", value=_shown(value), choices=choices)
    return reason("out_of_range", value=_shown(value), meaning=_meaning(loc))


def _shown(value: Any) -> str:
    """A value as the file spells it, cut short where it is long."""
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)


def _wrong_name(loc: Sequence[int | str]) -> Phrase:
    if loc[0] == "variants":
        return reason("unknown_variant", variant=loc[1])
    return _no_id(str(loc[1]))


def _no_id(value: str) -> Phrase:
    example = slug(value)
    return reason("no_id_such_as", value=value, example=example) if example else reason("no_id", value=value)


def _unknown_key(loc: Sequence[int | str]) -> Phrase:
    key, known = str(loc[-1]), list(_model(loc).model_fields)
    if len(loc) == 1 and key in Rules.model_fields:
        return reason("rule_at_top", name=key)
    if loc[0] in HEADINGS and key in Document.model_fields:
        return reason("key_of_top", name=key)
    return guessing("unknown_key", key, known, name=key, keys=", ".join(known))


def _model(loc: Sequence[int | str]) -> type[Table]:
    if loc[0] == "drawing" and len(loc) > 3:
        return HINTS.get(str(loc[1]), Drawing)
    return Document if len(loc) == 1 else MODELS.get(str(loc[0]), Document)


def _meaning(loc: Sequence[int | str]) -> Phrase:
    """What a key stands for; an item of a list is explained by its list."""
    for depth in range(len(loc), 0, -1):
        key, model = str(loc[depth - 1]), _model(loc[:depth])
        if key in model.model_fields:
            return reason("meaning", name=key, meaning=model.meaning_of(key))
    return reason("no_meaning")
