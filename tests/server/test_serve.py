"""`carrozza serve` as a process: how it starts, what it refuses, what it logs, and how it ends."""

import asyncio
import json
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from carrozza.cli import app
from carrozza.folders import data_folder
from carrozza.server import serve
from carrozza.server.serve import listening_at, serve_command
from carrozza.server.store import Store, open_store
from carrozza.server.store.retry import with_retries
from tests.server.serving import Person, new_game
from tests.server.storing import PATIENCE, with_store
from tools.local_server import Server, served, wait_for

pytestmark = pytest.mark.slow

COME_BACK = 1012


def refused_here(*arguments: str) -> str:
    """What is said where a server cannot be started; `carrozza` prints it as one line."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(ValueError) as refusal:
        patch.setattr(serve, "set_up_logs", lambda form: None)
        app(list(arguments), standalone_mode=False)
    return str(refusal.value)


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    said = refused_here("serve", "--workers", "2", "--database", str(tmp_path / "games.db"))
    assert "--workers 2: an SQLite file can be served by one process only" in said
    assert "postgresql://" in said


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused_here("serve", "--port", str(port), "--database", str(tmp_path / "games.db"))
    assert f"port {port} is taken" in said
    assert "--port 0" in said


def test_accepted_sockets_have_tcp_nodelay() -> None:
    """Else an answer would wait, for some 40 ms, until the part before it has been acknowledged."""
    without_delay: list[int] = []

    def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        without_delay.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def visit(listening: socket.socket) -> None:
        async with await asyncio.start_server(note, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
            await reader.read()
            writer.close()

    with listening_at("127.0.0.1", 0) as listening:
        asyncio.run(visit(listening))
    assert without_delay == [1]


def test_a_database_that_cannot_be_reached_is_told_without_its_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(open_store, "with_retries", partial(with_retries, seconds=0))
    with pytest.raises(ValueError, match="the database does not answer") as told:
        serve_command(database=f"postgresql://ada:sesame@/games?host={tmp_path}")
    assert "sesame" not in str(told.value)


def test_games_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where earlier versions kept them."""
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folders = {"linux": ".local/share/carrozza", "darwin": "Library/Application Support/carrozza"}
    assert data_folder() == Path("/home/ada") / folders[sys.platform]


async def closed_with(person: Person) -> int:
    """Look on by WebSocket until the server hangs up; its code."""
    address = f"ws{person.address.removeprefix('http')}/api/games/{person.game}/live"
    async with websockets.connect(address) as line:
        await line.send(json.dumps({"token": person.token, "since": 0}))
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    await line.recv()
            except websockets.ConnectionClosed as closed:
                assert closed.rcvd is not None
                return closed.rcvd.code


async def ended_while_watched(server: Server, person: Person) -> tuple[int, int]:
    """The exit status, and the code with which the watcher was sent away."""
    watching = asyncio.create_task(closed_with(person))
    await asyncio.to_thread(wait_for, lambda: '"connection"' in server.log() or _connected(server))
    status = await asyncio.to_thread(server.stop)
    return status, await watching


def _connected(server: Server) -> bool:
    return "carrozza_connections 1.0" in server.client.get(f"{server.address}/metrics").text


def secrets_of(database: str, person: Person) -> list[str]:
    """What must be in no log: tokens, the seed, and what the person holds."""

    async def read(store: Store) -> str:
        row = await store.game(person.game)
        assert row is not None
        return str(row.seed)

    return [person.token, with_store(database, read)]


def test_a_server_from_its_start_to_its_calm_end(started_processes: None, sqlite_url: str, tmp_path: Path) -> None:
    with served(sqlite_url, tmp_path) as server:
        ada = new_game(server.address, "medium")
        ada.play_on(5)
        ada.ask("POST", "moves", {"move": "claim nowhere", "id": "x", "number": 1})
        health = server.client.get(f"{server.address}/health")
        assert (health.status_code, health.json()["status"]) == (200, "ok")
        status, code = asyncio.run(ended_while_watched(server, ada))
        assert (status, code) == (0, COME_BACK)
        check_log(server, secrets_of(sqlite_url, ada), ada.game)
        server.limited = True
        server.start()
        assert ada.play_on(2)["number"] >= max(ada.confirmed)
        check_that_strangers_are_turned_away(server)


def check_log(server: Server, secrets: list[str], game: str) -> None:
    """Every line is JSON; the game is named, its secrets are not."""
    events = [line["event"] for line in server.lines()]
    assert "request" in events
    assert "connection_closed" in events
    assert game in server.log()
    for secret in secrets:
        assert secret not in server.log()
    told = {name for line in server.lines() for name in line}
    assert told <= {
        *("time", "level", "event", "request", "method", "route", "game", "status", "ms", "seconds"),
        *("address", "workers", "seat", "bot", "error"),
    }


def check_that_strangers_are_turned_away(server: Server) -> None:
    """By the guard, which is there where no option says otherwise."""
    asked: dict[str, Any] = {"board": "usa", "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}]}
    foreign = {"origin": "https://evil.example"}
    assert httpx.post(f"{server.address}/api/games", json=asked, headers=foreign).status_code == 403
    answers = [server.client.post(f"{server.address}/api/games", json=asked).status_code for _ in range(40)]
    assert {201, 429} == set(answers)
    assert server.client.post(f"{server.address}/api/games", content=b" " * 100_000).status_code in (413, 429)
