"""An address at which no Ray cluster answers is refused within seconds. These tests need no cluster."""

import socket
from threading import Thread

import pytest

from carrozza.arena.playing import cluster


@pytest.fixture
def web_server() -> str:
    """The address of a server that closes each connection with an answer of HTTP/1.1."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer_once() -> None:
        connection, _ = listening.accept()
        with connection, listening:
            connection.recv(1024)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    Thread(target=answer_once, daemon=True).start()
    return f"127.0.0.1:{listening.getsockname()[1]}"


def test_a_server_that_is_no_ray_is_refused(web_server: str) -> None:
    with pytest.raises(ConnectionError, match="what answers there is not Ray"):
        cluster._check_reachable(web_server)


def test_a_server_that_never_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimeoutError):
        cluster._check_reachable(f"127.0.0.1:{silent.getsockname()[1]}")
