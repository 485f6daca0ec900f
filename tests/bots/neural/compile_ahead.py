"""Compile the networks' forward pass: `python -m tests.bots.neural.compile_ahead`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, make_contest
from carrozza.bots import make_bot
from carrozza.bots.neural.weights import write_weights
from carrozza.game import Game
from tests.bots.neural.networks import random_weights
from tests.bots.neural.test_forward import (
    NEW_YORK,
    test_a_batch_gives_the_same_bits_as_one_by_one,
    test_the_exponential,
)


def main() -> None:
    test_a_batch_gives_the_same_bits_as_one_by_one(NEW_YORK)
    test_the_exponential()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "weights.npz"
        write_weights(path, random_weights("new-york"))
        make_bot(f"neural(file={path})", Game("new-york", seed=1).names, seed=1)
        play_batch(make_contest("new-york", 2, 1, [f"neural(file={path})"]), Batch(0, 0, 0, move_by_move=False))
        make_bot(f"search:2(network={path})", Game("new-york", seed=1).names, seed=1)


if __name__ == "__main__":
    main()
