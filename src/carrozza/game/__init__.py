"""The rules for people: games, moves and their notation, views, records and the referee."""

from carrozza.game.cards import Cards
from carrozza.game.errors import GameError, IllegalMove, InvalidSeats, NotationError, UnknownName
from carrozza.game.game import Game
from carrozza.game.moves import Move, PlayedMove, parse_move
from carrozza.game.position import Position
from carrozza.game.positions import FlawedInput, PositionDocument
from carrozza.game.scores import Result, Score
from carrozza.game.view import View

__all__ = [
    "Cards",
    "FlawedInput",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidSeats",
    "Move",
    "NotationError",
    "PlayedMove",
    "Position",
    "PositionDocument",
    "Result",
    "Score",
    "UnknownName",
    "View",
    "parse_move",
]
