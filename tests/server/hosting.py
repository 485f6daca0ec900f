"""A real server in this process, on a port and a database of its own, and games played on it."""

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from carrozza.server.app import create_app
from carrozza.server.serve import uvicorn_options
from carrozza.server.settings import Settings

Json = dict[str, Any]
LONG = 600.0


@contextmanager
def hosting(folder: Path, **settings: Any) -> Iterator["Host"]:
    """A server for as long as the block lasts; the database stays in the folder."""
    usual: Json = {"database": str(folder / "games.sqlite"), "guarded": False, "bot_pause": 0}
    app = create_app(Settings(**usual | settings))
    options = {**uvicorn_options(app.state.settings), "ws_ping_interval": None, "log_level": "error"}
    config = uvicorn.Config(app, host="127.0.0.1", port=0, **options)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONG, verify=False) as client:
        yield Host(client, port, app)
    server.should_exit = True
    thread.join(LONG)


@dataclass
class Host:
    client: httpx.Client
    port: int
    app: Any

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, path, headers=headers, **more)

    def game(self, board: str = "usa", people: Sequence[str] = ("Ada", "Bruno"), **more: Any) -> "Hosted":
        """A game of people who share this test, and of whatever seats are named besides."""
        seats = [{"kind": "person", "name": name} for name in people] + more.pop("seats", [])
        made = self.ask("POST", "/api/games", json={"board": board, "seats": seats, **more})
        assert made.status_code == 201, made.text
        return Hosted(self, made.json())


@dataclass
class Hosted:
    """A game with all the tokens that its maker was given."""

    server: Host
    created: Json
    moves: int = 0
    tokens: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.id: str = self.created["game"]
        self.tokens = {seat["seat"]: seat["token"] for seat in self.created["seats"] if seat["token"]}

    @property
    def host(self) -> str:
        return str(self.created["host"])

    def ask(self, method: str, path: str, seat: int | None = None, token: str | None = None, **more: Any) -> Any:
        token = token or (None if seat is None else self.tokens[seat])
        return self.server.ask(method, f"/api/games/{self.id}{path}", token, **more)

    def view(self, seat: int | None = 0, **more: Any) -> Json:
        token = self.created["watch"] if seat is None else None
        answer = self.ask("GET", "/view", seat, token, params=more)
        assert answer.status_code == 200, answer.text
        made: Json = answer.json()
        return made

    def try_move(self, seat: int, move: str, number: int | None = None, id: str | None = None, **more: Any) -> Any:
        self.moves += 1
        body: Json = {"move": move, "id": id or f"move {self.moves} to {self.server.port}"}
        body = body if number is None else {**body, "number": number}
        return self.ask("POST", "/moves?view=true", seat, json=body, **more)

    def move(self, seat: int, move: str, number: int | None = None) -> Json:
        answer = self.try_move(seat, move, number)
        assert answer.status_code == 200, answer.text
        made: Json = answer.json()["view"]
        return made

    def deciding(self) -> Iterator[tuple[int, Json]]:
        """The seats with a token that have a decision to make, each with its view."""
        first = next(iter(self.tokens))
        seen = self.view(first)
        for seat in self.tokens:
            if seen["players"][seat]["name"] in seen["undecided"]:
                yield seat, seen if seat == first else self.view(seat)

    def open(self) -> None:
        """Everybody keeps the first choice of opening tickets."""
        for seat in self.tokens:
            self.move(seat, self.view(seat)["legal_moves"][0])

    def play(self, dice: random.Random, most: int = 10_000) -> Json:
        """So many moves by chance, or to the end; long routes are liked."""
        view = self.view(next(iter(self.tokens)))
        for _ in range(most):
            if view["finished"]:
                break
            for seat, seen in self.deciding():
                view = self.move(seat, chosen(seen["legal_moves"], dice))
                break
        return view

    @contextmanager
    def live(self, seat: int | None = None, **hello: Any) -> Iterator["Line"]:
        token = None if seat is None else self.tokens[seat]
        with connect(f"ws://127.0.0.1:{self.server.port}/api/games/{self.id}/live") as socket:
            socket.send(json.dumps({"token": token, "since": 0, "language": "en", **hello}))
            yield Line(socket)


@dataclass
class Line:
    socket: ClientConnection

    def hear(self, kind: str | None = None) -> Json:
        """The next message, or the next of a kind."""
        while True:
            message: Json = json.loads(self.socket.recv(timeout=LONG))
            if kind is None or message["type"] == kind:
                return message

    def view(self, number: int = 0) -> Json:
        """The first view that has come so far."""
        while True:
            message = self.hear("view")
            if message["number"] >= number:
                return message


def chosen(legal: Sequence[str], dice: random.Random) -> str:
    """A move that brings the game on."""
    claims = [move for move in legal if move.startswith("claim")]
    if claims and dice.random() < 0.8:
        return max(claims, key=lambda move: (sum(int(word) for word in move.split() if word.isdecimal()), move))
    quiet = [move for move in legal if move != "draw tickets"]
    return dice.choice(quiet or list(legal))
