"""Games at random for tests, but not played foolishly: long routes rather than short, tickets only now and then."""

import random
from collections.abc import Sequence
from typing import TypeVar

from carrozza.game import Game, Move
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from tests.setups import Setup

T = TypeVar("T")

LIKED: dict[type[Move], int] = {
    Keep: 1,
    Start: 1,
    Claim: 16,
    Draw: 12,
    DrawTickets: 1,
    BuildStation: 1,
    PayTunnel: 3,
    Decline: 1,
    MoveAlvin: 1,
    PlaceMarker: 1,
    NoMarker: 2,
    Pass: 1,
}
"""How much each sort of move is liked where several are legal."""


class Dice:
    """The same throws on every version of Python, which promises that of `random()` alone."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, number: int) -> int:
        return int(self._random.random() * number)

    def pick(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]


def choose(game: Game, dice: Dice) -> Move:
    legal = game.legal_moves
    sorts = list(dict.fromkeys(type(move) for move in legal))
    wanted = dice.pick([sort for sort in sorts for _ in range(LIKED[sort])])
    moves = [move for move in legal if type(move) is wanted]
    return max((dice.pick(moves), dice.pick(moves)), key=lambda move: _worth(game, move))


def _worth(game: Game, move: Move) -> tuple[int, int]:
    """Long routes first, then few locomotives; all else is alike."""
    if not isinstance(move, Claim) or move.cards is None:
        return 0, 0
    return game.board.routes[game.board.route_index[move.route]].length, -move.cards.locomotives


def play_on(game: Game, dice: Dice, moves: int = 10_000) -> Game:
    """Play so many moves more, or to the end."""
    for _ in range(moves):
        if game.finished:
            break
        game.play(choose(game, dice))
    return game


def played(setup: Setup, seed: int, moves: int = 10_000) -> Game:
    """A game from its beginning: the same setup, seed and number of moves, the same game."""
    return play_on(setup.game(seed), Dice(seed), moves)


def state_bytes(game: Game) -> bytes:
    raw: bytes = game.state.tobytes()
    return raw
