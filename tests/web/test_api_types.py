"""TypeScript from the server's OpenAPI description."""

import pytest

from carrozza.game.seating import LONGEST_NAME
from tools import api_types


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"enum": ["en", "it"]}, '"en" | "it"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}}, "Ticket[]"),
        ({"type": "array", "items": {"enum": ["red", "blue"]}}, '("red" | "blue")[]'),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"enum": ["red", "blue"]}},
            'Partial<Record<"red" | "blue", number>>',
        ),
        ({}, "unknown"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, object], written: str) -> None:
    assert api_types.expression(schema) == written


def test_a_field_that_may_be_left_out_is_optional() -> None:
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "number"}}, "required": ["a"]}
    assert api_types.declaration("Pair", schema) == "export interface Pair {\n  a: string;\n  b?: number;\n}"


def test_the_page_knows_how_long_a_name_may_be() -> None:
    assert f"export const LONGEST_NAME = {LONGEST_NAME};" in api_types.FILE.read_text(encoding="utf-8")


def test_the_types_are_those_of_the_server() -> None:
    assert api_types.is_current(), api_types.STALE
