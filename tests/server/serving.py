"""People who play over HTTP at a server of `tools.local_server`."""

import time
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

import httpx

from tools.local_server import PATIENCE, wait_for


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
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=600), repr=False)

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
    answer = httpx.post(f"{address}/api/games", json={"board": board, "seats": seats, **options}, timeout=600)
    made = answer.raise_for_status().json()
    return Person(address, made["game"], made["seats"][0]["token"])
