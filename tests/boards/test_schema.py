"""The published JSON Schema of board files is the one the code makes."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from carrozza.boards import bundle_of, bundle_schema, json_schema, read_bundle

EXAMPLE = Path(__file__).parents[2] / "examples" / "boards" / "tasmania.toml"
PUBLISHED = Path(__file__).parents[2] / "docs" / "board.schema.json"


def test_the_published_schema_is_fresh() -> None:
    """To renew it, write `json.dumps(json_schema(), indent=2)` and a newline to the file."""
    assert PUBLISHED.read_text(encoding="utf-8") == json.dumps(json_schema(), indent=2) + "\n"


def test_a_bundle_keeps_to_its_schema() -> None:
    checked = jsonschema_rs.validator_for(bundle_schema())
    packed = json.loads(bundle_of(EXAMPLE).to_bytes())
    packed["layout"] = json.loads(EXAMPLE.with_suffix(".layout.json").read_text(encoding="utf-8"))
    assert [error.message for error in checked.iter_errors(packed)] == []
    assert read_bundle(json.dumps(packed).encode(), "packed").layout == packed["layout"]
    for spoiled in ({**packed, "carrozza_board": 2}, {**packed, "script": ""}, {**packed, "layout": {"size": [1, 2]}}):
        assert not checked.is_valid(spoiled)


def test_ids_of_routes_and_tickets_may_be_left_out() -> None:
    definitions = json_schema()["$defs"]
    assert definitions["Route"]["required"] == ["a", "b", "length", "color"]
    assert definitions["Ticket"]["required"] == ["a", "b", "points"]
    assert "id" in definitions["City"]["required"]


def test_every_key_is_explained() -> None:
    schema = json_schema()
    for model in (schema, *schema["$defs"].values()):
        assert model["additionalProperties"] is False
        for key, told in model["properties"].items():
            assert told.get("description"), key


@pytest.mark.parametrize("map_name", ["usa", "europe", "new-york", "italy", "old-west"])
def test_shipped_files_use_the_keys_of_the_schema(map_name: str) -> None:
    text = (files("carrozza.boards") / "files" / f"{map_name}.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    schema = json_schema()
    assert set(document) <= set(schema["properties"])
    rules = schema["$defs"]["Rules"]["properties"]
    for switches in (document["rules"], *document.get("rulesets", {}).values()):
        assert set(switches) <= set(rules)
    for key, model in (("cities", "City"), ("routes", "Route"), ("tickets", "Ticket")):
        _check_entries(document[key], schema["$defs"][model])


def _check_entries(entries: list[dict[str, Any]], model: dict[str, Any]) -> None:
    for entry in entries:
        assert set(model["required"]) <= set(entry) <= set(model["properties"])
        for key, value in entry.items():
            limits = model["properties"][key]
            assert limits.get("minimum", value) <= value <= limits.get("maximum", value)
