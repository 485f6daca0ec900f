"""Tables: made from nothing, brought up to date from every version, refused when they are from the future."""

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from carrozza.server.store import GameState, Kind, Store, TooNew, UnknownGame
from carrozza.server.store.database_url import address_of, prepare_file
from carrozza.server.store.engines import plain_engine
from carrozza.server.store.migrate import MIGRATIONS, migrate
from carrozza.server.store.tables import METADATA
from tests.server.storing import opened, with_store

VERSIONS = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][::-1]

# As version 1 wrote it, word for word.
GAME_OF_VERSION_1 = """
    INSERT INTO games (id, created, board, variants, seats, options, seed, engine, state, listed)
    VALUES ('g1', 1.5, 'usa', '[]', '[{"name": "Ada"}]', '{}', '7', '0.1.0', 'playing', FALSE)
"""
EVENT_OF_VERSION_1 = """
    INSERT INTO events (game, number, kind, seat, body, client_id, at)
    VALUES ('g1', 1, 'move', 0, 'draw deck', 'c1', 2.5)
"""


def run_sql(url: str, *statements: str) -> None:
    engine = plain_engine(address_of(url))
    with engine.connect() as connection, connection.begin():
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def at_version(url: str, version: str) -> None:
    prepare_file(address_of(url))
    migrate(address_of(url), version)


def differences(url: str) -> list[Any]:
    engine = plain_engine(address_of(url))
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()
    return list(found)


# SQLite's indexes over expressions cannot be compared; PostgreSQL's are.
@pytest.mark.filterwarnings("ignore:.*expression-based index")
@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_from_every_version_come_the_tables_of_today(database_url: str, version: str | None) -> None:
    if version is not None:
        at_version(database_url, version)
    with_store(database_url, Store.check_health)
    assert differences(database_url) == []


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_differences_would_be_found(database_url: str) -> None:
    at_version(database_url, VERSIONS[0])
    assert differences(database_url) != []


def test_games_of_version_1_go_on(database_url: str) -> None:
    at_version(database_url, VERSIONS[0])
    run_sql(database_url, GAME_OF_VERSION_1, EVENT_OF_VERSION_1)

    async def use(store: Store) -> None:
        found = await store.game("g1")
        assert found is not None
        assert (found.seed, found.state, found.facts, list(found.seats)) == (
            7,
            GameState.PLAYING,
            None,
            [{"name": "Ada"}],
        )
        assert await store.unfinished() == ["g1"]
        assert (await store.append("g1", 1, Kind.MOVE, 0, "draw deck", "c1")).at == 2.5
        await store.append("g1", 2, Kind.MOVE, 1, "draw deck")
        assert await store.lease("g1", "one", 60)

    with_store(database_url, use)


def test_several_that_start_at_once_make_the_tables_once(database_url: str) -> None:
    async def start() -> None:
        async with opened(database_url) as store:
            with pytest.raises(UnknownGame):
                await store.append("nothing", 1, Kind.MOVE, 0, "pass")

    async def all_at_once() -> None:
        await asyncio.gather(*(start() for _ in range(4)))

    asyncio.run(all_at_once())


def test_tables_from_the_future_are_refused(database_url: str) -> None:
    with_store(database_url, Store.check_health)
    run_sql(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(TooNew, match=rf"newer Carrozza.*9999.*up to {VERSIONS[-1]}.*update this program"):
        with_store(database_url, Store.check_health)
