"""TypeScript of the server's OpenAPI description: `python -m tools.api_types` writes web/src/lib/api-types.ts.

With `--check` nothing is written; the exit status says whether the file is what the description gives. The build of the
page checks it as well.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "api-types.ts"
HEAD: Final = (
    "/** The server's JSON, generated from its OpenAPI description by `python -m tools.api_types`: do not edit. */"
)
STALE: Final = (
    "web/src/lib/api-types.ts differs from the server's OpenAPI description. Run `python -m tools.api_types`, then"
    " adapt the page where `npm run check` in web/ complains."
)
PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.api_types", description="Write the page's types.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the file differs")
    if parser.parse_args(arguments).check:
        if is_current():
            return 0
        print(STALE, file=sys.stderr)
        return 1
    FILE.write_text(typescript(description()), encoding="utf-8")
    return 0


def is_current() -> bool:
    """Whether the committed types are those of the server in this checkout."""
    return FILE.is_file() and FILE.read_text(encoding="utf-8") == typescript(description())


def description() -> dict[str, Any]:
    """The OpenAPI description, from the server's source: nothing is started."""
    from carrozza.server.app import create_app

    return create_app().openapi()


def typescript(api: Schema) -> str:
    schemas = api["components"]["schemas"]
    parts = [HEAD, longest_name(schemas), *(declaration(name, schemas[name]) for name in sorted(schemas))]
    parts.append(table("Answers", "What a request is answered with, where it is not refused.", answers(api)))
    parts.append(table("Bodies", "What a request carries.", bodies(api)))
    return "\n\n".join(parts) + "\n"


def longest_name(schemas: Schema) -> str:
    """The one limit that the page has to know before it asks."""
    length = schemas["Join"]["properties"]["name"]["maxLength"]
    return f"{comment('How many characters the name of a player may have.')}export const LONGEST_NAME = {length};"


def declaration(name: str, schema: Schema) -> str:
    told = comment(schema.get("description"))
    if "properties" not in schema:
        return f"{told}export type {name} = {expression(schema)};"
    required = schema.get("required", ())
    lines = [field(key, value, key in required) for key, value in schema["properties"].items()]
    return f"{told}export interface {name} {{\n{''.join(lines)}}}"


def field(name: str, schema: Schema, required: bool) -> str:
    return f"{comment(schema.get('description'), '  ')}  {name}{'' if required else '?'}: {expression(schema)};\n"


def expression(schema: Schema) -> str:
    """The type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(expression(each) for each in schema[several]))
    kind = schema.get("type")
    if kind == "array":
        return array(schema)
    if kind == "object":
        return dictionary(schema)
    return PLAIN.get(str(kind), "unknown")


def array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(expression(item) for item in schema['prefixItems'])}]"
    item = expression(schema.get("items", {}))
    return f"({item})[]" if " " in item else f"{item}[]"


def dictionary(schema: Schema) -> str:
    """Objects by keys that are not known before; of a set of keys, each may be missing."""
    values = schema.get("additionalProperties")
    value = expression(values) if isinstance(values, Mapping) else "unknown"
    keys = schema.get("propertyNames")
    return f"Partial<Record<{expression(keys)}, {value}>>" if keys else f"Record<string, {value}>"


def answers(api: Schema) -> Iterator[tuple[str, str]]:
    for request, operation in operations(api):
        for status, answer in operation["responses"].items():
            if status.startswith("2"):
                yield request, content(answer)


def bodies(api: Schema) -> Iterator[tuple[str, str]]:
    for request, operation in operations(api):
        if "requestBody" in operation:
            yield request, content(operation["requestBody"])


def operations(api: Schema) -> Iterator[tuple[str, Schema]]:
    """Every request the description knows, such as `GET /api/boards/{board}`."""
    for path, methods in sorted(api["paths"].items()):
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def content(message: Schema) -> str:
    for kind, body in message.get("content", {}).items():
        schema = body.get("schema", {})
        return expression(schema) if schema else "unknown" if "json" in kind else "string"
    return "unknown"


def table(name: str, about: str, rows: Iterator[tuple[str, str]]) -> str:
    lines = "".join(f"  {json.dumps(key)}: {value};\n" for key, value in rows)
    return f"{comment(about)}export interface {name} {{\n{lines}}}"


def comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
