"""Guided games: one person against an easy bot on a prepared deal, so that the page can explain the rules as they come
up. The rules are those of any other game."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from carrozza.boards import Board
from carrozza.server import models
from carrozza.server.own_boards.served_board import board_name
from carrozza.server.refusals import Refused

BOT: Final = "easy"
LEARNER: Final = 0
"""The seat of the person, who also starts."""
DEALS: Final = files("carrozza.server.games") / "guided_games.toml"

Setup = tuple[str, tuple[str, ...]]
"""A board and its variants."""


@cache
def prepared_seeds() -> Mapping[Setup, int]:
    """The seed of each guided game. They are no secret: whoever reads them knows the cards of the lesson."""
    deals = tomllib.loads(DEALS.read_text(encoding="utf-8"))["deal"]
    return {(deal["board"], tuple(deal["variants"])): deal["seed"] for deal in deals}


def prepared_seed(board: Board, variants: Sequence[str]) -> int:
    seed = prepared_seeds().get((board_name(board), tuple(variants)))
    if seed is None:
        raise Refused("guide", 409, "server.no_guided_game", board=board.full_title)
    return seed


def with_bot(asked: models.NewGame) -> models.NewGame:
    """The game that was asked for, with the bot at the second seat; refused where more was chosen than the person."""
    is_person_alone = [seat.kind for seat in asked.seats] == ["person"]
    if not is_person_alone or asked.clock is not None or asked.first not in (None, LEARNER):
        raise Refused("guide", 409, "server.guided_alone")
    seats = [*asked.seats, models.NewSeat(kind="bot", bot=BOT)]
    return asked.model_copy(update={"seats": seats, "first": LEARNER})
