"""Log lines: `docs/server.md` lists every event that the server logs, with its level and fields."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import carrozza.server

SERVER = Path(carrozza.server.__file__).parent
DOCS = Path(__file__).parents[2] / "docs" / "server.md"
LEVELS = {"debug", "info", "warning", "error", "exception", "log"}
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \| [^|]+ \|$", re.MULTILINE)


def calls() -> Iterator[ast.Call]:
    for file in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=method)) if method in LEVELS:
                    yield node


def logged() -> set[tuple[str, str, frozenset[str]]]:
    """Event, level and fields of every call of a logger."""
    found = set()
    for call in calls():
        assert isinstance(call.func, ast.Attribute)
        level = {"exception": "error", "log": "info"}.get(call.func.attr, call.func.attr)
        event = call.args[-1]
        assert isinstance(event, ast.Constant), ast.unparse(call)
        fields = {keyword.arg for keyword in call.keywords if keyword.arg}
        if "exc_info" in fields or call.func.attr == "exception":
            fields = fields - {"exc_info"} | {"exception", "at"}
        found.add((str(event.value), level, frozenset(fields)))
    return found


def documented() -> set[tuple[str, str, frozenset[str]]]:
    return {
        (event, level, frozenset(re.findall(r"`(\w+)`", fields)))
        for event, level, fields in ROW.findall(DOCS.read_text(encoding="utf-8"))
    }


def test_the_documented_events_are_those_that_are_logged() -> None:
    assert documented() == logged()


def test_events_have_stable_names() -> None:
    """A name and fields, no sentence: whoever searches the log need not know the wording."""
    events = [event for event, _, _ in logged()]
    assert len(events) > 15
    assert [event for event in events if not NAME.fullmatch(event)] == []
