"""Which bots can be asked to play."""

from fastapi import APIRouter, Response

from carrozza import bots
from carrozza.bots.levels import LEVELS
from carrozza.game.words import say
from carrozza.server import models
from carrozza.server.api.asking import AskedLanguage, answer

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
