"""`/api/docs`: the interface on one page, made from its OpenAPI description; nothing is loaded from elsewhere."""

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

router = APIRouter(include_in_schema=False)

METHODS = ("get", "post", "put", "delete")
STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
body { color: #2b2a33; background: #fbf7ec; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid #a8741a; }
h3 code { font-size: 1.1em; }
pre { padding: .8rem; overflow-x: auto; background: #f1e8d2; border-radius: .4rem; }
table { border-collapse: collapse; }
td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
@media (prefers-color-scheme: dark) {
  body { color: #ede6d6; background: #14181d; }
  pre { background: #26313a; }
  a { color: #e2b45f; }
}
"""


@router.get("/api/docs")
async def reference(request: Request) -> HTMLResponse:
    """Every address, what it takes and answers, with examples."""
    return HTMLResponse("".join(_page(request.app.openapi())))


@router.get("/api/docs.css")
async def style() -> Response:
    """How that page looks."""
    return Response(STYLE, media_type="text/css")


def _page(description: Mapping[str, Any]) -> Iterator[str]:
    info = description["info"]
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">'
    yield f"<title>{escape(info['title'])}</title></head><body><main>"
    yield f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>"
    yield from (f"<p>{escape(part)}</p>" for part in info.get("description", "").split("\n\n"))
    yield '<p>For programs: <a href="/api/openapi.json">openapi.json</a></p>'
    for path, methods in description["paths"].items():
        yield f"<h2><code>{escape(path)}</code></h2>"
        for method in METHODS:
            if method in methods:
                yield from _operation(method, path, methods[method], description)
    yield "</main></body></html>"


def _operation(method: str, path: str, operation: Mapping[str, Any], description: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h3><code>{method.upper()} {escape(path)}</code> {escape(operation.get('summary', ''))}</h3>"
    yield from (f"<p>{escape(part)}</p>" for part in operation.get("description", "").split("\n\n") if part)
    if parameters := operation.get("parameters"):
        yield "<table><tr><th>parameter</th><th>in</th><th></th></tr>"
        for parameter in parameters:
            named, where = escape(parameter["name"]), escape(parameter["in"])
            yield f"<tr><td><code>{named}</code></td><td>{where}</td>"
            yield f"<td>{escape(parameter.get('description', ''))}</td></tr>"
        yield "</table>"
    yield from _content("Takes", operation.get("requestBody", {}).get("content", {}), description)
    for status, response in operation.get("responses", {}).items():
        yield f"<p><strong>{escape(status)}</strong> {escape(response.get('description', ''))}</p>"
        yield from _content("Answers", response.get("content", {}), description)


def _content(title: str, content: Mapping[str, Any], description: Mapping[str, Any]) -> Iterator[str]:
    for kind, body in content.items():
        example = _example(body, description)
        yield f"<p>{title} <code>{escape(kind)}</code></p>"
        if example is not None:
            yield f"<pre>{escape(json.dumps(example, ensure_ascii=False, indent=1))}</pre>"


def _example(body: Mapping[str, Any], description: Mapping[str, Any]) -> Any:
    """The first example that the body or its model gives."""
    if "example" in body:
        return body["example"]
    if examples := body.get("examples"):
        return next(iter(examples.values())).get("value")
    schema = body.get("schema", {})
    named = schema.get("$ref", "").rpartition("/")[2]
    model = description.get("components", {}).get("schemas", {}).get(named, schema)
    return next(iter(model.get("examples", [])), None)
