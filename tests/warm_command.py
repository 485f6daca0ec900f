"""`carrozza` as a program that starts at once: `python -m tests.warm_command SOCKET` waits for commands at a socket.

It has imported everything and loaded what is compiled, and forks itself for each command. So what a shell runs costs a
hundredth of a second instead of a second or two. What a process begins with, a test of its own must see.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NoReturn

from carrozza import cli

ROOT = Path(__file__).parents[1]
CLIENT = """import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect(sys.argv[1])
    told = json.dumps([os.getcwd(), dict(os.environ), sys.argv[2:]]).encode()
    socket.send_fds(asked, [len(told).to_bytes(4, "big")], [0, 1, 2])
    asked.sendall(told)
    os._exit(asked.recv(1)[0])
"""
"""Hands its standard streams over and ends as the command does. Without `site` it starts in no time."""
STREAMS = 3
PRELOADED = ("simulate", "--board", "new-york", "--bots", "planner,random", "--games", "1", "--threads", "1", "--json")


@contextmanager
def warm_command(folder: Path) -> Iterator[Path]:
    """A program `carrozza` in this folder, as long as the block lasts. What it is told to interpret, and a server,
    are processes of their own."""
    with tempfile.TemporaryDirectory() as short:  # a path to a socket must be short
        address = Path(short) / "socket"
        client = folder / "client.py"
        client.write_text(CLIENT, encoding="utf-8")
        program = folder / "carrozza"
        program.write_text(_program(client, address), encoding="utf-8")
        program.chmod(0o755)
        with _started(address) as running:
            assert running.stdout is not None and running.stdout.readline() == b"ready\n"
            try:
                yield program
            finally:
                running.kill()


def _started(address: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.warm_command", address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    )


def environment() -> dict[str, str]:
    """In which any Python finds the package that is tested."""
    paths = [str(Path(cli.__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _program(client: Path, address: Path) -> str:
    return f"""#!/bin/sh
case "$1$CARROZZA_INTERPRET" in
    serve | *1) exec '{sys.executable}' -m carrozza "$@" ;;
    *) exec '{sys.executable}' -I -S '{client}' '{address}' "$@" ;;
esac
"""


def main(address: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has served a command need not be waited for
    with redirect_stdout(StringIO()):
        cli.app(PRELOADED, standalone_mode=False)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        print("ready", flush=True)
        while True:
            asked, _ = door.accept()
            if os.fork() == 0:
                _serve(asked)
            asked.close()


def _serve(asked: socket.socket) -> NoReturn:
    """Run one command in a process of its own, and tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    length, streams, *_ = socket.recv_fds(asked, 4, STREAMS)
    told = asked.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
    running = os.fork()
    if running == 0:
        asked.close()
        _run(streams, *json.loads(told))
    asked.sendall(bytes([os.waitstatus_to_exitcode(os.waitpid(running, 0)[1]) & 255]))
    os._exit(0)


def _run(streams: list[int], folder: str, environment: dict[str, str], arguments: list[str]) -> NoReturn:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["carrozza", *arguments]
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
    try:
        cli.main()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1])
