"""Forked processes are like started ones: arguments, streams, environment, signals, and how they end."""

import json
import os
import select
import signal
import socket
from collections.abc import Sequence
from typing import IO

import pytest

from tools.fork_server import AVAILABLE, RUN, Forked, fork, fork_server

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


def test_somebody_who_asks_and_is_killed_ends_nothing() -> None:
    order = {"program": [RUN, ""], "folder": "/", "environment": {}, "session": False, "several": False}
    running, printed = forked("import time; print(flush=True); time.sleep(600)")
    server = fork_server(several=False)
    for _ in range(20):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asking, open(os.devnull, "r+b") as nothing:
            asking.connect(server.address)
            socket.send_fds(asking, [json.dumps(order).encode()], 4 * [nothing.fileno()])
            select.select([asking], [], [])  # the answer has come, and is not read
    with printed:
        another, said = forked("print('here')")
        with said:
            assert said.read() == "here\n" and another.wait(600) == 0
        assert running.poll() is None
        running.kill()
        running.wait(600)
