"""A game played move by move is the game that the compiled loop plays."""

import numpy as np
import pytest

from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, Contest, make_contest
from carrozza.arena.playing.single_game import watch
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
def test_watched_and_compiled_games_are_the_same(board: str, seats: int, variants: tuple[str, ...]) -> None:
    made = contest(board, seats, variants)
    for table in range(len(made.tables)):
        compiled = play_batch(made, Batch(table, 0, DEALS, watched=False)).outcomes
        watched = np.concatenate([watch(made, table, deal)[0] for deal in range(DEALS)])
        assert compiled.tobytes() == watched.tobytes()


@pytest.mark.parametrize(("board", "seats", "variants"), TABLES)
def test_a_record_replays_to_the_same_outcome(board: str, seats: int, variants: tuple[str, ...]) -> None:
    made = contest(board, seats, variants, records=True)
    outcomes, notes = watch(made, 0, 1)
    assert notes.record is not None
    record = Record.parse(notes.record)
    assert [name.split()[0] for name in record.seats] == [made.bots[bot] for bot in made.tables[0]]
    scores = record.replay().scores().values()
    assert [score.total for score in scores] == outcomes["total"][0, :seats].tolist()
    assert (record.seed, record.variants) == (made.deal_seed(1), made.variants)


def test_every_move_is_timed() -> None:
    made = contest("usa", 2, (), records=True)
    _, notes = watch(made, 0, 0)
    moves = [played.player for played in Record.parse(notes.record or "").moves]
    assert [len(times) for times in notes.times] == [moves.count("planner"), moves.count("greedy")]
    assert all((times > 0).all() for times in notes.times)
    assert max(times.max() for times in notes.times) < 1, "no compilation is taken for thinking"


def test_all_rotations_are_dealt_the_same_cards() -> None:
    made = contest("usa", 2, (), records=True)
    first, second = (Record.parse(watch(made, table, 0)[1].record or "") for table in (0, 1))
    assert first.seed == second.seed
    assert first.seats == second.seats[::-1]
    games = [record.replay(0) for record in (first, second)]
    for seat in (0, 1):
        assert games[0].offered(seat) == games[1].offered(seat)
        assert games[0].hand(seat) == games[1].hand(seat)
