"""The page: files of its build, and one document for every address of the page."""

from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse

from carrozza.server.language import language_of
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.words import say

router = APIRouter(include_in_schema=False)

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
HASHED = "assets"
"""The folder whose files have their content's digest in their names."""
FILES = (".js", ".css", ".svg", ".png", ".webmanifest", ".woff2", ".ico", ".map")
"""What no address of the page ends with."""
OURS = ("/api/", "/health", "/metrics")


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the page; any other address is one of the page's own."""
    settings: Settings = request.app.state.settings
    if request.url.path.startswith(OURS) or path == "api":
        raise HTTPException(404)
    file = _file(settings.page, path)
    if file is not None:
        kept = IMMUTABLE if file.parent.name == HASHED else REVALIDATE
        return _sent(request, file, kept)
    if path.startswith(f"{HASHED}/") or Path(path).suffix in FILES:
        raise Refused("unknown", 404, "server.unknown_page")
    document = _file(settings.page, "index.html")
    if document is None:
        return PlainTextResponse(say("server.page_missing", language_of(request)) + "\n", 503)
    return _sent(request, document, REVALIDATE)


def _file(folder: Path, path: str) -> Path | None:
    """A file inside the folder; whatever leads out of it is none."""
    try:
        file = (folder / path).resolve()
        inside = file.is_relative_to(folder.resolve()) and file.is_file()
    except (OSError, ValueError):
        return None
    return file if inside else None


def _sent(request: Request, file: Path, kept: str) -> Response:
    """The file, or the compressed one that the build put beside it."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    accepted = request.headers.get("accept-encoding", "")
    for coding, suffix in (("br", ".br"), ("gzip", ".gz")):
        packed = file.with_name(file.name + suffix)
        if coding in accepted and packed.is_file():
            kind = FileResponse(file).media_type
            return FileResponse(packed, media_type=kind, headers={**headers, "content-encoding": coding})
    return FileResponse(file, headers=headers)
