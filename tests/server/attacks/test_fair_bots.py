"""A stranger lets hundreds of bots play, and my opponent still answers: bots take turns by who began the game."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from carrozza.game import Game
from carrozza.server.addresses import digest_of
from carrozza.server.bots import bot_turns, move_chooser
from carrozza.server.bots.bot_processes import BotProcess
from carrozza.server.bots.bot_request import BotRequest
from carrozza.server.bots.move_chooser import Choice, MoveChooser
from carrozza.server.bots.requesters import requester_of
from carrozza.server.bots.watchdog import STALLED_AFTER
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.bots_alone import MOST, check_bots_alone
from carrozza.server.guard import Limits, RateLimiter
from carrozza.server.guard.token_buckets import LONGEST_WAIT, Rate
from carrozza.server.processes.fair_queue import FairQueue, Requester, Urgency
from carrozza.server.processes.process_pool import Busy, ProcessPool
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.store import GameState, Store
from tests.server.bot_games import ADA, BotGames, bot, is_over, waits_for_ada, with_bot_games
from tests.server.hosting import hosting
from tests.server.storing import PATIENCE, new_game, with_store
from tests.server.test_bots import Scripted

STRANGER, OWN = "stranger", "own"
OLGA, PINO = bot("Olga", "expert"), bot("Pino", "expert")


def strangers(number: int, urgency: Urgency = Urgency.UNWATCHED) -> Requester:
    return Requester(f"stranger's {number}", STRANGER, urgency)


MINE = Requester("mine", OWN, Urgency.PEOPLE)


# The queue


def order(*requesters: Requester) -> list[str]:
    queue: FairQueue[str] = FairQueue()
    for requester in requesters:
        queue.put(requester.table, requester)
    return [str(queue.take()) for _ in requesters]


def test_people_go_before_watched_bots_and_these_before_unwatched() -> None:
    watched = Requester("watched", "w", Urgency.WATCHED)
    assert order(strangers(1), watched, MINE) == ["mine", "watched", "stranger's 1"]


def test_one_address_with_many_tables_has_one_turn_in_two() -> None:
    many = [strangers(number, Urgency.PEOPLE) for number in range(4)]
    mine = [Requester(f"mine {number}", OWN) for number in range(2)]
    assert order(*many, *mine) == [
        "stranger's 0",
        "mine 0",
        "stranger's 1",
        "mine 1",
        "stranger's 2",
        "stranger's 3",
    ]


def test_whoever_was_just_served_is_behind_a_newcomer() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.put(f"stranger's {number}", strangers(number, Urgency.PEOPLE))
    assert queue.take() == "stranger's 0"
    queue.put("mine", MINE)
    assert queue.take() == "mine"


def test_the_tables_of_one_address_take_turns() -> None:
    one, other = Requester("one", OWN), Requester("other", OWN)
    assert order(one, one, one, other) == ["one", "other", "one", "one"]


# The processes


class Held(BotProcess):
    """A bot that thinks until it is told to answer."""

    def __init__(self) -> None:
        self.tables = set()
        self.asked: list[str] = []
        self.answer: asyncio.Queue[str] = asyncio.Queue()

    @property
    def alive(self) -> bool:
        return True

    async def choose(self, request: BotRequest, seconds: float) -> str:
        self.asked.append(request.game)
        return await self.answer.get()

    async def dispose(self) -> None:
        pass


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[Held]:
    started: list[Held] = []

    async def start(bot: str) -> Held:
        started.append(Held())
        return started[-1]

    monkeypatch.setattr(BotProcess, "start", start)
    monkeypatch.setattr(move_chooser, "SEARCH_WAIT", PATIENCE)
    monkeypatch.setattr(move_chooser, "ALONE_WAIT", PATIENCE)
    return started


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0)


VIEW = Game("new-york", seats=2, seed=3).view(0)
MOVE = str(VIEW.legal_moves[0])


def ask(chooser: MoveChooser, requester: Requester, bot: str) -> "asyncio.Task[Choice]":
    return asyncio.create_task(chooser.choose(VIEW, requester, "new-york", bot))


async def stopped(chooser: MoveChooser, tasks: "list[asyncio.Task[Choice]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await chooser.close()


@pytest.mark.parametrize("level", ["expert", "medium"])
def test_my_opponent_is_next_though_200_games_of_bots_wait(held: list[Held], level: str) -> None:
    """Both for bots that search and for compiled ones, which have a process of their own."""

    async def run() -> None:
        chooser = MoveChooser(searches=1)
        tasks = [ask(chooser, strangers(number), level) for number in range(200)]
        await until(lambda: held and held[0].asked)
        tasks.append(ask(chooser, MINE, level))
        await asyncio.sleep(0)
        held[0].answer.put_nowait(MOVE)
        await until(lambda: len(held[0].asked) == 2)
        assert held[0].asked == ["stranger's 0", "mine"]
        await stopped(chooser, tasks)

    asyncio.run(run())


def test_games_of_bots_alone_leave_one_process_to_people(held: list[Held]) -> None:
    async def run() -> None:
        chooser = MoveChooser(searches=3)
        tasks = [ask(chooser, strangers(number), "expert") for number in range(200)]
        await until(lambda: sum(len(one.asked) for one in held) == 2)
        tasks.append(ask(chooser, MINE, "expert"))
        await until(lambda: len(held) == 3 and all(one.asked for one in held))
        assert held[2].asked == ["mine"], "no bot of the stranger had to answer first"
        await stopped(chooser, tasks)

    asyncio.run(run())


def test_games_of_bots_alone_wait_long_and_without_a_word(
    held: list[Held], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(move_chooser, "ALONE_WAIT", 0.0)

    async def run() -> None:
        chooser = MoveChooser(searches=1)
        first = ask(chooser, MINE, "expert")
        await until(lambda: held and held[0].asked)
        second = ask(chooser, strangers(1), "expert")
        await until(lambda: len(held) == 2)
        held[1].answer.put_nowait(MOVE)
        assert (await second).by == "planner"
        await stopped(chooser, [first])

    asyncio.run(run())
    assert "bot_no_answer" not in caplog.text


def test_a_queue_that_is_full_takes_nobody_more(held: list[Held]) -> None:
    async def run() -> None:
        pool: ProcessPool[BotProcess] = ProcessPool("held", lambda: BotProcess.start(""), 1)
        pool.most_of_one = 1

        async def use(requester: Requester) -> None:
            async with pool.use(requester, PATIENCE):
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(use(strangers(1)))]
        await until(lambda: pool._busy)
        tasks.append(asyncio.create_task(use(strangers(2))))
        await until(lambda: len(pool._queue) == 1)
        with pytest.raises(Busy):
            await use(strangers(3))
        mine = asyncio.create_task(use(MINE))
        await until(lambda: len(pool._queue) == 2)
        for task in (*tasks, mine):
            task.cancel()
        await asyncio.gather(*tasks, mine, return_exceptions=True)
        assert len(pool._queue) == 0
        await pool.close()

    asyncio.run(run())


# Who pays, and how much


def test_only_seats_that_people_play_make_a_game_urgent(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        games.bot_turns._closing = True  # nobody moves
        game = await games.begin(ADA, OLGA)
        assert requester_of(game) == Requester(game.game_id, "", Urgency.PEOPLE)
        await game.change_seat(0, lambda seat: seat.played_by("medium", "clock"))
        assert requester_of(game).urgency == Urgency.UNWATCHED
        async with game.connected(None):
            assert requester_of(game).urgency == Urgency.WATCHED

    with_bot_games(sqlite_url, use, Scripted)


def test_bots_alone_play_no_faster_than_their_address_may(sqlite_url: str) -> None:
    """The stranger's games wait for the limit; the game of another address is played to its end meanwhile."""
    waiting: list[Requester] = []

    def pace(requester: Requester) -> float:
        if requester.urgency == Urgency.PEOPLE:
            return 0.0
        waiting.append(requester)
        return PATIENCE

    async def use(games: BotGames) -> None:
        games.bot_turns._pace = pace
        stranger = await games.begin(OLGA, PINO, game="stranger")
        mine = await games.begin(ADA, OLGA, game="mine")
        while not is_over(mine):
            await games.until(lambda game: waits_for_ada(game) or is_over(game), "mine")
            if not is_over(mine):
                await mine.play(0, mine.view(0).legal_moves[0])
        assert [requester.table for requester in waiting] == ["stranger"]
        assert stranger.number == 0

    with_bot_games(sqlite_url, use, Scripted)


def test_all_games_of_bots_alone_of_one_address_share_one_rate() -> None:
    limiter = RateLimiter(Limits(moves_of_bots_alone=Rate(2, 5)), clock=lambda: 0.0)
    assert [limiter.pace(STRANGER, alone=True) for _ in range(5)] == pytest.approx([0, 0, 0.2, 0.4, 0.6])
    assert max(limiter.pace(STRANGER, alone=True) for _ in range(10_000)) == LONGEST_WAIT < STALLED_AFTER / 2
    assert limiter.pace(STRANGER, alone=False) == 0, "its games with people have a rate of their own"
    assert limiter.pace(OWN, alone=True) == 0


def test_an_address_has_so_many_games_of_bots_alone_under_way(sqlite_url: str) -> None:
    async def use(store: Store) -> None:
        async def begin(number: int, *seats: Seat, payer: str, state: GameState = GameState.PLAYING) -> None:
            game = new_game(f"{payer} {number}", seats=[seat.as_json() for seat in seats], payer=payer, state=state)
            await store.create_game(game)

        for number in range(MOST):
            await check_bots_alone(store, STRANGER, [OLGA, PINO])
            await begin(number, OLGA, PINO, payer=STRANGER)
        with pytest.raises(Refused) as refused:
            await check_bots_alone(store, STRANGER, [OLGA, PINO])
        assert (refused.value.status, refused.value.error) == (429, "bots")
        await check_bots_alone(store, STRANGER, [ADA, OLGA])
        await check_bots_alone(store, OWN, [OLGA, PINO])
        for number in range(MOST):
            await begin(number, ADA, OLGA, payer=OWN)
            await begin(MOST + number, OLGA, PINO, payer=OWN, state=GameState.FINISHED)
        await check_bots_alone(store, OWN, [OLGA, PINO])

    with_store(sqlite_url, use)


def test_the_server_refuses_more_games_of_bots_and_stores_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: bot_turns.BotTurns, game: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bot_turns.BotTurns, "_check", never)
    seats = [{"kind": "bot", "bot": "expert"}] * 2
    with hosting(tmp_path, guarded=True, address_key="key") as server:
        answers = [server.ask("POST", "/api/games", json={"board": "usa", "seats": seats}) for _ in range(MOST + 1)]
        assert [answer.status_code for answer in answers] == [201] * MOST + [429]
        assert str(MOST) in answers[-1].json()["message"]
        person = server.game(people=["Ada"], seats=seats[:1])
        digest = digest_of("127.0.0.1", "key")
        assert digest not in person.ask("GET", "", 0).text + person.ask("GET", "/view", 0).text
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert digest.encode() in written
    assert b"127.0.0.1" not in written
    assert Settings().address_key not in repr(Settings())
