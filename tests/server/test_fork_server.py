"""Forked processes are like started ones: arguments, streams, environment, signals, and how they end."""

import os
import signal
from collections.abc import Sequence
from typing import IO

import pytest

from tools.fork_server import AVAILABLE, RUN, Forked, fork

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not AVAILABLE, reason="processes are forked on Linux alone")]


def forked(code: str, *arguments: str, **environment: str) -> tuple[Forked, IO[str]]:
    """And what it prints."""
    said, its = os.pipe()
    program: Sequence[str] = (RUN, code, *arguments)
    try:
        return fork(program, (its, its, its), environment={**os.environ, **environment}), os.fdopen(said)
    finally:
        os.close(its)


def test_it_is_given_arguments_and_an_environment_and_tells_how_it_ended() -> None:
    code = "import os, sys; print(sys.argv[1:], os.environ['WHERE'], __name__); sys.exit(3)"
    process, printed = forked(code, "one", "two", WHERE="here")
    with printed:
        assert printed.read() == "['one', 'two'] here __main__\n"
    assert (process.wait(600), process.poll()) == (3, 3)


def test_it_is_killed_like_any_other() -> None:
    process, printed = forked("import time; print(flush=True); time.sleep(600)")
    with printed:
        assert printed.readline() == "\n" and process.poll() is None
        process.kill()
        assert process.wait(600) == -signal.SIGKILL
        assert printed.read() == "", "nobody else holds its streams"
