"""What holds for all tests."""

import os
import signal

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


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so does all that it starts: some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a test that waits for a server, a browser or a program leaves a core free."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Some tests are slow without saying so."""
    for item in items:
        if isinstance(item, pytest.Function) and _is_slow(item):
            item.add_marker(pytest.mark.slow)


def _is_slow(test: pytest.Function) -> bool:
    tried = test.callspec.params.values() if hasattr(test, "callspec") else ()
    one_of_many = any(isinstance(value, Setup) and value not in CHECKED for value in tried)
    return one_of_many or bool(SLOW_FIXTURES & set(test.fixturenames))
