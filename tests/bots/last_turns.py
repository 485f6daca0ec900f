"""The last turn of a game on USA, in which one claim is plainly the best."""

import numpy as np

from carrozza.game import Game
from carrozza.game.moves import Keep
from carrozza.kernel.claims import take_route


def last_turn(game: Game) -> None:
    """Ada has one turn left, and cards for one route: the one that her ticket wants, or a longer one."""
    for seat in range(2):
        game.play(Keep(game.offered(seat)[:2]), seat)
    names, state = game.names, game.state
    state.tickets[0] = np.uint64(1 << names.ticket_number("new-york-atlanta"))
    state.ticket_count[0] = 1
    take_route(names.compiled, state, 0, names.route_number("new-york-pittsburgh-white"))
    take_route(names.compiled, state, 0, names.route_number("atlanta-nashville"))
    state.turns_left = 1
    state.hand[0] = 0
    state.hand[0, names.kind_number("yellow")] = 6
    state.hand_size[0] = 6
