"""Gzip for answers, but not for streams: a compressor would hold lines back until it has more of them."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

EVENT_STREAM = "/events"


class Compression(GZipMiddleware):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(EVENT_STREAM):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
