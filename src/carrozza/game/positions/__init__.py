"""Positions as text: written at any moment of a game, checked, and read back."""

from carrozza.game.positions.flaws import Flaw, FlawedInput
from carrozza.game.positions.model import AlvinPosition, Pending, PlayerPosition, PositionDocument
from carrozza.game.positions.reading import state_of
from carrozza.game.positions.writing import position_of

__all__ = [
    "AlvinPosition",
    "Flaw",
    "FlawedInput",
    "Pending",
    "PlayerPosition",
    "PositionDocument",
    "position_of",
    "state_of",
]
