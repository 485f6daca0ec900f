"""The shape of a board file: pydantic's findings in a map maker's words."""

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from carrozza.boards.document import Document, slug
from carrozza.boards.faults import Fault, did_you_mean
from carrozza.boards.model import (
    Alvin,
    City,
    CityHint,
    Drawing,
    Frozen,
    LabelHint,
    Route,
    RouteHint,
    Rules,
    Ticket,
)

MODELS: dict[str, type[Frozen]] = {
    "cities": City,
    "routes": Route,
    "tickets": Ticket,
    "rules": Rules,
    "rulesets": Rules,
    "variants": Alvin,
    "drawing": Drawing,
}
HINTS: dict[str, type[Frozen]] = {"cities": CityHint, "labels": LabelHint, "routes": RouteHint}
HEADINGS = ("rules", "rulesets", "variants", "drawing")
KINDS = {
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "tuple_type": "a list in [ ]",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def shape_errors(document: Mapping[str, Any]) -> list[ErrorDetails]:
    """Unknown and missing keys, wrong types, values out of range."""
    try:
        Document.model_validate(document)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def shape_fault(details: ErrorDetails) -> Fault:
    return Fault(place_of(details), _shape_message(details))


def place_of(details: ErrorDetails) -> str:
    return _place(details["loc"])


def _place(loc: Sequence[int | str]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc if step != "[key]")
    return "".join(steps).removeprefix(".")


def _shape_message(details: ErrorDetails) -> str:
    kind, value, loc = details["type"], details["input"], details["loc"]
    if loc[-1] == "[key]":
        return _key_message(loc)
    if kind == "extra_forbidden":
        return _unknown_key_message(loc)
    if kind == "missing":
        return f"is missing; {_meaning(loc)}"
    if kind in KINDS:
        return f"{_shown(value)} is not {KINDS[kind]}; {_meaning(loc)}"
    if kind == "string_pattern_mismatch":
        return _id_message(str(value))
    if kind == "string_too_long":
        return f"{_shown(value)} has {len(value)} characters; {details['ctx']['max_length']} is the most"
    if kind == "literal_error":
        return f"{_shown(value)} is unknown; choose {details['ctx']['expected']}"
    return f"{_shown(value)} is out of range; {_meaning(loc)}"


def _shown(value: Any) -> str:
    """A value as the file spells it, cut short where it is long."""
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)


def _key_message(loc: Sequence[int | str]) -> str:
    if loc[0] == "variants":
        return f"there is no variant '{loc[1]}'; the only variant is 'alvin'"
    return _id_message(str(loc[1]))


def _id_message(value: str) -> str:
    example = f", such as '{slug(value)}'" if slug(value) else ""
    return f"'{value}' is not an id; use lower-case letters, digits and single hyphens{example}"


def _unknown_key_message(loc: Sequence[int | str]) -> str:
    key, known = str(loc[-1]), list(_model(loc).model_fields)
    if len(loc) == 1 and key in Rules.model_fields:
        return f"'{key}' is a rule; move it under the heading [rules]"
    if loc[0] in HEADINGS and key in Document.model_fields:
        return f"'{key}' belongs to the top of the file; move it above the first [heading]"
    return f"unknown key '{key}'{did_you_mean(key, known)}; the keys here are {', '.join(known)}"


def _model(loc: Sequence[int | str]) -> type[Frozen]:
    if loc[0] == "drawing" and len(loc) > 3:
        return HINTS.get(str(loc[1]), Drawing)
    return Document if len(loc) == 1 else MODELS.get(str(loc[0]), Document)


def _meaning(loc: Sequence[int | str]) -> str:
    """What a key stands for; an item of a list is explained by its list."""
    for depth in range(len(loc), 0, -1):
        key, fields = str(loc[depth - 1]), _model(loc[:depth]).model_fields
        if key in fields and fields[key].description:
            return f"{key} is {fields[key].description}"
    return "see the keys of the shipped boards"
