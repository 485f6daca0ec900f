"""People who play over HTTP at a server of `tools.local_server`, also while it is killed."""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

import httpx

from benchmarks.attack.storm import faults_of_log
from carrozza.game.records.record import Record
from carrozza.server.store import Event, Store
from tests.server.storing import with_store
from tools.local_server import PATIENCE, Server, wait_for

GAMES = 2
MORE = 6
"""Moves that are confirmed between one fault and the next."""


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
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=600, verify=False), repr=False)

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
    answer = httpx.post(
        f"{address}/api/games", json={"board": board, "seats": seats, **options}, timeout=600, verify=False
    )
    made = answer.raise_for_status().json()
    return Person(address, made["game"], made["seats"][0]["token"])


def two_people(address: str) -> list[Person]:
    """At a game of their own, without bots, which would need a process."""
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Bruno")]
    made = _made(address, {"board": "new-york", "seats": seats})
    return [Person(address, made["game"], seat["token"], seat["seat"]) for seat in made["seats"]]


def _made(address: str, game: dict[str, Any]) -> dict[str, Any]:
    # Whoever needs no certificates saves the time to read them.
    answer = httpx.post(f"{address}/api/games", json=game, timeout=600, verify=False)
    made: dict[str, Any] = answer.raise_for_status().json()
    return made


@contextmanager
def playing(*people: Person, moves: int) -> Iterator[None]:
    """They play so many moves together while the block lasts, and after it."""
    enough = _confirmed(people) + moves

    def play(person: Person) -> None:
        while _confirmed(people) < enough:
            view = person.view()
            if view["legal_moves"]:
                person.play(view)
            else:
                time.sleep(0.02)

    with ThreadPoolExecutor(len(people)) as pool:
        played = [pool.submit(play, person) for person in people]
        yield
        for one in played:
            one.result(PATIENCE)


def events_of(database: str, game: str) -> list[Event]:
    async def read(store: Store) -> list[Event]:
        return await store.events(game)

    return with_store(database, read)


def check_confirmed(database: str, person: Person) -> None:
    """Every move that was confirmed stands in the log, where it was said to stand, and once."""
    assert list(faults_of_log(events_of(database, person.game), {person.seat: person.confirmed})) == []


def wait_for_moves(people: list[Person]) -> None:
    """Into the midst of things: until a few more moves are confirmed."""
    enough = _confirmed(people) + MORE
    wait_for(lambda: _confirmed(people) >= enough)


def _confirmed(people: Sequence[Person]) -> int:
    return sum(len(person.confirmed) for person in people)


@contextmanager
def storm_of_moves(server: Server) -> Iterator[list[Person]]:
    """Several games at once, each as fast as it can be played; in the end all are over, and nothing was lost."""
    people = [new_game(server.address, "medium", "easy") for _ in range(GAMES)]
    playing = [threading.Thread(target=person.play_on, daemon=True) for person in people]
    for thread in playing:
        thread.start()
    yield people
    for thread in playing:
        thread.join(PATIENCE)
    for person in people:
        assert person.view()["winners"]
        assert Record.parse(person.ask("GET", "record").raise_for_status().text).replay().finished
        check_confirmed(server.database, person)
