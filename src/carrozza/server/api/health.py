"""`/health` and `/metrics`, for whoever runs the server."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

import carrozza
from carrozza.server import metrics, models
from carrozza.server.store import Store

router = APIRouter(tags=["probes"])


@router.get(
    "/health",
    summary="Whether the server is well",
    response_model=models.Health,
    responses={**models.refused_with(*models.BY_THE_GUARD), 503: {"model": models.Health}},
)
async def health(request: Request) -> JSONResponse:
    """`ok` if a write was kept just now. 503 while moves cannot be kept, with the `reason`, and during a shutdown."""
    state = request.app.state
    store: Store = state.store
    reason = await store.check_health()
    status = "failing" if reason is not None else "closing" if state.closing else "ok"
    body = {"status": status, "reason": reason, "version": carrozza.__version__}
    return JSONResponse(body, 200 if status == "ok" else 503)


@router.get(
    "/metrics",
    summary="For Prometheus",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "All metrics."},
        **models.refused_with(*models.BY_THE_GUARD),
    },
)
async def prometheus(request: Request) -> Response:
    text, kind = metrics.exposition()
    return Response(text, headers={"content-type": kind})
