"""A game played move by move is the game that the compiled loop plays."""

import numpy as np
import pytest

from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, Contest, make_contest
from carrozza.arena.playing.single_game import play_single_game
from carrozza.game.records.record import Record

TABLES = [
    ("usa", 2, ()),
    ("europe", 3, ()),
    ("new-york", 4, ()),
    ("italy-basic", 2, ()),
    ("italy-advanced", 4, ()),
    ("old-west", 6, ()),
    ("old-west", 3, ("alvin",)),
]
DEALS = 3


def contest(board: str, seats: int, variants: tuple[str, ...], records: bool = False) -> Contest:
    return make_contest(board, seats, 12, ["planner", "greedy", "random"][:seats], 5, variants, records)


@pytest.mark.parametrize(("board", "seats", "variants"), TABLES)
def test_move_by_move_and_compiled_games_are_the_same(board: str, seats: int, variants: tuple[str, ...]) -> None:
    made = contest(board, seats, variants)
    for seating in range(len(made.seatings)):
        compiled = play_batch(made, Batch(seating, 0, DEALS, move_by_move=False)).outcomes
        one_by_one = np.concatenate([play_single_game(made, seating, deal)[0] for deal in range(DEALS)])
        assert compiled.tobytes() == one_by_one.tobytes()


@pytest.mark.parametrize(("board", "seats", "variants"), TABLES)
def test_a_record_replays_to_the_same_outcome(board: str, seats: int, variants: tuple[str, ...]) -> None:
    made = contest(board, seats, variants, records=True)
    outcomes, details = play_single_game(made, 0, 1)
    assert details.record is not None
    record = Record.parse(details.record)
    assert [name.split()[0] for name in record.seats] == [made.bots[bot] for bot in made.seatings[0]]
    scores = record.replay().scores().values()
    assert [score.total for score in scores] == outcomes["total"][0, :seats].tolist()
    assert (record.seed, record.variants) == (made.deal_seed(1), made.variants)


def test_every_move_is_timed() -> None:
    made = contest("usa", 2, (), records=True)
    _, details = play_single_game(made, 0, 0)
    moves = [played.player for played in Record.parse(details.record or "").moves]
    assert [len(times) for times in details.times] == [moves.count("planner"), moves.count("greedy")]
    assert all((times > 0).all() for times in details.times)
    assert max(times.max() for times in details.times) < 1, "no compilation is taken for thinking"


def test_all_rotations_are_dealt_the_same_cards() -> None:
    made = contest("usa", 2, (), records=True)
    first, second = (Record.parse(play_single_game(made, seating, 0)[1].record or "") for seating in (0, 1))
    assert first.seed == second.seed
    assert first.seats == second.seats[::-1]
    games = [record.replay(0) for record in (first, second)]
    for seat in (0, 1):
        assert games[0].offered(seat) == games[1].offered(seat)
        assert games[0].hand(seat) == games[1].hand(seat)
