"""The operations that the server's own description lists, and orderly requests for them."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import quote, urlencode

from benchmarks.attack.targets import MadeGame
from benchmarks.attack.wire import request_bytes

METHODS: Final = ("get", "post", "put", "delete")
RECORD: Final = "text/plain"
JSON: Final = "application/json"


@dataclass(frozen=True)
class Request:
    """A request that can be taken apart."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    chunked: bool = False

    @property
    def target(self) -> str:
        query = urlencode(self.query, errors="surrogatepass")
        return f"{self.path}?{query}" if query else self.path

    def wire(self, port: int) -> bytes:
        headers = list(self.headers)
        if not any(name.lower() == "host" for name, _ in headers):
            headers.insert(0, ("Host", f"127.0.0.1:{port}"))
        body = self.body
        if body is not None and self.chunked:
            headers.append(("Transfer-Encoding", "chunked"))
            body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in _parts(body)) + b"0\r\n\r\n"
        elif body is not None and not any(name.lower() == "content-length" for name, _ in headers):
            headers.append(("Content-Length", str(len(body))))
        return request_bytes(self.method, self.target, headers, body)

    def with_header(self, name: str, value: str) -> "Request":
        kept = tuple(pair for pair in self.headers if pair[0].lower() != name.lower())
        return replace(self, headers=(*kept, (name, value)))

    def __str__(self) -> str:
        """As a command for a shell, the port left open."""
        parts = ["curl -i -X", repr(self.method)[1:-1], f"'http://127.0.0.1:PORT{self.target}'"]
        parts += [f"-H {f'{name}: {value}'!a}" for name, value in self.headers]
        if self.body is not None:
            shown = repr(self.body)[1:]
            parts.append(f"--data-binary $'{shown[1:-1]}'" if len(shown) < 2000 else f"(a body of {len(self.body)} B)")
        return " ".join(parts)


def _parts(body: bytes) -> list[bytes]:
    half = len(body) // 2 or 1
    return [part for part in (body[:half], body[half:]) if part]


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    """With names of parameters in braces."""
    parameters: Sequence[Mapping[str, Any]]
    body: Mapping[str, Any] | None
    kind: str
    """The content type of the body."""


def operations(description: Mapping[str, Any]) -> list[Operation]:
    found = []
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods:
                content = methods[method].get("requestBody", {}).get("content", {})
                kind, body = next(iter(content.items()), (JSON, None))
                schema = None if body is None else body["schema"]
                found.append(Operation(method.upper(), path, methods[method].get("parameters", ()), schema, kind))
    return found


@dataclass(frozen=True)
class Orderly:
    """Makes requests that the description allows, at the games that are there."""

    description: Mapping[str, Any]
    games: Sequence[MadeGame]
    moves: Sequence[str]
    """Some that were legal not long ago."""
    routes: Sequence[str]
    boards: Sequence[str]
    record: str

    def request(self, operation: Operation, dice: random.Random) -> Request:
        game = dice.choice(self.games)
        path = operation.path
        query = []
        for parameter in operation.parameters:
            if parameter["in"] == "path":
                value = self._path_value(parameter["name"], game, dice)
                path = path.replace(f"{{{parameter['name']}}}", quote(value, safe=""))
            elif parameter["in"] == "query" and dice.random() < 0.5:
                query.append((parameter["name"], text_of(self.value(parameter["schema"], dice))))
        headers = [("Authorization", f"Bearer {dice.choice(game.secrets)}")] if dice.random() < 0.7 else []
        body = None
        if operation.body is not None:
            headers.append(("Content-Type", operation.kind))
            body = self._body(operation, game, dice)
        return Request(operation.method, path, tuple(query), tuple(headers), body)

    def _path_value(self, name: str, game: MadeGame, dice: random.Random) -> str:
        known = {"game": game.id, "board": dice.choice(self.boards), "route": dice.choice(self.routes)}
        return known.get(name, str(dice.randrange(4)))

    def _body(self, operation: Operation, game: MadeGame, dice: random.Random) -> bytes:
        if operation.kind == RECORD:
            return self.record.encode()
        assert operation.body is not None
        made = self.value(operation.body, dice)
        if "move" in made:
            made["move"] = dice.choice(self.moves)
        if "invite" in made:
            made["invite"] = game.invite
        return json.dumps(made).encode()

    def value(self, schema: Mapping[str, Any], dice: random.Random) -> Any:
        """One that fits the schema, mostly."""
        if "$ref" in schema:
            named = schema["$ref"].rpartition("/")[2]
            return self.value(self.description["components"]["schemas"][named], dice)
        if "anyOf" in schema:
            return self.value(dice.choice(schema["anyOf"]), dice)
        if "enum" in schema:
            return dice.choice(schema["enum"])
        if examples := schema.get("examples"):
            return dice.choice(examples)
        match schema.get("type"):
            case "object":
                fields = schema.get("properties", {}).items()
                needed = schema.get("required", ())
                return {name: self.value(of, dice) for name, of in fields if name in needed or dice.random() < 0.5}
            case "array":
                least = schema.get("minItems", 0)
                number = dice.randint(least, min(least + 3, schema.get("maxItems", least + 3)))
                return [self.value(schema["items"], dice) for _ in range(number)]
            case "integer" | "number":
                return dice.randint(int(schema.get("minimum", 0)), min(int(schema.get("maximum", 100)), 1000))
            case "boolean":
                return dice.random() < 0.5
            case "null":
                return None
        return schema.get("const", dice.choice(("Ada", "m1", "pass", "all")))


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
