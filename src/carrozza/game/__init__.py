"""The rules for people: games, moves and their notation, views, records and the referee."""

from carrozza.game.cards import Cards
from carrozza.game.errors import IllegalMove, UnknownName
from carrozza.game.game import Game, View
from carrozza.game.moves import Move, parse_move
from carrozza.game.scores import Result, Score

__all__ = ["Cards", "Game", "IllegalMove", "Move", "Result", "Score", "UnknownName", "View", "parse_move"]
