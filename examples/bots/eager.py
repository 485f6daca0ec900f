"""A bot for Carrozza as a Python class: claims the longest route it can, and otherwise takes the first legal move.

Try it: carrozza arena --bots "examples/bots/eager.py:Eager(shortest=3),random" --games 20
"""

from carrozza.bots import Bot
from carrozza.game import Move, View
from carrozza.game.moves import Claim
from carrozza.game.names import Names


class Eager(Bot):
    def __init__(self, names: Names, seed: int, shortest: int = 1) -> None:
        self.lengths = {route.id: route.length for route in names.board.routes}
        self.shortest = shortest

    def choose(self, view: View) -> Move:
        claims = [move for move in view.legal_moves if isinstance(move, Claim)]
        best = max(claims, key=lambda claim: self.lengths[claim.route], default=None)
        return best if best and self.lengths[best.route] >= self.shortest else view.legal_moves[0]
