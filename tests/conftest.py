"""What holds for all tests."""

import signal


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so does all that it starts: some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
