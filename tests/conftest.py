"""What holds for all tests."""

import signal

import pytest
from hypothesis import settings

from tests.samples import FULL, SHARE

# No property has a deadline: a busy machine is no fault.
settings.register_profile("test", max_examples=FULL, deadline=None)
settings.register_profile("check", settings.get_profile("test"), max_examples=FULL // SHARE)
settings.load_profile("test")

SLOW_FIXTURES = {"chrome", "own_postgres", "own_server", "postgres", "postgres_url"}
"""What takes a browser, a database or a server to be started."""


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so does all that it starts: some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a browser, a database or a server are slow without saying so."""
    for item in items:
        if isinstance(item, pytest.Function) and SLOW_FIXTURES & set(item.fixturenames):
            item.add_marker(pytest.mark.slow)
