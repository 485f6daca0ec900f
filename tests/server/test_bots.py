"""Bots of a server: they think in processes of their own, are shown views alone, and nothing they do stops a game."""

import asyncio
import json
import os
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from carrozza import boards
from carrozza.bots import BadSpec
from carrozza.bots.specs import networks
from carrozza.bots.specs.levels import LEVELS
from carrozza.game import Game, View, parse_move
from carrozza.server.bots import move_chooser
from carrozza.server.bots.bot_processes import START_SECONDS, BotProcess
from carrozza.server.bots.bot_request import BotRequest, request_for
from carrozza.server.bots.move_chooser import Choice, MoveChooser
from carrozza.server.games.seating.allowed_bots import bot_for_seat, thinking_seconds
from carrozza.server.games.tables.creation import bot_named
from carrozza.server.processes import process_pool
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused
from carrozza.server.store import Kind
from tests.server.bot_games import ADA, BotGames, bot, is_over, waits_for_ada, with_bot_games

pytestmark = pytest.mark.slow

BOARD = "new-york"
SEARCHING = "search:200ms"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a bot that is well is waited for, even while it is compiled."""
    for limit in ("SEARCH_WAIT", "SEARCH_GRACE", "FAST_ANSWER"):
        monkeypatch.setattr(move_chooser, limit, START_SECONDS)


Use = Callable[[MoveChooser], Awaitable[None]]
ChoosingWith = Callable[[Use], None]


@pytest.fixture(scope="module")
def choosing_with() -> Iterator[ChoosingWith]:
    """On one loop for all tests, because its processes take seconds to start."""
    with asyncio.Runner() as runner:
        made = MoveChooser(searches=1, secret=b"secret")

        async def run(use: Use) -> None:
            await use(made)

        yield lambda use: runner.run(run(use))
        runner.run(made.close())


# Which bots a seat may have


@pytest.mark.parametrize("asked", ["easy", "medium", "hard", "expert", "planner", "random", "search:2s", "neural"])
def test_levels_and_bots_can_be_asked_for(asked: str) -> None:
    assert bot_for_seat(asked) == asked


@pytest.mark.parametrize(
    "asked",
    [
        "exec:touch x",
        "EXEC:touch x",
        " exec : touch x",
        "planner(caution=3)",
        "search:1h",
        "search:9s",
        "search:1000000000",
        "search(threads=64)",
        "search:1s(network=/etc/passwd)",
        "neural(file=/etc/passwd)",
        "nobody",
        "",
    ],
)
def test_no_command_and_no_setting_comes_from_a_stranger(asked: str) -> None:
    for written in (asked, asked.upper()):
        with pytest.raises(BadSpec):
            bot_for_seat(written)


def test_bots_that_search_are_known_by_their_time() -> None:
    asked = ("planner", "neural", SEARCHING, "search", "search:3s")
    assert [thinking_seconds(bot, BOARD) for bot in asked] == [None, None, 0.2, 1.0, 3.0]


@pytest.mark.parametrize("board", boards.names())
def test_no_level_takes_more_than_two_seconds(board: str) -> None:
    taken = [thinking_seconds(level, board) or 0.0 for level in LEVELS]
    assert taken == sorted(taken) and taken[-1] <= 2.0


def test_a_board_without_a_network_has_no_such_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    with pytest.raises(Refused) as refused:
        bot_named("neural", boards.load(BOARD))
    assert (refused.value.status, refused.value.sentence("en")) == (
        422,
        "The bot 'neural' has not learned to play on New York. Choose another.",
    )
    assert bot_named("expert", boards.load(BOARD)) == "expert"


# What they are shown


def exchanged(game: Game) -> Game:
    """The same table for Ada: the others' hands, and the order of the deck, are not the same."""
    other = game.copy()
    size = int(other.state.deck_size)
    other.state.deck[:size] = other.state.deck[:size][::-1]
    hand = other.state.hand[1]
    hand[:] = 0
    hand[2] = game.state.hand_size[1]
    return other


def test_a_question_holds_nothing_but_the_view() -> None:
    game = Game("europe", seats=["Ada", "Bruno"], seed=5)
    questions = [request_for(one.view("Ada"), "k7f3", "europe", "medium", 1) for one in (game, exchanged(game))]
    assert questions[0] == questions[1]
    assert str(game.seed) not in questions[0].line().decode()


def test_a_question_reads_back_to_itself() -> None:
    game = Game("old-west", seats=3, seed=5, variants=["alvin"])
    asked = request_for(game.view(1), "k7f3", "old-west", "medium", 99)
    again = BotRequest.read(json.loads(asked.line()))
    assert again == asked
    assert again.read_view().legal_moves == game.view(1).legal_moves


def test_the_luck_of_bots_is_the_servers_secret() -> None:
    made = [MoveChooser(secret=secret) for secret in (b"one", b"one", b"two")]
    luck = [one._seed("k7f3", "Ada") for one in made]
    assert luck[0] == luck[1] != luck[2]
    assert made[0]._seed("k7f3", "Bruno") != luck[0] != made[0]._seed("other", "Ada")


# How they think


def test_every_level_names_a_legal_move(choosing_with: ChoosingWith) -> None:
    async def use(made: MoveChooser) -> None:
        view = Game(BOARD, seats=2, seed=3).view(0)
        for level in ("easy", "medium", "hard", "neural", SEARCHING):
            choice = await made.choose(view, Requester(level), BOARD, level)
            assert choice.by == level
            assert parse_move(choice.move) in view.legal_moves

    choosing_with(use)


def test_one_that_dies_is_replaced(choosing_with: ChoosingWith) -> None:
    async def use(made: MoveChooser) -> None:
        view = Game(BOARD, seats=2, seed=3).view(0)
        await made.choose(view, Requester("k7f3"), BOARD, "medium")
        first = made.fast._idle[0]
        os.kill(first.process.pid, signal.SIGKILL)
        await first.process.wait()
        assert (await made.choose(view, Requester("k7f3"), BOARD, "medium")).by == "medium"
        assert made.fast._idle[0] is not first

    choosing_with(use)


def test_one_that_hangs_is_replaced_and_the_planner_stands_in(
    choosing_with: ChoosingWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(made: MoveChooser) -> None:
        view = Game(BOARD, seats=2, seed=3).view(0)
        await made.choose(view, Requester("k7f3"), BOARD, SEARCHING)
        hanging = made.search._idle[0]
        os.kill(hanging.process.pid, signal.SIGSTOP)
        monkeypatch.setattr(move_chooser, "SEARCH_GRACE", 0.1)
        assert (await made.choose(view, Requester("k7f3"), BOARD, SEARCHING)).by == "planner"
        await hanging.process.wait()

    choosing_with(use)


def test_where_nobody_can_think_the_first_legal_move_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(bot: str) -> BotProcess:
        raise NoAnswer("no memory")

    monkeypatch.setattr(BotProcess, "start", fail)
    monkeypatch.setattr(process_pool, "RESTART_PAUSE", 0.0)

    async def use(made: MoveChooser) -> None:
        view = Game(BOARD, seats=2, seed=3).view(0)
        choice = await made.choose(view, Requester("k7f3"), BOARD, "expert")
        assert choice == Choice(str(view.legal_moves[0]), "first")
        await made.close()

    async def run() -> None:
        await use(MoveChooser(searches=1))

    asyncio.run(run())


def test_who_thinks_holds_up_nobody_else(choosing_with: ChoosingWith) -> None:
    async def use(made: MoveChooser) -> None:
        view = Game(BOARD, seats=2, seed=3).view(0)
        await made.choose(view, Requester("warm"), BOARD, SEARCHING)
        process = made.search._idle[0].process.pid
        os.kill(process, signal.SIGSTOP)
        asked = asyncio.create_task(made.choose(view, Requester("k7f3"), BOARD, SEARCHING))
        assert (await made.choose(view, Requester("other"), BOARD, "medium")).by == "medium"
        assert not asked.done()
        os.kill(process, signal.SIGCONT)
        assert (await asked).by == SEARCHING

    choosing_with(use)


# At the table


class Scripted(MoveChooser):
    """Bots that take any legal move, and note what they were shown."""

    def __init__(self) -> None:
        super().__init__(searches=1)
        self.seen: list[View] = []
        self.chance = random.Random(1)

    async def choose(self, view: View, requester: Requester, board: str, bot: str) -> Choice:
        self.seen.append(view)
        return Choice(str(self.chance.choice(view.legal_moves)), bot)


def test_bots_play_whole_games_of_their_own(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        for number in range(3):
            await games.begin(bot("Olga", "medium"), bot("Pino", "easy"), game=f"game{number}")
        for number in range(3):
            live_game = await games.until(is_over, f"game{number}")
            assert live_game.folded.game is not None
            assert live_game.folded.game.winners

    with_bot_games(sqlite_url, use)


def test_they_wait_for_people_and_go_on_after_them(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Olga", "medium"))
        for _ in range(6):
            live_game = await games.until(waits_for_ada)
            await live_game.play(0, live_game.view(0).legal_moves[0])
        moves = [told.seat for told in live_game.folded.events if told.kind == Kind.MOVE]
        assert set(moves) == {0, 1}

    with_bot_games(sqlite_url, use, Scripted)


def test_each_is_shown_its_own_view(sqlite_url: str) -> None:
    made = Scripted()

    async def use(games: BotGames) -> None:
        await games.begin(bot("Olga", "medium"), bot("Pino", "easy"))
        await games.until(is_over)
        assert made.seen
        for view in made.seen:
            other = "Pino" if view.seat == "Olga" else "Olga"
            assert not view.hand(other)
            assert view.tickets(other) == ()
            assert not any(view.state.deck)
            assert view.state.rng == 0

    with_bot_games(sqlite_url, use, lambda: made)


def test_a_seat_that_is_given_to_a_bot_is_played_and_can_be_taken_back(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Olga", "medium"))
        live_game = await games.until(waits_for_ada)
        before = live_game.number
        await live_game.change_seat(0, lambda seat: seat.played_by("easy"))
        live_game = await games.until(lambda live_game: live_game.number > before + 4)
        await live_game.change_seat(0, lambda seat: seat.given_back())
        await games.until(waits_for_ada)

    with_bot_games(sqlite_url, use, Scripted)


def test_unfinished_games_go_on_after_a_restart(sqlite_url: str) -> None:
    async def leave(games: BotGames) -> None:
        await games.begin(ADA, bot("Olga", "medium"))
        await games.until(waits_for_ada)
        await games.bot_turns.close()
        live_game = await games.live_games.get("k7f3k7f3k7")
        while waits_for_ada(live_game):
            await live_game.play(0, live_game.view(0).legal_moves[0])

    async def come_back(games: BotGames) -> None:
        await games.until(waits_for_ada)

    with_bot_games(sqlite_url, leave, Scripted)
    with_bot_games(sqlite_url, come_back, Scripted)


def test_a_fault_of_the_store_is_got_over(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(games: BotGames) -> None:
        real, faults = games.store.lease, iter([True, True])

        async def lease(*asked: Any) -> bool:
            if next(faults, False):
                raise ConnectionError
            return await real(*asked)

        monkeypatch.setattr(games.store, "lease", lease)
        monkeypatch.setattr("carrozza.server.bots.bot_turns.ERROR_PAUSE", 0.0)
        monkeypatch.setattr("carrozza.server.bots.bot_turns.CHECK_EVERY", 0.05)
        await games.begin(bot("Olga", "medium"), bot("Pino", "easy"))
        await games.until(is_over)

    with_bot_games(sqlite_url, use, Scripted)


def test_a_bot_waits_longer_while_a_person_may_take_a_move_back(sqlite_url: str) -> None:
    async def play(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Nino", "random"), first=0)
        live_game = await games.until(waits_for_ada)
        games.bot_turns.pause = 1.0
        usual = games.bot_turns._pause(live_game)
        live_game.folded.can_undo = lambda seat: seat == 0  # type: ignore[method-assign]
        assert games.bot_turns._pause(live_game) > 2 * usual

    with_bot_games(sqlite_url, play, Scripted)
