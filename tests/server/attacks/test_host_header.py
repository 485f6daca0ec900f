"""DNS rebinding: a page of another site makes its own name lead here. By a name that is not ours nobody is served."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from carrozza.server.guard.hosts import checked_names, host_in
from tests.server.hosting import Host, hosting
from tools.local_server import ROOT

pytestmark = pytest.mark.slow

OURS = (
    "127.0.0.1",
    "127.0.0.1:8000",
    "[::1]:8000",
    "localhost:8000",
    "LOCALHOST.",
    "192.168.1.7",
    "play.example.org:443",
)
FOREIGN = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "",
    "a b",
    "evil@localhost",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("hosts"), host_names=("play.example.org",)) as host:
        yield host


def test_the_machine_and_named_hosts_are_served(server: Host) -> None:
    for host in (*OURS, socket.gethostname()):
        assert server.client.get("/api/boards", headers={"host": host}).status_code == 200, host


def test_pages_of_rebound_names_read_and_change_nothing(server: Host) -> None:
    for host in FOREIGN:
        headers = {"host": host, "origin": f"http://{host}"}
        for method, path in (("GET", "/api/games"), ("GET", "/"), ("GET", "/metrics"), ("POST", "/api/games")):
            refused = server.client.request(method, path, headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (421, "host"), (host, path)
        assert "--host-name" in refused.json()["message"]


def test_websockets_of_rebound_names_are_refused(server: Host) -> None:
    address = f"ws://evil.example:{server.port}/api/games/abcdefghjk/live"
    line = socket.create_connection(("127.0.0.1", server.port))
    with line, pytest.raises(InvalidStatus) as refused, connect(address, sock=line):
        pass
    assert refused.value.response.status_code == 421


def test_two_names_are_none(server: Host) -> None:
    head = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head)
        assert re.match(rb"HTTP/1.1 4\d\d", line.recv(100))


def test_probes_may_use_any_name(server: Host) -> None:
    """A cluster asks by the names of its containers; the health tells nobody anything."""
    assert server.client.get("/health", headers={"host": "carrozza-7f9.internal"}).status_code == 200


def test_every_name_may_be_allowed(tmp_path: Path) -> None:
    with hosting(tmp_path, host_names=checked_names(["*"])) as server:
        assert server.client.get("/api/games", headers={"host": "evil.example"}).status_code == 200


def test_names_are_given_without_scheme_and_path() -> None:
    assert checked_names(["Play.Example.org", "[::1]"]) == ("play.example.org", "::1")
    for wrong in ("https://play.example.org", "play.example.org/", "", "a b"):
        with pytest.raises(ValueError, match="--host-name"):
            checked_names([wrong])


def test_hosts_are_read_without_their_ports() -> None:
    assert [host_in(host) for host in ("a:1", "a.", "[::1]:2", "[::1", "a:b", "::1")] == [
        "a",
        "a",
        "::1",
        None,
        None,
        None,
    ]


def test_the_examples_for_the_internet_name_their_host() -> None:
    """The proxies hand the name on, so the server has to know it."""
    unit = (ROOT / "deploy" / "carrozza.service").read_text(encoding="utf-8")
    assert "--host-name play.example.org" in unit
