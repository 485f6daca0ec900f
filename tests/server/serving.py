"""Real servers for tests: processes that are started, asked over HTTP, ended or killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Far more than anything takes: only what never comes is a failure."""


class Server:
    """`carrozza serve` at a port of its own, which it keeps when it is started again."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.database = database
        self.options = options
        self.log_file = log
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.client = httpx.Client(timeout=30)

    def start(self) -> None:
        told = len(self.lines())
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "carrozza", "serve", *self._arguments()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )
        address = wait_for(lambda: self._served_at(told))
        self.port = int(address.rstrip("/").rpartition(":")[2])
        wait_for(self._is_well)

    def _arguments(self) -> tuple[str, ...]:
        usual = ("--port", str(self.port), "--log", "json", "--bot-pause", "0", "--no-limits")
        return (*usual, "--database", self.database, *self.options)

    def _served_at(self, told: int) -> str | None:
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        return next((line["address"] for line in self.lines()[told:] if line["event"] == "serving"), None)

    def _is_well(self) -> bool:
        try:
            return self.client.get(f"{self.address}/health").status_code == 200
        except httpx.HTTPError:
            return False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8") if self.log_file.exists() else ""

    def lines(self) -> list[dict[str, Any]]:
        """What it logged. Whatever is not JSON is a failure, but for a last line that is being written."""
        return [json.loads(line) for line in self.log().splitlines(keepends=True) if line.endswith("\n")]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def kill_a_worker(self) -> None:
        """One of several processes that serve; the others go on."""
        assert self.process is not None
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        workers = [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        os.kill(workers[0], signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process = None
        return status


@contextmanager
def served(database: str, folder: Path, *options: str) -> Iterator[Server]:
    server = Server(database, folder / f"log-{time.monotonic_ns()}.jsonl", *options)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.kill()


def wait_for(look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What `look` finds, as soon as it is something."""
    deadline = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.03)


@dataclass
class Person:
    """Somebody who plays over HTTP, and remembers what was confirmed."""

    address: str
    game: str
    token: str
    seat: int = 0
    confirmed: dict[int, str] = field(default_factory=dict)
    """The moves by their numbers."""
    asked: int = 0
    mark: str = field(default_factory=lambda: token_hex(4))
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=30), repr=False)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.ask("GET", "view").raise_for_status().json()
        return view

    def play(self, view: dict[str, Any]) -> None:
        """The first legal move that claims something, or else any; asked again until it is answered."""
        legal = view["legal_moves"]
        move = next((move for move in legal if move.startswith("claim")), legal[self.asked % len(legal)])
        self.asked += 1
        answer = self.ask("POST", "moves", {"move": move, "id": f"{self.mark} {self.asked}", "number": view["number"]})
        if answer.status_code == 409:
            return
        self.confirmed[answer.raise_for_status().json()["number"]] = move

    def ask(self, method: str, what: str, body: object = None) -> httpx.Response:
        """The server may be down, or its database: then again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                headers = {"authorization": f"Bearer {self.token}"}
                address = f"{self.address}/api/games/{self.game}/{what}"
                answer = self.client.request(method, address, headers=headers, json=body)
                if answer.status_code != 503:
                    return answer
            except httpx.HTTPError:
                pass
            assert time.monotonic() < deadline, "the server never came back"
            time.sleep(0.05)

    def play_on(self, moves: int | None = None) -> dict[str, Any]:
        """So many moves, or to the end; the last view."""
        until = None if moves is None else self.asked + moves
        while True:
            view = wait_for(self._view_to_act_on)
            if view["finished"] or self.asked == until:
                return dict(view)
            self.play(view)

    def _view_to_act_on(self) -> dict[str, Any] | None:
        view = self.view()
        return view if view["finished"] or view["legal_moves"] else None


def new_game(address: str, *bots: str, board: str = "new-york", **options: object) -> Person:
    """A game of one person against bots."""
    seats = [{"kind": "person", "name": "Ada"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    answer = httpx.post(f"{address}/api/games", json={"board": board, "seats": seats, **options}, timeout=60)
    made = answer.raise_for_status().json()
    return Person(address, made["game"], made["seats"][0]["token"])
