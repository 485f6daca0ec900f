"""Secrets are sent everywhere, and some of it goes wrong: no log line holds one, and no client is an error."""

import io
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from carrozza.server.logs import is_worth_logging, json_lines, set_up_logs, text_lines
from tests.server.hosting import LONG, Host, Hosted, hosting
from tools.local_server import served, wait_for

pytestmark = pytest.mark.slow

SECRET = "J8xM2secretsecretsecretsecret"


@contextmanager
def all_logs(lines: logging.Formatter, level: int) -> Iterator[io.StringIO]:
    """Everything that anything logs, as the server would write it."""
    stream, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(lines)
    names = ("", "carrozza", "uvicorn", "uvicorn.error", "websockets", "asyncio", "sqlalchemy", "aiosqlite", "psycopg")
    before = {name: logging.getLogger(name).level for name in names}
    root.addHandler(handler)
    try:
        for name in names:
            logging.getLogger(name).setLevel(level)
        yield stream
    finally:
        root.removeHandler(handler)
        for name, was in before.items():
            logging.getLogger(name).setLevel(was)


def tell_secrets(server: Host | Any, game: Hosted) -> None:
    """In paths, queries, headers, bodies and messages; in requests that succeed, are refused, or are no HTTP."""
    token = game.tokens[0]
    headers = {"authorization": f"Bearer {token}", "cookie": SECRET, "referer": f"http://localhost/#{SECRET}"}
    client = server.client
    for path in (
        f"/api/games/{game.id}/view?token={SECRET}",
        f"/api/games/{SECRET}/view",
        f"/api/games/{game.id}/why/{SECRET}",
        f"/{SECRET}?{SECRET}",
        f"/api/games/{game.id}%00{SECRET}",
    ):
        client.get(path, headers=headers)
        client.get(path, headers={**headers, "authorization": f"Bearer {SECRET}"})
        client.get(path, headers={**headers, "host": f"{SECRET}.example"})
    for body in ({"move": SECRET, "id": SECRET}, {SECRET: SECRET}, SECRET):
        client.post(f"/api/games/{game.id}/moves?x={SECRET}", json=body, headers=headers)
        client.post(f"/api/games/{game.id}/join", json=body, headers={**headers, "origin": f"http://{SECRET}.example"})
    client.post("/api/replays", content=SECRET, headers=headers)
    tell_by_websocket(server, game)
    for nonsense in (
        f"{SECRET}\r\n\r\n",
        f"GET /{SECRET} HTTP/9\r\n{SECRET}\r\n\r\n",
        f"GET {SECRET}\0 HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
            line.sendall(f"{nonsense}\r\n\r\n".encode())
            with suppress(ConnectionError):
                line.recv(1000)


def tell_by_websocket(server: Host | Any, game: Hosted) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/games/{game.id}/live?token={SECRET}"
    hello = json.dumps({"token": game.tokens[0], "since": 0})
    with connect(address, additional_headers={"cookie": SECRET}) as line:
        line.send(hello)
        line.send(json.dumps({"move": SECRET, "id": SECRET}))
        while json.loads(line.recv(timeout=LONG))["type"] != "answer":
            pass
        line.send(SECRET)
        line.send(f'{{"{SECRET}": "{SECRET}"}}')
        line.close(reason=SECRET)
    for first in (SECRET, json.dumps({"token": SECRET}), "\x00" + SECRET):
        with connect(address) as line, suppress(ConnectionClosed):
            line.send(first)
            while True:
                line.recv(timeout=LONG)
    for headers in ({"origin": f"http://{SECRET}.example"}, {"host": f"{SECRET}.example"}):
        with pytest.raises(InvalidStatus), connect(address, additional_headers=headers):
            pass
    vanish(server, address, hello)


def vanish(server: Host | Any, address: str, hello: str) -> None:
    """In the midst of a handshake, of a message, and of an answer."""
    head = (
        f"GET /api/games/x/live?{SECRET} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    )
    head += f"Sec-WebSocket-Key: {SECRET}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    post = f"POST /api/games?{SECRET} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{SECRET}"
    for sent in (head, post):
        with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
            line.sendall(sent.encode())
    for number in range(3):
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
        with raw, connect(address, sock=raw) as gone:
            for _ in range(number + 1):
                gone.send(hello)
            raw.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("level", [logging.INFO, logging.DEBUG], ids=["info", "debug"])
@pytest.mark.parametrize("lines", [json_lines(), text_lines()], ids=["json", "text"])
def test_logs_hold_no_secret_at_any_level(tmp_path: Path, lines: logging.Formatter, level: int) -> None:
    with all_logs(lines, level) as stream, hosting(tmp_path) as server:
        game = server.game()
        tell_secrets(server, game)
        assert server.client.get("/health").status_code == 200
    text = stream.getvalue()
    assert game.id in text
    for secret in (SECRET, *game.tokens.values(), game.host, game.created["watch"]):
        assert secret not in text, next(line for line in text.splitlines() if secret in line)


def test_clients_bring_about_no_error_and_no_traceback(sqlite_url: str, tmp_path: Path) -> None:
    """Refused origins and names, nonsense, and those who leave without a word: a real server's log."""
    with served(sqlite_url, tmp_path) as server:
        server.client = httpx.Client(base_url=server.address, timeout=LONG)
        host: Any = Host(server.client, server.port, None)
        for _ in range(3):
            tell_secrets(host, host.game())
        wait_for(lambda: sum(line["event"] == "connection_closed" for line in server.lines()) >= 3 * 8)
        assert server.stop() == 0
        assert [line for line in server.lines() if line["level"] in ("warning", "error")] == []
        assert SECRET not in server.log()
        assert "?" not in server.log()


def test_of_other_libraries_only_the_template_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    try:
        logging.getLogger("elsewhere").warning("got %s\nand %s", SECRET, SECRET)
        logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "192.0.2.7", f"/live?token={SECRET}")
        logging.getLogger("uvicorn.error").error("opening handshake failed")
        try:
            raise ValueError(SECRET)
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    finally:
        logging.getLogger().handlers.clear()
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first["event"] == "got %s"
    assert (second["event"], second["exception"]) == ("Exception in ASGI application", "ValueError")
    assert not is_worth_logging(logging.LogRecord("uvicorn.error", 40, "", 1, "parser failed", (), None))
