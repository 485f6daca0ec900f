"""Compile the loops that only the laws use: `python -m tests.laws.compile_ahead`."""

import numpy as np

from tests.laws.play import new_state, played
from tests.laws.test_imagining import imagined
from tests.laws.test_refusals import tried
from tests.laws.test_replay import assert_replays
from tests.laws.test_views import assert_actor_sees_the_mask
from tests.setups import compiled


def main() -> None:
    board = compiled("new-york", ())
    game = played(board, seats=2, seed=1)
    assert_replays(game, new_state(board, seats=2, seed=1))
    assert_actor_sees_the_mask(game)
    tried(board, game.states[0])
    imagined(board, game.states[:1], np.zeros(1, np.int64), seed=1)


if __name__ == "__main__":
    main()
