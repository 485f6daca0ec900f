"""Answers are compressed; streams are not: whoever compresses waits for more, and lines are to go out as they come."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

STREAM = "/events"


class Packing(GZipMiddleware):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(STREAM):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
