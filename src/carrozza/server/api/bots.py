"""Which bots can be asked to play."""

from fastapi import APIRouter, Response

from carrozza import bots
from carrozza.bots.specs.levels import LEVELS
from carrozza.server import models
from carrozza.server.api.request_context import AskedLanguage, answer
from carrozza.words import say

router = APIRouter(prefix="/api", tags=["boards"])


@router.get("/bots", response_model=models.Bots, responses=models.refusals(), summary="Levels and bots")
def all_bots(language: AskedLanguage) -> Response:
    """Levels are what people ask for; bots are the programs behind them, by name."""
    levels = [
        {
            "id": level,
            "title": say(f"server.level_{level}", language),
            "about": say(f"server.about_{level}", language),
        }
        for level in LEVELS
    ]
    return answer({"levels": levels, "bots": list(bots.names())})
