"""Attacks on chance: computing the deck from what a player has seen, or from what a view carries along."""

import random
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.kernel.seeds import SHORT
from carrozza.server.bots.bot_request import request_for
from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.store.rows import GameRow
from tests.playing import state_bytes
from tests.server.hosting import Host, Hosted, hosting

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "golden"
SEATS = (0, 1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("chance")) as host:
        yield host


def folded_log_of(game: Hosted) -> FoldedLog:
    game.view(0)
    found: FoldedLog = game.server.app.state.live_games.loaded(game.id).folded
    return found


def seed_of(game: Hosted) -> int:
    return folded_log_of(game).row.seed


def test_trying_all_short_seeds_does_not_find_a_game(server: Host) -> None:
    seeds = {seed_of(server.game()) for _ in range(20)}
    assert len(seeds) == 20
    assert min(seeds) >= SHORT
    assert max(seed.bit_length() for seed in seeds) > 120, "the upper bits are drawn too"


def seen_by_all(game: Game) -> list[bytes]:
    return [game.view(seat).state.tobytes() for seat in SEATS]


def test_half_of_the_seed_does_not_deal_the_game_again(server: Host) -> None:
    game = folded_log_of(server.game()).game
    assert game is not None
    for known in (game.seed % SHORT, game.seed >> 64):
        assert seen_by_all(Game("usa", game.seats, known)) != seen_by_all(game)


def key_parts(seed: int) -> list[bytes]:
    """What a dump of memory would show of the key."""
    low, high = seed % SHORT, seed >> 64
    return [half.to_bytes(8, order) for half in (low, high) for order in ("little", "big")]


@pytest.mark.parametrize("moves", [0, 2, 25])
def test_no_view_carries_the_key_along(server: Host, moves: int) -> None:
    hosted = server.game("europe", watch="anyone")
    hosted.play(random.Random(moves), moves)
    folded = folded_log_of(hosted)
    seed = folded.row.seed
    assert folded.game is not None
    state = folded.game.state
    assert (int(state.key_low), int(state.key_high)) == (seed % SHORT, seed >> 64)
    assert all(part in state.tobytes() for part in key_parts(seed)[::2]), "it is found where it is"
    for seat in (*SEATS, None):
        raw = folded.view(seat).state.tobytes()
        assert not any(part in raw for part in key_parts(seed))
        assert str(seed) not in str(hosted.view(seat))
    request = request_for(folded.view(0), hosted.id, "europe", "planner", 1)
    assert str(seed).encode() not in request.line()
    assert not any(part in b64decode(request.view) for part in key_parts(seed))


def test_the_record_gives_the_same_game_again(server: Host) -> None:
    hosted = server.game("new-york")
    hosted.play(random.Random(8))
    folded = folded_log_of(hosted)
    record = Record.parse(hosted.ask("GET", "/record", 0).text)
    assert record.seed == folded.row.seed
    again = record.replay()
    assert folded.game is not None and again.finished
    assert state_bytes(again) == state_bytes(folded.game)
    assert str(Record.of(again)) == str(record)


def test_a_stored_game_with_a_short_seed_goes_on_as_it_began() -> None:
    """Games in databases, and records, from before seeds were long."""
    record = Record.load(GOLDEN / "usa-2.txt")
    assert record.seed is not None and record.seed < SHORT
    seats = [{"name": name, "kind": "person"} for name in record.seats]
    folded = FoldedLog(GameRow("k7f3", record.board, seats, record.seed, "0.1.0"))
    assert folded.game is not None
    assert state_bytes(folded.game) == state_bytes(record.replay(0))
    assert not folded.game.state.key_low and not folded.game.state.key_high
