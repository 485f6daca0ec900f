"""Records: a whole game read from its text and replayed, every move checked."""

import random
from typing import Final

from benchmarks.timing import Effort, Measure, Measures, rate
from carrozza.game.game import Game
from carrozza.game.records.record import Record

BOARD: Final = "europe"
SEATS: Final = 4


def random_game() -> Game:
    game, chance = Game(BOARD, seats=SEATS, seed=1), random.Random(1)
    while not game.finished:
        game.play(chance.choice(game.legal_moves))
    return game


def measure_records(effort: Effort) -> Measures:
    game = random_game()
    text, moves = str(Record.of(game)), len(game.history)

    def parse(times: int) -> None:
        for _ in range(times):
            Record.parse(text)

    def replay(times: int) -> None:
        record = Record.parse(text)
        for _ in range(times):
            record.replay()

    group = f"Records ({BOARD}, {SEATS} seats, {moves} moves)"
    yield Measure(group, "parse", "records/s", rate(effort, parse))
    yield Measure(group, "replay", "records/s", rate(effort, replay))
