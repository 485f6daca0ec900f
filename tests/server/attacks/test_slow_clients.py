"""Clients that are silent, slow or many: their connections end, the others' go on, and the log stays short."""

import json
import logging
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from carrozza.server import serve
from carrozza.server.connections import OpenConnections
from carrozza.server.guard import middleware, request_bodies
from carrozza.server.serve import UNREAD_SECONDS, listening_at, uvicorn_options
from carrozza.server.settings import Settings
from tests.server.hosting import LONG, Host, hosting
from tools.fork_server import start
from tools.local_server import wait_for

pytestmark = pytest.mark.slow

SHORT = 0.2


@contextmanager
def line_to(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=LONG) as line:
        yield line


def rest_of(line: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    received = b""
    try:
        while part := line.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "IDLE_SECONDS", 1)
        with hosting(tmp_path_factory.mktemp("slow"), head_seconds=SHORT, hello_seconds=SHORT) as host:
            yield host


HEAD = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize("head", [b"", b"G", b"GET /api/bots HTTP/1.1\r\n", HEAD, HEAD + b"X-Slow: yes"])
def test_an_unfinished_head_is_not_waited_for(impatient: Host, head: bytes) -> None:
    with line_to(impatient.port) as line:
        line.sendall(head)
        assert rest_of(line) == b""


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(impatient: Host) -> None:
    """Each byte would begin uvicorn's own waiting anew."""
    with line_to(impatient.port) as line:
        line.settimeout(0.01)
        with pytest.raises((ConnectionError, AssertionError)):
            for number in range(100_000):
                line.sendall(HEAD if number == 0 else b"x")
                try:
                    assert line.recv(1) != b""
                except TimeoutError:
                    continue


def test_the_second_head_of_a_connection_is_not_waited_for_either(impatient: Host) -> None:
    with line_to(impatient.port) as line:
        line.sendall(HEAD + b"\r\n" + HEAD)
        received = rest_of(line)
        assert received.count(b"HTTP/1.1 200 OK") == 1


def test_a_head_without_end_is_cut_off(impatient: Host) -> None:
    with line_to(impatient.port) as line, pytest.raises(ConnectionError):
        line.sendall(HEAD)
        for _ in range(100_000):
            line.sendall(b"X-Long: " + b"x" * 1000 + b"\r\n")


def test_a_client_in_time_is_served_again_and_again(impatient: Host) -> None:
    with line_to(impatient.port) as line:
        for _ in range(3):
            line.sendall(HEAD + b"\r\n")
            assert line.recv(15) == b"HTTP/1.1 200 OK"
            received = b""
            while b'"levels"' not in received or not received.endswith(b"}"):
                received += line.recv(65536)


def test_a_slow_body_ends_the_connection(impatient: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the rest of it could come for ever after the answer."""
    monkeypatch.setattr(request_bodies, "SECONDS", SHORT)
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
    with line_to(impatient.port) as line:
        line.sendall(head)
        answer = rest_of(line)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"connection: close" in answer.lower()


def test_a_body_that_is_too_large_ends_the_connection(impatient: Host) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n{"
    with line_to(impatient.port) as line:
        line.sendall(head)
        assert rest_of(line).startswith(b"HTTP/1.1 413")


def test_a_silent_websocket_is_closed(impatient: Host) -> None:
    head = (
        b"GET /api/games/abcdefghjk/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    )
    head += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    with line_to(impatient.port) as line:
        line.sendall(head)
        assert line.recv(12) == b"HTTP/1.1 101"
        rest = b""
        while b"\x88" not in rest:  # the frame that closes
            rest += line.recv(65536)


def test_websockets_are_pinged_and_unread_answers_time_out() -> None:
    options = uvicorn_options(Settings())
    assert options["ws_ping_interval"] and options["ws_ping_timeout"]
    with listening_at("127.0.0.1", 0) as listening, line_to(listening.getsockname()[1]):
        accepted, _ = listening.accept()
        with accepted:
            timeout = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert timeout == UNREAD_SECONDS * 1000


# Too many


class Transport:
    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.address, 1


def test_connections_are_counted_by_address_but_not_those_of_proxies() -> None:
    opened = OpenConnections(10, most_of_an_address=2, proxies="127.0.0.1, 10.0.0.0/8")
    ada = [Transport("192.0.2.7") for _ in range(3)]
    assert [opened.admit(one) for one in ada] == [True, True, False]
    assert all(opened.admit(Transport(address)) for address in ("127.0.0.1", "10.1.2.3") for _ in range(3))
    opened.release(ada[0])
    assert opened.admit(ada[2])
    assert [opened.admit(Transport(f"192.0.2.{number}")) for number in range(10, 14)] == [True, True, False, False]


def test_a_crowd_is_logged_once_and_its_end_with_the_number(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "carrozza")
    now = [0.0]
    opened = OpenConnections(1, clock=lambda: now[0])
    first = Transport("192.0.2.7")
    opened.admit(first)
    for _ in range(1000):
        now[0] += 0.01
        opened.admit(Transport("192.0.2.8"))
    now[0] += 60
    opened.look()
    opened.look()
    lines: list[Any] = [record.msg for record in caplog.records]
    assert [line["event"] for line in lines] == ["too_many_connections", "connections_accepted_again"]
    assert (lines[1]["refused"], lines[1]["seconds"]) == (1000, 10.0)


def test_one_address_cannot_hold_all_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy all connections come from one address; the guard knows whose they are."""
    monkeypatch.setattr(middleware, "MOST_OF_AN_ADDRESS", 2)
    with hosting(tmp_path, guarded=True) as server, ExitStack() as streams:
        game = server.game(watch="anyone")
        address = f"{server.address}/api/games/{game.id}/events"
        answers = [streams.enter_context(httpx.stream("GET", address, timeout=LONG)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert "retry-after" in answers[2].headers
        answers[0].close()
        wait_for(lambda: _streams(address))


def _streams(address: str) -> bool:
    with httpx.stream("GET", address, timeout=LONG) as answer:
        return answer.status_code == 200


FILES = 120
CODE = """
import functools, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (%d, %d))
from carrozza.server import connections, serve
connections.CALM_SECONDS = 1.0
serve.Settings = functools.partial(serve.Settings, head_seconds=3.0)
sys.exit(serve.serve_command(port=0, database=sys.argv[1], form="json", guarded=False))
"""


def test_without_file_descriptors_load_is_shed_and_the_log_stays_short(tmp_path: Path) -> None:
    log_file = tmp_path / "log"
    with log_file.open("wb") as log, ExitStack() as crowd:
        code = CODE % (FILES // 2, FILES)
        server = start(code, str(tmp_path / "games.db"), streams=(log.fileno(), log.fileno(), log.fileno()))
        crowd.callback(server.wait)
        crowd.callback(server.kill)

        def lines() -> list[dict[str, Any]]:
            text = log_file.read_text(encoding="utf-8")
            return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

        address = wait_for(lambda: next((line["address"] for line in lines() if "address" in line), None))
        port = int(address.rstrip("/").rpartition(":")[2])
        wait_for(lambda: _is_well(address))
        assert resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0] == FILES  # as far as allowed
        # More than it has files: each begins a request that it never ends.
        for _ in range(3 * FILES):
            crowd.enter_context(line_to(port)).sendall(HEAD)
        wait_for(lambda: any(line["event"] == "too_many_connections" for line in lines()))
        assert _turned_away(port)
        # Their time runs out, and others are served again.
        wait_for(lambda: _is_well(address))
        wait_for(lambda: any(line["event"] == "connections_accepted_again" for line in lines()))
        counted = [line for line in lines() if line["event"] in ("too_many_connections", "connections_accepted_again")]
        assert len(counted) == 2 and counted[1]["refused"] >= FILES
        assert [line for line in lines() if line["level"] == "error"] == []


def _is_well(address: str) -> bool:
    try:
        return httpx.get(f"{address}health", timeout=LONG, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def _turned_away(port: int) -> bool:
    """Told so, or at least hung up on."""
    with line_to(port) as line:
        try:
            line.sendall(HEAD + b"\r\n")
            answer = rest_of(line)
        except ConnectionError:
            return True
        return answer == b"" or (answer.startswith(b"HTTP/1.1 503") and b"retry-after" in answer)
