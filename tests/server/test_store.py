"""The store, on each database: what is written is there, once, in order, and no secret shows."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from carrozza.server import store
from carrozza.server.games.seating.tokens import token_hash
from carrozza.server.store import (
    BadAddress,
    BoardLimits,
    BoardRow,
    Change,
    Event,
    GameExists,
    GameState,
    Gap,
    Kind,
    NoRoomForBoards,
    Role,
    Store,
    StoreError,
    Taken,
    TokenRow,
    TooManyBoards,
    Unavailable,
    Unfit,
    UnknownGame,
)
from carrozza.server.store.database_url import address_of, shown
from tests.server.storing import LARGEST_SEED, new_game, next_change, opened, with_store
from tools.local_postgres import Postgres

GAME = "k7f3"


async def append(store: Store, number: int, body: str = "draw deck", client_id: str | None = None) -> Event:
    return await store.append(GAME, number, Kind.MOVE, 0, body, client_id)


def test_a_game_is_read_as_it_was_written(database_url: str) -> None:
    game = new_game(listed=True, facts={"title": "Isle"}, digest="d1")

    async def use(store: Store) -> None:
        await store.create_game(game)
        found = await store.game(GAME)
        assert found is not None
        assert (found.board, found.seed, found.engine) == ("old-west", LARGEST_SEED, "0.1.0")
        assert (list(found.variants), list(found.seats)) == (["alvin"], list(game.seats))
        assert (found.options, found.facts, found.digest) == (game.options, {"title": "Isle"}, "d1")
        assert (found.state, found.listed, found.finished_at) == (GameState.WAITING, True, None)
        assert found.created > 0
        assert await store.game("nothing") is None

    with_store(database_url, use)


def test_a_game_is_written_once(database_url: str) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        with pytest.raises(GameExists):
            await store.create_game(new_game(seed=1), [TokenRow(token_hash("x"), GAME, Role.HOST)])
        found = await store.game(GAME)
        assert found is not None
        assert found.seed == LARGEST_SEED
        assert await store.tokens(GAME) == []

    with_store(database_url, use)


def test_the_log_grows_in_order(database_url: str) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        written = [await append(store, number, f"draw {number}") for number in (1, 2, 3)]
        assert await store.events(GAME) == written
        assert await store.events(GAME, since=2) == written[2:]
        assert await store.events(GAME, since=3) == []

    with_store(database_url, use)


def test_a_number_is_taken_once_and_none_is_left_out(database_url: str) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        first = await append(store, 1)
        with pytest.raises(Taken) as taken:
            await append(store, 1)
        assert taken.value.number == 1
        with pytest.raises(Gap):
            await append(store, 3)
        with pytest.raises(Gap):
            await append(store, 0)
        with pytest.raises(UnknownGame):
            await store.append("nothing", 1, Kind.MOVE, 0, "draw deck")
        assert await store.events(GAME) == [first]

    with_store(database_url, use)


@pytest.mark.parametrize("seat", [0, None])
def test_the_same_client_id_is_the_same_event(database_url: str, seat: int | None) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        first = await store.append(GAME, 1, Kind.MOVE, seat, "draw red", "c1")
        await store.append(GAME, 2, Kind.MOVE, 1, "draw blue", "c1")
        assert await store.append(GAME, 1, Kind.MOVE, seat, "draw red", "c1") == first
        assert await store.append(GAME, 3, Kind.MOVE, seat, "draw red", "c1") == first
        assert await store.earlier(GAME, seat, "c1") == first
        assert await store.earlier(GAME, seat, "c2") is None
        assert len(await store.events(GAME)) == 2

    with_store(database_url, use)


def test_of_many_at_once_one_wins(database_url: str) -> None:
    """Two stores on one database, as two processes have; each sends the same numbers many times at once."""

    async def compete(writer: Store, name: str) -> int:
        won = 0
        for number in range(1, 13):
            tries = [append(writer, number, f"{name} {number} {index}") for index in range(4)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert all(isinstance(result, Event | Taken) for result in results)
            won += sum(isinstance(result, Event) for result in results)
        return won

    async def use() -> None:
        async with opened(database_url) as one, opened(database_url) as other:
            await one.create_game(new_game())
            assert sum(await asyncio.gather(compete(one, "one"), compete(other, "other"))) == 12
            assert [event.number for event in await one.events(GAME)] == list(range(1, 13))

    asyncio.run(use())


def test_many_that_repeat_one_client_id_get_one_event(database_url: str) -> None:
    async def use() -> None:
        async with opened(database_url) as one, opened(database_url) as other:
            await one.create_game(new_game())
            events = await asyncio.gather(*(append(store, 1, "draw red", "c1") for store in (one, other) * 5))
            assert len(set(events)) == 1
            assert await one.events(GAME) == events[:1]

    asyncio.run(use())


def test_what_belongs_to_an_event_changes_with_it_or_not_at_all(database_url: str) -> None:
    host, guest = TokenRow(token_hash("h"), GAME, Role.SEAT, 1), TokenRow(token_hash("g"), GAME, Role.SEAT, 1)
    seats = [{"name": "Carla"}]

    async def use(store: Store) -> None:
        await store.create_game(new_game(), [host])
        change = {"seats": seats, "state": GameState.PLAYING, "tokens": [guest], "revoke": [host.hash]}
        await append(store, 1)
        with pytest.raises(Taken):
            await store.append(GAME, 1, Kind.SEAT, 1, "{}", **change)  # type: ignore[arg-type]
        assert await store.token(guest.hash) is None
        assert await store.token(host.hash) == host
        await store.append(GAME, 2, Kind.SEAT, 1, "{}", **change)  # type: ignore[arg-type]
        assert await store.token(guest.hash) == guest
        assert await store.token(host.hash) == replace(host, revoked=True)
        found = await store.game(GAME)
        assert found is not None
        assert (list(found.seats), found.state) == (seats, GameState.PLAYING)

    with_store(database_url, use)


def test_text_that_no_database_holds_hurts_nobody_else(database_url: str) -> None:
    async def use(store: Store) -> None:
        for game in "abc":
            await store.create_game(new_game(game))
        bodies = {"a": "draw red", "b": "draw \ud800", "c": "draw blue"}
        tries = (store.append(game, 1, Kind.MOVE, 0, body) for game, body in bodies.items())
        first, second, third = await asyncio.gather(*tries, return_exceptions=True)
        assert isinstance(first, Event)
        assert isinstance(second, Unfit)
        assert isinstance(third, Event)
        with pytest.raises(Unfit):
            await store.append("b", 1, Kind.MOVE, 0, "draw \0")
        assert await store.events("b") == []

    with_store(database_url, use)


def test_lobby_and_unfinished_games(database_url: str) -> None:
    async def use(store: Store) -> None:
        for game, listed in (("old", True), ("new", True), ("private", False), ("over", True)):
            await store.create_game(new_game(game, listed=listed))
        await store.create_game(new_game("started", listed=True, state=GameState.PLAYING))
        await store.append("over", 1, Kind.MOVE, 0, "draw deck", state=GameState.FINISHED)
        await store.append("new", 1, Kind.SEAT, 0, "{}", seats=[{"name": "Dora"}])
        assert [row.id for row in await store.lobby()] == ["new", "old"]
        assert [row.id for row in await store.lobby(limit=1)] == ["new"]
        assert list((await store.lobby())[0].seats) == [{"name": "Dora"}]
        assert await store.unfinished() == ["started"]
        over = await store.game("over")
        assert over is not None
        assert over.finished_at is not None

    with_store(database_url, use)


def test_only_waiting_games_are_forgotten(database_url: str) -> None:
    token = TokenRow(token_hash("old"), "old", Role.HOST)

    async def use(store: Store) -> None:
        await store.create_game(new_game("old"), [token])
        await store.append("old", 1, Kind.SEAT, 1, "{}")
        await store.lease("old", "one", 60)
        await store.create_game(new_game("begun"))
        created = [row.created for game in ("old", "begun") if (row := await store.game(game))]
        assert await store.waiting(created[0]) == []
        assert await store.waiting(created[1] + 1) == ["old", "begun"]
        await store.append("begun", 1, Kind.SEAT, 1, "{}", state=GameState.PLAYING)
        async with store.changes() as changes:
            await store.forget(["old", "begun"])
            await next_change(changes, Change("old", 0))
        assert await store.game("old") is None
        assert await store.token(token.hash) is None
        assert await store.events("old") == []
        assert await store.game("begun") is not None
        with pytest.raises(UnknownGame):
            await store.append("old", 2, Kind.MOVE, 0, "draw deck")

    with_store(database_url, use)


def test_tokens(database_url: str) -> None:
    host = TokenRow(token_hash("host secret"), GAME, Role.HOST)
    seat = TokenRow(token_hash("seat secret"), GAME, Role.SEAT, 0)

    async def use(store: Store) -> None:
        await store.create_game(new_game(), [host])
        await store.append(GAME, 1, Kind.SEAT, 0, "{}", tokens=[seat])
        assert await store.token(token_hash("seat secret")) == seat
        assert await store.token(token_hash("another")) is None
        assert await store.tokens(GAME) == [host, seat]
        await store.append(GAME, 2, Kind.SEAT, 0, "{}", revoke=[seat.hash])
        assert await store.token(seat.hash) == replace(seat, revoked=True)

    with_store(database_url, use)


def test_changes_are_told(database_url: str) -> None:
    async def use() -> None:
        async with opened(database_url) as store:
            changes, second = store.changes(), store.changes()
            await store.create_game(new_game())
            await append(store, 1)
            await append(store, 2)
            await next_change(changes, Change(GAME, 2))
            await next_change(second, Change(GAME, 2))
            await store.forget([GAME])
            await next_change(changes, Change(GAME, 0))
        assert [change async for change in changes if change != Change(GAME, 0)] == []

    asyncio.run(use())


def test_a_slow_listener_gets_the_newest_of_each_game(sqlite_url: str) -> None:
    async def use(store: Store) -> None:
        for game in "ab":
            await store.create_game(new_game(game))
        async with store.changes() as changes:
            for number in range(1, 6):
                for game in "ab":
                    await store.append(game, number, Kind.MOVE, 0, "draw deck")
            await store.forget(["a"])
            assert [await anext(changes) for _ in range(3)] == [Change("a", 5), Change("b", 5), Change("a", 0)]

    with_store(sqlite_url, use)


def test_leases(database_url: str) -> None:
    async def use(store: Store) -> None:
        for game in "ab":
            await store.create_game(new_game(game))
        assert await store.lease("a", "one", 60)
        assert not await store.lease("a", "two", 60)
        assert await store.lease("a", "one", 60)
        assert await store.lease("b", "two", -1)
        assert await store.lease("b", "one", 60), "the other's has ended"
        await store.release("one", "a")
        assert await store.lease("a", "two", 60)
        await store.release("one")
        assert await store.lease("b", "two", 60)

    with_store(database_url, use)


def test_who_leaves_while_it_is_written_loses_nothing(database_url: str) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        leaving = asyncio.create_task(append(store, 1))
        await asyncio.sleep(0)
        leaving.cancel()
        await append(store, 2)
        assert [event.number for event in await store.events(GAME)] == [1, 2]

    with_store(database_url, use)


def test_everything_is_written_before_closing(database_url: str) -> None:
    async def use() -> list[Event]:
        async with opened(database_url) as store:
            await store.create_game(new_game())
            last = asyncio.create_task(append(store, 1))
            await asyncio.sleep(0)
        async with opened(database_url) as store:
            assert await store.events(GAME) == [await last]
            return await store.events(GAME)

    assert len(asyncio.run(use())) == 1


def test_what_is_committed_is_on_disk(sqlite_url: str, tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.create_game(new_game())
        async with store._engine.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == value
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}, "it holds seeds"

    with_store(sqlite_url, use)


def test_no_secret_is_shown(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    token = TokenRow(token_hash("secret"), GAME, Role.SEAT, 0)

    async def use(store: Store) -> str:
        await store.create_game(new_game(seed=987654321), [token])
        event = await append(store, 1, "keep paris-london")
        told: list[object] = [await store.game(GAME), await store.lobby(), event, await store.token(token.hash), store]
        try:
            await append(store, 2, "keep \ud800 paris-london")
        except StoreError as error:
            told += [error, str(error)]
        return repr(told)

    told = with_store(database_url, use) + caplog.text
    for secret in ("987654321", "paris-london", token.hash):
        assert secret not in told


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite+aiosqlite:////srv/games.db", "sqlite+aiosqlite:////srv/games.db"),
        ("postgresql://ada@host/games", "postgresql+psycopg://ada@host/games"),
        ("postgres://ada@host/games", "postgresql+psycopg://ada@host/games"),
        ("postgresql+asyncpg://ada@host/games", "postgresql+psycopg://ada@host/games"),
    ],
)
def test_addresses(written: str, meant: str) -> None:
    assert str(address_of(written)) == meant


@pytest.mark.parametrize("written", ["", "sqlite://", "sqlite:///:memory:", "mysql://host/games", "://", "what://"])
def test_bad_addresses_are_explained(written: str) -> None:
    with pytest.raises(BadAddress, match=r"for example games\.db"):
        address_of(written)


def test_passwords_are_not_shown() -> None:
    assert "hush" not in shown(address_of("postgresql://ada:hush@host/games?password=hush"))


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Ada, " * 1000, encoding="utf-8")
    with pytest.raises(Unavailable, match=r"letter\.db: the database is damaged \(file is not a database\)"):
        asyncio.run(store.open(str(letter)))
    with pytest.raises(Unavailable, match="unable to open database file"):
        asyncio.run(store.open(str(tmp_path)))


def test_a_database_that_does_not_exist_is_told_at_once(postgres: Postgres) -> None:
    with pytest.raises(Unavailable, match='database "nowhere" does not exist'):
        asyncio.run(store.open(f"postgresql://carrozza@/nowhere?host={postgres.folder}"))


BOARD = BoardRow("b" * 32, "f" * 32, "{}", 2, payer="ada")


def test_a_board_is_stored_once_and_found_by_its_facts(database_url: str) -> None:
    async def use(store: Store) -> None:
        assert await store.write_board(BOARD)
        assert not await store.write_board(replace(BOARD, listed=True)), "only listed now"
        found = await store.board(BOARD.id)
        assert found is not None and (found.bundle, found.listed) == ("{}", True)
        assert await store.board_with(BOARD.facts) == found
        assert await store.board("c" * 32) is None and await store.board_with("0" * 32) is None
        assert await store.listed_boards() == [BOARD.id]
        await store.keep_layout(BOARD.id, "layout")
        assert (await store.board(BOARD.id)) == replace(found, layout="layout")

    with_store(database_url, use)


def test_so_many_boards_are_stored_of_one_and_of_all(database_url: str) -> None:
    async def use(store: Store) -> None:
        one, other = replace(BOARD, id="1" * 32), replace(BOARD, id="2" * 32)
        assert await store.write_board(BOARD, BoardLimits(1, 2, 100))
        with pytest.raises(TooManyBoards):
            await store.write_board(one, BoardLimits(1, 2, 100))
        assert await store.write_board(replace(one, payer="bruno"), BoardLimits(1, 2, 100))
        with pytest.raises(NoRoomForBoards):
            await store.write_board(replace(other, payer="carla"), BoardLimits(1, 2, 100))
        with pytest.raises(NoRoomForBoards):
            await store.write_board(replace(other, payer="carla"), BoardLimits(9, 9, 5))

    with_store(database_url, use)


def test_a_board_without_a_game_is_forgotten_after_a_while(database_url: str) -> None:
    async def use(store: Store) -> None:
        played, listed = replace(BOARD, id="1" * 32), replace(BOARD, id="2" * 32, listed=True)
        for board in (BOARD, played, listed):
            await store.write_board(board)
        await store.create_game(new_game(board=f"own-{played.id}", own_board=played.id))
        assert await store.forget_boards(store.now() - 60) == 0, "somebody has just seen it"
        assert await store.forget_boards(store.now() + 60) == 1
        assert [await store.board(board.id) is not None for board in (BOARD, played, listed)] == [False, True, True]

    with_store(database_url, use)
