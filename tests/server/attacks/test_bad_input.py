"""Lone surrogates and NUL, anywhere, are refused by one rule at the door; and no body is without bounds."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from carrozza.server.guard.unfit_text import is_unfit_body, is_unfit_message
from tests.server.hosting import LONG, Host, hosting

pytestmark = pytest.mark.slow

UNFIT = {"half a pair": "\ud800", "the other half": "a\udfffb", "null": "\0", "null inside": "a\0b"}
WRITTEN = {name: json.dumps(text).encode() for name, text in UNFIT.items()}
"""As JSON writes them: with escapes."""
RAW = {
    "half a pair": b'"\xed\xa0\x80"',
    "null": b'"\0"',
    "no UTF-8": b'"\xff"',
    "UTF-16": json.dumps("\ud800", ensure_ascii=False).encode("utf-16-le", "surrogatepass"),
}
FIT = [b'{"name": "Ad\\u00e8le \\ud83d\\ude82"}', "Adèle 🚂".encode(), b"\\u0000 in a text that is no JSON", b""]


@pytest.mark.parametrize("body", [*WRITTEN.values(), *RAW.values()], ids=[*WRITTEN, *(f"raw {name}" for name in RAW)])
def test_unfit_text_is_found_wherever_it_stands(body: bytes) -> None:
    for around in (b"%b", b'{"name": %b}', b"{%b: 1}", b'[[{"a": ["b", %b]}]]'):
        assert is_unfit_body(around % body)


@pytest.mark.parametrize("body", FIT)
def test_other_text_is_let_through(body: bytes) -> None:
    assert not is_unfit_body(body)
    assert not is_unfit_message(body.decode())


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path, database=request.getfixturevalue(request.param)) as host:
        yield host


def bodies(unfit: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Every place of every body, by method and path."""
    seat = b'{"kind": "person", "name": "Ada"}'
    yield "POST", "/api/games", b'{"board": %b, "seats": [%b, %b]}' % (unfit, seat, seat)
    yield "POST", "/api/games", b'{"board": "usa", "seats": [{"kind": "person", "name": %b}, %b]}' % (unfit, seat)
    yield "POST", "/api/games", b'{"board": "usa", "variants": [%b], "seats": [%b, %b]}' % (unfit, seat, seat)
    yield "POST", "/api/games", b'{"board": "usa", "seats": [%b, {"kind": "bot", "bot": %b}]}' % (seat, unfit)
    yield "POST", "/api/games", b'{"board": "usa", "seats": [%b, %b], %b: 1}' % (seat, seat, unfit)
    for what in ("moves", "undo", "join", "leave", "rematch"):
        for field in (b"move", b"id", b"name", b"invite", b"number", b"seat"):
            yield "POST", f"/api/games/GAME/{what}", b'{"move": "draw deck", "id": "1", "%b": %b}' % (field, unfit)
        yield "POST", f"/api/games/GAME/{what}", b'{"move": "draw deck", "id": "1", %b: 1}' % unfit
    for field in (b"kind", b"bot", b"name"):
        yield "PUT", "/api/games/GAME/seats/0", b'{"kind": "bot", "%b": %b}' % (field, unfit)
    yield "POST", "/api/replays", b'{"carrozza": %b}' % unfit


def test_bodies_with_unfit_text_are_refused(server: Host) -> None:
    game = server.game()
    number = game.view(0)["number"]
    for unfit in (*WRITTEN.values(), *RAW.values()):
        for method, path, body in bodies(unfit):
            for token in (game.tokens[0], game.host):
                headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
                where = path.replace("GAME", game.id)
                answer = server.client.request(method, where, content=body, headers=headers)
                assert (answer.status_code, answer.json()["error"]) == (400, "values"), (path, body)
    assert game.view(0)["number"] == number


ADDRESSES = (
    "/api/games/a%00b",
    "/api/games/a%00b/view",
    "/api/games/GAME/view?language=%00",
    "/api/games/GAME/why/a%00b",
    "/api/games/GAME/replay?seat=%00",
    "/api/games/GAME/events?since=%00",
    "/api/boards/usa%00",
    "/api/boards/usa/drawing.svg?prefix=%00",
    "/api/rules/%00",
    "/%00",
)
HALVES = ("%ED%A0%80", "%ff", "%C0%80", "%ud800", "%25%30%30")


def test_addresses_with_unfit_text_are_refused(server: Host) -> None:
    game = server.game()
    for address in ADDRESSES:
        answer = game.server.ask("GET", address.replace("GAME", game.id), game.tokens[0])
        assert (answer.status_code, answer.json()["error"]) == (400, "values"), address
        for half in HALVES:  # which decode to characters that can be stored
            where = address.replace("GAME", game.id).replace("%00", half)
            if "/events" not in where:
                assert game.server.ask("GET", where, game.tokens[0]).status_code < 500, where


def test_tokens_and_headers_with_odd_characters_are_refused(server: Host) -> None:
    game = server.game()
    for value in (b"Bearer \xff\xfe", b"Bearer \xed\xa0\x80", b"\xff", b"Bearer"):
        answer = server.client.get(f"/api/games/{game.id}/view", headers={b"authorization": value})
        assert answer.status_code == 401, value
    head = f"GET /api/games/{game.id} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Odd: a\0b\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
        line.sendall(head.encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("unfit", WRITTEN.values(), ids=WRITTEN)
def test_messages_with_unfit_text_end_the_connection(server: Host, unfit: bytes) -> None:
    game = server.game()
    written = unfit.decode()
    for message in (
        f'{{"token": {written}}}',
        f'{{"token": null, "since": 0, "language": {written}}}',
        f'{{"move": "draw deck", "id": {written}}}',
        f'{{"move": {written}, "id": "1"}}',
        f'{{"id": "1", {written}: 1}}',
        written,
    ):
        with connect(f"ws://127.0.0.1:{server.port}/api/games/{game.id}/live") as line:
            line.send(message)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(timeout=LONG)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1007, message


LARGEST: dict[str, int] = {"/api/games": 16 * 1024, "/api/replays": 512 * 1024}


@pytest.mark.parametrize("path", LARGEST)
def test_bodies_are_bounded_without_limits_too(tmp_path: Path, path: str) -> None:
    """`carrozza play` and `--no-limits` have no rates; a page of another site may still send without end."""
    with hosting(tmp_path, guarded=False) as server:
        large: Any = b" " * (LARGEST[path] + 1)
        assert server.client.post(path, content=large).status_code == 413
        assert server.client.post(path, content=iter([large[:1000], large])).status_code == 413
        assert server.client.post(path, content=large[1:]).status_code == 422
