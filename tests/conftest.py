"""What holds for all tests."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import chain, groupby, islice

import pytest
from hypothesis import settings

from tests.samples import FULL, SHARE
from tests.setups import CHECKED, Setup

# No property has a deadline: a busy machine is no fault.
settings.register_profile("test", max_examples=FULL, deadline=None)
settings.register_profile("check", settings.get_profile("test"), max_examples=FULL // SHARE)
settings.load_profile("test")

SLOW_FIXTURES = {"chrome", "database_url", "own_postgres", "postgres", "server", "sqlite_url"}
"""What takes a browser, a database or a server."""
BROWSER = "tests/web/"
SECONDS = {
    BROWSER: 2.5,
    "tests/test_docs.py": 1.0,
    "tests/arena/test_cluster.py": 25.0,
    "tests/arena/": 0.6,
    "tests/bots/neural/tokens/": 10.0,
    "tests/terminal/": 1.0,
    "tests/server/": 0.6,
    "": 0.2,
}
"""How long a slow test takes, roughly, by the beginning of its path."""


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so does all that it starts: some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    _keep_captured_output_open()


def _keep_captured_output_open() -> None:
    """When logs are set up anew, absl (which OpenSpiel imports) closes the stream that was standard error when it was
    imported: pytest's own. The real one it leaves alone."""
    with suppress(ImportError):
        import_module("absl.logging").get_absl_handler().python_handler.stream = sys.__stderr__


def pytest_xdist_auto_num_workers() -> int:
    """Three for each core: a test that waits for a server, a browser or a program leaves a core free."""
    return 3 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays to the end: half a million objects that need not be looked through for garbage."""
    gc.disable()
    yield
    gc.enable()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Some tests are slow without saying so."""
    for item in items:
        if isinstance(item, pytest.Function) and _is_slow(item):
            item.add_marker(pytest.mark.slow)
    if workers := getattr(config, "workerinput", {}).get("workercount"):
        items[:] = _shared_out(items, workers)


def _shared_out(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in shares of equal number, one for each worker: first slow ones that take equally long, then quick.

    `--dist worksteal` gives each worker such a share, and who has done its own takes from the end of another's. So
    every worker begins with slow tests, what is left to the end is quick, and a file's fixtures are made once.
    """
    slow, quick = ([item for item in items if _is_marked(item) is wanted] for wanted in (True, False))
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for together in sorted(_together(slow), key=_seconds, reverse=True):
        min(shares, key=_seconds).extend(together)
    rest = iter(quick)
    for share in shares:
        share.extend(islice(rest, max(0, len(items) // workers - len(share))))
    return [*chain(*shares), *rest]


def _together(slow: list[pytest.Item]) -> list[list[pytest.Item]]:
    """File by file; those with a browser in two halves, as every worker with some of them starts a server for them."""
    files = [list(of_one_file) for _, of_one_file in groupby(slow, lambda item: item.path)]
    browsing, others = ([file for file in files if _browses(file[0]) is wanted] for wanted in (True, False))
    halves: tuple[list[pytest.Item], ...] = ([], [])
    for file in sorted(browsing, key=_seconds, reverse=True):
        min(halves, key=_seconds).extend(file)
    return [*halves, *others]


def _browses(test: pytest.Item) -> bool:
    return test.nodeid.startswith(BROWSER)


def _seconds(tests: list[pytest.Item]) -> float:
    return sum(next(SECONDS[room] for room in SECONDS if test.nodeid.startswith(room)) for test in tests)


def _is_marked(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def _is_slow(test: pytest.Function) -> bool:
    tried = test.callspec.params.values() if hasattr(test, "callspec") else ()
    one_of_many = any(isinstance(value, Setup) and value not in CHECKED for value in tried)
    return one_of_many or bool(SLOW_FIXTURES & set(test.fixturenames))
