"""Databases for the tests of the server: real files, and a real PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from carrozza.server.rendering import renderer
from tools import forked_children, local_server
from tools.local_postgres import HOW_TO_GET_IT, Postgres, binaries


@pytest.fixture(scope="package", autouse=True)
def forked_processes() -> Iterator[None]:
    """Servers and their processes begin with everything imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_server, "start_process", local_server.start_all_forked)
        forked_children.fork_children()
        yield
        forked_children.start_children()


@pytest.fixture(scope="package", autouse=True)
def patient_renderer() -> Iterator[None]:
    """A rendering process that still compiles is waited for, however long that takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer, "WAIT_SECONDS", local_server.PATIENCE)
        yield


@pytest.fixture
def started_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's processes are its children, as elsewhere."""
    monkeypatch.setattr(local_server, "start_process", local_server.start_forked)


@pytest.fixture
def started_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All are started as elsewhere."""
    monkeypatch.setattr(local_server, "start_process", local_server.start_afresh)
    forked_children.start_children()
    yield
    forked_children.fork_children()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server, shared by the tests of one process: each takes a database of its own."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """The same, to be stopped and killed: tests of one process come one after another."""
    yield postgres
    if not postgres.runs:
        postgres.start()


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    folder = binaries()
    if folder is None:
        pytest.fail(HOW_TO_GET_IT)
    server = Postgres(folder, durable=False)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url
