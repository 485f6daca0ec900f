"""Answers that were rendered: from the cache or by the rendering process, in chunks, as gzip where it is accepted."""

from collections.abc import AsyncIterator, Iterable, Mapping

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from carrozza.server import prices
from carrozza.server.addresses import address_of, digest_of
from carrozza.server.refusals import too_fast
from carrozza.server.rendering.jobs import Job
from carrozza.server.rendering.rendered import Rendered
from carrozza.server.rendering.renderer import Renderer


def payer_of(request: Request) -> str:
    """Who pays for what this request asks for: a digest of its address."""
    return digest_of(address_of(request.scope), request.app.state.settings.address_key)


def charge(request: Request, milliseconds: float) -> None:
    """Take the price of some work from the limits of the request's address, or refuse."""
    rate_limiter = request.app.state.rate_limiter
    wait = 0.0 if rate_limiter is None else rate_limiter.charge(request.scope, milliseconds)
    if wait:
        raise too_fast(wait)


async def rendered(request: Request, job: Job, price: float) -> Rendered:
    renderer: Renderer = request.app.state.renderer
    return await renderer.render(job, payer_of(request), price, lambda price: charge(request, price))


def rendered_response(
    request: Request, made: Rendered, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    """304 where the client has it already."""
    vary = ", ".join(filter(None, ("Accept-Encoding", (headers or {}).get("vary"))))
    all_headers = {"etag": made.tag, **(headers or {}), "vary": vary}
    if made.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=all_headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        all_headers |= {"content-encoding": "gzip", "content-length": str(len(made.packed))}
        return StreamingResponse(_each(made.packed_chunks()), media_type=media_type, headers=all_headers)
    charge(request, prices.of_sending(made.size))
    all_headers["content-length"] = str(made.size)
    return StreamingResponse(_each(made.chunks()), media_type=media_type, headers=all_headers)


async def _each(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    """One after the other on the event loop: a chunk takes less time than a thread."""
    for chunk in chunks:
        yield chunk
