"""How long a network takes for a decision, alone and in batches, and what less precise weights change.

`python -m benchmarks.networks [BOARD] [SEATS] [WIDTH] [BLOCKS]` evaluates the positions of a game between planners with
an untrained network, and prints CPU time and the differences between logits.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from carrozza import boards
from carrozza.bots import make_bot
from carrozza.bots.neural.forward import Network, Room, evaluate, evaluate_batch, make_network, make_room
from carrozza.bots.neural.untrained import untrained_weights
from carrozza.bots.neural.weights import Weights, read_weights, write_weights
from carrozza.bots.neural.weights.precision import PRECISIONS
from carrozza.game import Game
from carrozza.game.names import Names, bits_of
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.state import STATE

POSITIONS = 64
BATCHES = (1, 2, 4, 8, 16, 32, 64)
REPEATS = 20
ROUNDS = 9


class Positions:
    """Of one game: states, who decides, what is legal."""

    def __init__(self, board: str | boards.Board, seats: int) -> None:
        game = Game(board, seats, seed=1)
        self.names: Names = game.names
        self.states, self.masks = blank(STATE, POSITIONS), np.zeros((POSITIONS, WORDS), np.uint64)
        bots = [make_bot("planner", game.names, seed) for seed in range(seats)]
        number = 0
        while number < POSITIONS:
            if game.to_move is None:
                game = Game(board, seats, seed=number)
            self.states[number] = game.state.record
            legal(self.names.compiled, game.state, self.masks[number])
            number += 1
            for _ in range(3):
                if game.to_move is not None:
                    game.play(bots[int(game.state.actor)].choose(game.view(game.to_move)))
        self.seats = self.states.actor.astype(np.int64)


@entry
def alone(
    board: Board, network: Network, states: Grid, seats: Grid, masks: Grid, room: Room, clutter: Grid, repeats: int
) -> int:
    """One after the other. Before each, the clutter is read, which drives the weights out of the caches."""
    total = 0
    for _ in range(repeats):
        for i in range(len(states)):
            for at in range(len(clutter)):
                total += clutter[at]
            evaluate(board, network, states[i], whole(seats[i]), masks[i], room, 0)
    return total


@entry
def together(
    board: Board, network: Network, states: Grid, seats: Grid, masks: Grid, room: Room, count: int, repeats: int
) -> None:
    for _ in range(repeats):
        for first in range(0, len(states) - count + 1, count):
            last = first + count
            evaluate_batch(board, network, states[first:last], seats[first:last], masks[first:last], room, count)


def microseconds(run: Callable[[], object], positions: int) -> float:
    """CPU time for a position, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        run()
        best = min(best, time.process_time() - began)
    return best / positions * 1e6


def differences(weights: Weights, at: Positions) -> None:
    """What less precise weights change of the logits of legal actions, and of the likeliest one."""
    exact: list[Grid] = []
    for precision in PRECISIONS:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "weights.npz"
            write_weights(path, weights, precision)
            size = path.stat().st_size
            network = make_network(read_weights(path), at.names)
        room = make_room(network, POSITIONS)
        evaluate_batch(at.names.compiled, network, at.states, at.seats, at.masks, room, POSITIONS)
        logits = [room.logits[i, list(bits_of(at.masks[i]))].copy() for i in range(POSITIONS)]
        exact = exact or logits
        apart = np.concatenate([np.abs(one - other) for one, other in zip(logits, exact, strict=True)])
        same = sum(one.argmax() == other.argmax() for one, other in zip(logits, exact, strict=True))
        spread = np.concatenate(exact).std()
        print(
            f"{precision}: {size / 1e6:.2f} MB, logits differ by {apart.mean():.4f} (at most {apart.max():.4f}; they "
            f"spread by {spread:.2f}), the same likeliest action in {same} of {POSITIONS}"
        )


def main() -> None:
    board, seats, width, blocks = (*sys.argv[1:], *("usa", "2", "256", "3")[len(sys.argv) - 1 :])
    at = Positions(board, int(seats))
    weights = untrained_weights(board, width=int(width), blocks=int(blocks))
    network = make_network(weights, at.names)
    room, compiled = make_room(network, POSITIONS), at.names.compiled
    common = (compiled, network, at.states.view(np.ndarray), at.seats, at.masks, room)
    nothing, clutter = np.zeros(0, np.int64), np.zeros(1 << 20, np.int64)
    evaluate_batch(compiled, network, at.states, at.seats, at.masks, room, POSITIONS)
    cells = np.count_nonzero(room.cells) / POSITIONS
    print(f"{board}, {seats} seats: {network.first.shape[0]} cells, {cells:.0f} of them not 0, width {width}")
    one = microseconds(lambda: alone(*common, nothing, REPEATS), POSITIONS * REPEATS)
    print(f"in compiled code, one by one: {one:.1f} us")
    cold = microseconds(lambda: alone(*common, clutter, 1), POSITIONS) - _reading(clutter)
    print(f"the same with caches that hold other things: {cold:.1f} us")
    for count in BATCHES:
        each = microseconds(lambda count=count: together(*common, count, REPEATS), POSITIONS * REPEATS)  # type: ignore[misc]
        print(f"in batches of {count}: {each:.1f} us, {one / each:.2f} times less")
    differences(weights, at)


@entry
def read_through(clutter: Grid, repeats: int) -> int:
    total = 0
    for _ in range(repeats):
        for at in range(len(clutter)):
            total += clutter[at]
    return total


def _reading(clutter: Grid) -> float:
    return microseconds(lambda: read_through(clutter, REPEATS), REPEATS)


if __name__ == "__main__":
    main()
