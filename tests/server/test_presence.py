"""Who is connected is known at every process: those who come and go elsewhere, and those whose process has died."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from carrozza.server.games.expiry import delete_abandoned
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.store import GameState, NewGame, Store
from carrozza.server.store.sharing.presence import SharedPresence
from carrozza.server.views.game_info import seats_of
from tests.server.bot_games import ADA, GAME
from tests.server.hosting import Host, Line, hosting
from tests.server.storing import PATIENCE, opened
from tools.local_postgres import Postgres
from tools.local_server import Server, served

pytestmark = pytest.mark.slow

BRUNO = Seat("Bruno", "person", person=True)
SHORT_LEASE = "from carrozza.server.store.sharing import presence; presence.LEASE = 2.0"


@asynccontextmanager
async def process(url: str, lease: float | None = None) -> AsyncIterator[LiveGames]:
    """What one process knows."""
    async with opened(url) as store:
        if lease is not None:
            shared(store)._lease = lease
        yield LiveGames(store)


def shared(store: Store) -> SharedPresence:
    assert isinstance(store.presence, SharedPresence)
    return store.presence


async def new_game(store: Store, *seats: Seat) -> None:
    state = GameState.WAITING if any(seat.free for seat in seats) else GameState.PLAYING
    await store.create_game(NewGame(GAME, "new-york", [seat.as_json() for seat in seats], 7, "test", state=state))


def with_processes(url: str, use: Callable[..., Awaitable[None]], number: int = 2, lease: float | None = None) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            them = [await stack.enter_async_context(process(url, lease)) for _ in range(number)]
            await new_game(them[0].store, ADA, BRUNO)
            await use(*them)

    asyncio.run(run())


def present(live_game: LiveGame) -> list[bool]:
    return [seat["present"] for seat in seats_of(live_game)]


async def until(live_game: LiveGame, wanted: list[bool]) -> None:
    """Somebody who waits for news of this game hears that they have come or gone."""
    async with asyncio.timeout(PATIENCE):
        while present(live_game) != wanted:
            await live_game.wait_for_change(live_game.version)


def die(store: Store) -> None:
    """As kill -9 does: nothing is said, and nothing taken away."""
    task = shared(store)._task
    assert task is not None
    task.cancel()


async def only_hear(store: Store) -> None:
    """Look at nothing any more by itself."""
    die(store)
    await shared(store)._synchronise()


def test_who_comes_and_goes_at_one_process_is_seen_at_another(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0):
            await until(there, [True, False])
            async with there.connected(1):
                await until(here, [True, True])
                assert present(there) == [True, True]
            await until(here, [True, False])
        await until(there, [False, False])

    with_processes(postgres_url, use)


def test_a_seat_with_windows_at_two_processes_is_there_until_both_are_closed(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames, third: LiveGames) -> None:
        here, there, onlooker = await one.get(GAME), await other.get(GAME), await third.get(GAME)
        async with there.connected(0):
            async with here.connected(0):
                await until_told(one, other)
                await until(onlooker, [True, False])
            async with here.connected(1):  # which is heard after the first window was closed
                await until(onlooker, [True, True])
        await until(onlooker, [False, False])

    with_processes(postgres_url, use, 3)


async def until_told(*them: LiveGames) -> None:
    """Each has told the others all that it had to tell, and has read what they told."""
    for one in them:
        await shared(one.store)._synchronise()
    for one in them:
        shared(one.store).resync()
        await shared(one.store)._synchronise()


def test_whoever_starts_later_knows_who_is_there(postgres_url: str) -> None:
    async def run() -> None:
        async with process(postgres_url) as one:
            await new_game(one.store, ADA, BRUNO)
            async with (await one.get(GAME)).connected(1):
                await shared(one.store)._synchronise()
                async with process(postgres_url) as late:
                    assert present(await late.get(GAME)) == [False, True]

    asyncio.run(run())


def test_a_process_that_ends_takes_its_people_with_it(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0):
            await until(there, [True, False])
            await only_hear(other.store)
            await one.store.presence.close()
            await until(there, [False, False])

    with_processes(postgres_url, use)


def test_the_people_of_a_process_that_was_killed_are_missed_in_the_end(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0), there.connected(1):
            await until(there, [True, True])
            die(one.store)
            await until(there, [False, True])

    with_processes(postgres_url, use, lease=1.0)


def test_a_process_that_was_taken_for_dead_is_believed_again(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0):
            await until(there, [True, False])
            die(one.store)  # it only stands still
            await until(there, [False, False])
            await shared(one.store)._synchronise()
            await until(there, [True, False])

    with_processes(postgres_url, use, lease=1.0)


def test_nothing_is_written_while_nobody_comes_or_goes(postgres_url: str) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0):
            await until(there, [True, False])
            before = there.version
            async with here.connected(0):  # a second window
                await here.play(0, here.view(0).legal_moves[0])
                await there.refresh()
                assert not shared(one.store)._unsent
            assert not shared(one.store)._unsent
            assert there.version == before + 1  # the move, and nothing else

    with_processes(postgres_url, use, lease=3600.0)  # which runs out on no machine meanwhile


def test_a_killed_database_comes_back_and_everybody_is_still_there(own_postgres: Postgres) -> None:
    async def use(one: LiveGames, other: LiveGames) -> None:
        here, there = await one.get(GAME), await other.get(GAME)
        async with here.connected(0), there.connected(1):
            await until(there, [True, True])
            await asyncio.to_thread(own_postgres.kill)
            await asyncio.to_thread(own_postgres.start)
            await until_told(one, other)
            assert present(here) == present(there) == [True, True]
        await until(there, [False, False])

    with_processes(own_postgres.new_database(), use)


def test_a_waiting_game_that_somebody_looks_at_elsewhere_is_not_forgotten(postgres_url: str) -> None:
    async def run() -> None:
        async with process(postgres_url) as one, process(postgres_url) as other:
            await new_game(one.store, ADA, Seat("", "open"))
            here, there = await one.get(GAME), await other.get(GAME)
            async with here.connected(0):
                await until(there, [True, False])
                await delete_abandoned(other.store, other, here.row.created + 1000)
                assert await other.store.game(GAME) is not None
            await until(there, [False, False])
            await delete_abandoned(other.store, other, here.row.created + 1000)
            assert await other.store.game(GAME) is None

    asyncio.run(run())


def test_one_process_writes_nothing_down(sqlite_url: str) -> None:
    async def run() -> None:
        async with process(sqlite_url) as alone:
            await new_game(alone.store, ADA, BRUNO)
            live_game = await alone.get(GAME)
            async with live_game.connected(1):
                assert present(live_game) == [False, True]
            assert present(live_game) == [False, False]

    asyncio.run(run())


# Real processes


@contextmanager
def looking_on(server: Host | Server, made: dict[str, Any], token: str) -> Iterator[Line]:
    with connect(f"ws://127.0.0.1:{server.port}/api/games/{made['game']}/live") as socket:
        socket.send(json.dumps({"token": token, "since": 0, "language": "en"}))
        yield Line(socket)


def hear(line: Line, wanted: list[bool]) -> None:
    """The page is told so, without asking."""
    while [seat["present"] for seat in line.hear("seats")["seats"]] != wanted:
        pass


def test_the_page_is_told_who_is_at_another_process(postgres_url: str, tmp_path: Path) -> None:
    with (
        served(postgres_url, tmp_path, before=SHORT_LEASE) as one,
        hosting(tmp_path, database=postgres_url) as other,
    ):
        seats = [{"kind": "person", "name": name} for name in ("Ada", "Bruno")]
        made = httpx.post(f"{one.address}/api/games", json={"board": "new-york", "seats": seats}).json()
        ada, bruno = (seat["token"] for seat in made["seats"])

        def let_a_bot_play() -> int:
            path = f"{other.address}/api/games/{made['game']}/seats/0"
            headers = {"authorization": f"Bearer {made['host']}"}
            return httpx.put(path, headers=headers, json={"kind": "bot", "bot": "easy"}).status_code

        with looking_on(other, made, bruno) as line:
            hear(line, [False, True])
            with looking_on(one, made, ada):
                hear(line, [True, True])
                view = httpx.get(
                    f"{other.address}/api/games/{made['game']}/view", headers={"authorization": f"Bearer {bruno}"}
                ).json()
                assert [player["present"] for player in view["players"]] == [True, True]
                assert let_a_bot_play() == 409
                with looking_on(other, made, ada) as again:
                    again.hear("seats")
            hear(line, [False, True])
            with looking_on(one, made, ada):
                hear(line, [True, True])
                one.kill()
                hear(line, [False, True])
            assert let_a_bot_play() == 409, "they have a minute to come back"
            path, headers = f"{other.address}/api/games/{made['game']}/leave", {"authorization": f"Bearer {ada}"}
            assert httpx.post(path, headers=headers).status_code == 200
            assert let_a_bot_play() == 200
