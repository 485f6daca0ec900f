"""How long the network for any board takes for a decision: `python -m benchmarks.token_networks [BOARD ...]`.

It evaluates a position on each board with an untrained network of the usual size, many times, and prints the least CPU
time of one evaluation.
"""

import sys
import time

import numpy as np

from carrozza.bots.neural.forward import evaluate_batch, make_network, make_room
from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.game import Game
from carrozza.game.names import blank_mask
from carrozza.kernel.legal import legal
from carrozza.kernel.state import STATE
from carrozza.kernel.turns import call_on

BOARDS = ("new-york", "usa", "europe", "italy-advanced", "old-west")
REPEATS, TRIES = 100, 7


def milliseconds(board: str, sizes: TokenSizes) -> float:
    game = Game(board, 2, seed=1)
    names, state = game.names, game.state
    call_on(state, 0)
    network = make_network(untrained_token_weights(sizes), names)
    room, mask = make_room(network), blank_mask()
    legal(names.compiled, state, mask)
    states = np.zeros(1, STATE)
    states[0] = state.record
    seats, masks = np.zeros(1, np.int64), mask[None]
    least = np.inf
    for _ in range(TRIES):
        started = time.process_time()
        for _ in range(REPEATS):
            evaluate_batch(names.compiled, network, states, seats, masks, room, 1)
        least = min(least, (time.process_time() - started) / REPEATS)
    return float(least * 1000)


def main() -> None:
    sizes = TokenSizes()
    print(f"{sizes.parameters:,} parameters")
    for board in sys.argv[1:] or BOARDS:
        names = Game(board, 2, seed=1).names
        routes, cities = len(names.board.routes), len(names.board.cities)
        number = sizes.multiplications(routes, cities, len(names.kinds)) / 1e6
        print(f"{board}: {milliseconds(board, sizes):.3f} ms, {number:.1f} million multiplications", flush=True)


if __name__ == "__main__":
    main()
