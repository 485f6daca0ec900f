"""What makes the server fit for the internet: limits, origins, headers, logs, metrics, and a calm end."""

from fastapi import FastAPI

from carrozza.server.guard.health import router as probes
from carrozza.server.guard.limits import Limits, Turnstile
from carrozza.server.guard.logs import set_up_logs
from carrozza.server.guard.middleware import Gate
from carrozza.server.guard.shutdown import Closing
from carrozza.server.settings import Settings

__all__ = ["Closing", "Gate", "Limits", "Turnstile", "put_on_guard", "set_up_logs"]


def put_on_guard(app: FastAPI, settings: Settings) -> Closing:
    """The gate around all that the application has, and `/health` and `/metrics` in it."""
    closing = Closing()
    app.state.closing = closing
    app.include_router(probes)
    app.state.turnstile = Turnstile(Limits()) if settings.guarded else None
    app.add_middleware(Gate, closing=closing, origins=settings.origins, turnstile=app.state.turnstile)
    return closing
