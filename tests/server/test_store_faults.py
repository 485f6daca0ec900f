"""Processes that are killed, and a database that goes away: nothing confirmed is lost, nothing is there twice."""

import asyncio
import os
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any

import pytest

from carrozza.server.store import LOOK_AGAIN, Change, Event, Kind, Reason, Store, Unavailable
from carrozza.server.store.sharing import notifications
from tests.server.storing import PATIENCE, new_game, next_change, opened, with_store
from tools.fork_server import start
from tools.local_postgres import Postgres

pytestmark = pytest.mark.slow

GAMES = ("g1", "g2", "g3")


@dataclass
class Storm:
    """A writing process, and what it said was confirmed."""

    process: Any
    told: IO[str]
    said: IO[str]
    confirmed: list[str] = field(default_factory=list)
    more: threading.Condition = field(default_factory=threading.Condition)
    ready: threading.Event = field(default_factory=threading.Event)

    def read(self) -> None:
        for line in self.said:
            if not self.ready.is_set():
                self.ready.set()
                continue
            with self.more:
                # A line cut off by the end of the process was not said.
                self.confirmed += [line.rstrip("\n")] if line.endswith("\n") else []
                self.more.notify_all()

    def wait_for(self, confirmed: int) -> None:
        with self.more:
            assert self.more.wait_for(lambda: len(self.confirmed) >= confirmed, PATIENCE), self.confirmed[-3:]


@contextmanager
def storm(url: str, writer: str) -> Iterator[Storm]:
    """Killed in the end as no process expects it."""
    its_input, our_output = os.pipe()
    our_input, its_output = os.pipe()
    code = "from tests.server.storm import main; main()"
    process = start(code, url, writer, *GAMES, streams=(its_input, its_output, 2))
    for its in (its_input, its_output):
        os.close(its)
    raging = Storm(process, os.fdopen(our_output, "w"), os.fdopen(our_input))
    reader = threading.Thread(target=raging.read)
    reader.start()
    try:
        yield raging
    finally:
        process.kill()
        process.wait(PATIENCE)
        reader.join(PATIENCE)
        raging.said.close()
        with suppress(BrokenPipeError):
            raging.told.close()


def begin(*storms: Storm) -> None:
    """All at once, when the last is ready."""
    for raging in storms:
        raging.ready.wait(PATIENCE)
    for raging in storms:
        raging.told.write("\n")
        raging.told.flush()


def with_games(url: str) -> str:
    async def create(store: Store) -> None:
        for game in GAMES:
            await store.create_game(new_game(game))

    with_store(url, create)
    return url


def logs(url: str) -> dict[str, list[Event]]:
    async def read(store: Store) -> dict[str, list[Event]]:
        return {game: await store.events(game) for game in GAMES}

    return with_store(url, read)


def check(url: str, *storms: Storm) -> None:
    """All that was confirmed is there, once; each log is without a gap, and goes on."""
    found = logs(url)
    for game, log in found.items():
        assert [event.number for event in log] == list(range(1, len(log) + 1)), game
        assert len({event.body for event in log}) == len(log)
    written = {f"{event.game} {event.number} {event.body}" for log in found.values() for event in log}
    confirmed = [line for raging in storms for line in raging.confirmed]
    assert len(set(confirmed)) == len(confirmed)
    assert set(confirmed) <= written

    async def go_on(store: Store) -> None:
        for game, log in found.items():
            await store.append(game, len(log) + 1, Kind.MOVE, 0, "on we go")

    with_store(url, go_on)


def test_two_processes_write_the_same_games_and_one_is_killed(database_url: str) -> None:
    """Whoever is first with a number has it; the other is told. What a killed writer confirmed is there."""
    with_games(database_url)
    with storm(database_url, "one") as one, storm(database_url, "other") as other:
        begin(one, other)
        one.wait_for(20)
        other.wait_for(20)
        one.process.kill()
        other.wait_for(len(other.confirmed) + 20)
    check(database_url, one, other)
    winners: dict[str, set[str]] = defaultdict(set)
    for line in one.confirmed + other.confirmed:
        game, number, writer, _ = line.split()
        winners[f"{game} {number}"].add(writer)
    assert all(len(writers) == 1 for writers in winners.values())


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill], ids=["restarted", "killed"])
def test_a_writer_outlives_a_restart_of_postgresql(own_postgres: Postgres, end: Callable[[Postgres], None]) -> None:
    url = with_games(own_postgres.new_database())
    with storm(url, "one") as one:
        begin(one)
        one.wait_for(20)
        end(own_postgres)
        own_postgres.start()
        one.wait_for(len(one.confirmed) + 20)
    check(url, one)


def test_readers_and_listeners_outlive_a_restart_of_postgresql(own_postgres: Postgres) -> None:
    url = with_games(own_postgres.new_database())

    async def use() -> None:
        async with opened(url) as one, opened(url) as other:
            changes = other.changes()
            await one.append("g1", 1, Kind.MOVE, 0, "draw deck")
            await next_change(changes, Change("g1", 1))
            await asyncio.to_thread(own_postgres.restart)
            assert len(await other.events("g1")) == 1
            await next_change(changes, LOOK_AGAIN)
            await one.append("g1", 2, Kind.MOVE, 0, "draw deck")
            await next_change(changes, Change("g1", 2))

    asyncio.run(use())


async def append_at_last(store: Store) -> Event:
    while True:
        with suppress(Unavailable):
            return await store.append("g1", 1, Kind.MOVE, 0, "draw deck", "c1")


async def until_it_is(store: Store, reason: Reason | None) -> bool:
    async with asyncio.timeout(PATIENCE):
        while await store.check_health() is not reason:
            await asyncio.sleep(0.05)
    return True


def test_a_database_that_is_gone_is_told(own_postgres: Postgres) -> None:
    url = with_games(own_postgres.new_database())

    async def use() -> None:
        async with opened(url) as store:
            assert await store.check_health() is None
            own_postgres.stop()
            assert await until_it_is(store, Reason.DATABASE_AWAY)
            waiting = asyncio.create_task(append_at_last(store))
            await asyncio.to_thread(own_postgres.start)
            assert (await waiting).number == 1
            assert await until_it_is(store, None)

    asyncio.run(use())


def test_notices_come_from_other_processes(postgres_url: str) -> None:
    with_games(postgres_url)

    async def use() -> None:
        async with opened(postgres_url) as store:
            changes = store.changes()
            with storm(postgres_url, "far") as far:
                begin(far)
                heard: set[str | None] = set()

                async def listen() -> None:
                    async for change in changes:
                        heard.add(change.game)
                        if heard >= set(GAMES):
                            return

                await asyncio.wait_for(listen(), PATIENCE)

    asyncio.run(use())


def test_no_notice_is_lost_while_the_listener_feels_its_pulse(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "PULSE_SECONDS", 0.0)
    with_games(postgres_url)

    async def use() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            changes = other.changes()
            for number in range(1, 101):
                await one.append("g1", number, Kind.MOVE, 0, "draw deck")
                await next_change(changes, Change("g1", number))

    asyncio.run(use())


def test_a_lost_answer_is_not_a_lost_move(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database commits, and the connection breaks before it can say so: the move is confirmed, once."""
    with_games(postgres_url)

    broken: list[bool] = []

    def breaking(write: Callable[[Any], Awaitable[object]]) -> Callable[[Any], Awaitable[object]]:
        async def and_break(batch: Any) -> object:
            answer = await write(batch)
            if not broken:
                broken.append(True)
                raise ConnectionResetError
            return answer

        return and_break

    async def use(store: Store) -> None:
        writer = store._writer
        monkeypatch.setattr(writer, "_transaction", breaking(writer._transaction))
        monkeypatch.setattr(writer._appends, "append", breaking(writer._appends.append))
        event = await store.append("g1", 1, Kind.MOVE, 0, "draw deck")
        assert broken
        assert await store.events("g1") == [event]
        broken.clear()
        await store.create_game(new_game("g9"))
        assert broken
        assert await store.game("g9") is not None

    with_store(postgres_url, use)
