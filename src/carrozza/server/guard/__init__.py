"""The server's middleware against abuse: rate limits, body sizes, host names, origins and security headers."""

from fastapi import FastAPI

from carrozza.server.guard.limits import Limits, RateLimiter
from carrozza.server.guard.middleware import Guard
from carrozza.server.settings import Settings
from carrozza.server.shutdown import Closing

__all__ = ["Guard", "Limits", "RateLimiter", "add_guard"]


def add_guard(app: FastAPI, settings: Settings, closing: Closing) -> RateLimiter | None:
    """Wrap the application in the guard. Returns the rate limiter, where there are limits."""
    rate_limiter = RateLimiter(Limits()) if settings.guarded else None
    app.add_middleware(
        Guard,
        closing=closing,
        origins=settings.origins,
        rate_limiter=rate_limiter,
        host_names=settings.host_names,
    )
    return rate_limiter
