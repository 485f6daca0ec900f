"""A server, a browser, and visits to it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tools import local_server
from tools.browser import Visit, browser
from tools.local_server import Server, served
from tools.page import build

Visitor = Callable[..., Visit]
UNPAINTED = "--force-gpu-mem-available-mb=0"
"""No memory for pixels: who looks at none needs none, and painting boards took three quarters of the browser's time."""


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page as it is in this checkout."""
    build()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """No longer than a file of tests: while Playwright runs, nobody else in its process may have an event loop."""
    with browser(UNPAINTED) as launched:
        yield launched


@contextmanager
def servers_forked() -> Iterator[None]:
    """Servers that are started meanwhile, and their processes, begin with everything imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_server, "start_process", local_server.start_all_forked)
        yield


@pytest.fixture(scope="session")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do not stop it."""
    folder = tmp_path_factory.mktemp("server")
    with ExitStack() as open_until_the_end:
        with servers_forked():
            running = open_until_the_end.enter_context(served(str(folder / "games.sqlite"), folder))
        yield running


@pytest.fixture
def own_server(built_page: None, tmp_path: Path) -> Iterator[Server]:
    """One that a test may stop."""
    with servers_forked(), served(str(tmp_path / "games.sqlite"), tmp_path) as running:
        yield running


@pytest.fixture
def visit(chrome: Browser) -> Iterator[Visitor]:
    """Opens windows of their own; whatever the browser complained about in one of them fails the test."""
    visits: list[Visit] = []

    def open_window(server: Server, **options: Any) -> Visit:
        visits.append(Visit(chrome, server.address, **options))
        return visits[-1]

    yield open_window
    faults = [fault for made in visits for fault in made.faults]
    for made in visits:
        made.close()
    assert not faults
