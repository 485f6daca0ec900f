"""The servers that are attacked, always our own on this machine, and games at them."""

import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.attack.results import POSTGRESQL, SQLITE
from benchmarks.attack.wire import Wire
from tools.local_postgres import HOW_TO_GET_IT, Postgres, binaries
from tools.local_server import Server, served

PEOPLE: Final = ("Ada", "Bruno", "Carla", "Dario")
WORKERS: Final = 2


class NoPostgres(Exception):
    """This machine has none."""


@contextmanager
def database(kind: str) -> Iterator[tuple[str, Path]]:
    """An empty database and a folder, both gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="carrozza-attack-") as folder:
        if kind == SQLITE:
            yield str(Path(folder) / "games.sqlite"), Path(folder)
            return
        found = binaries()
        if found is None:
            raise NoPostgres(HOW_TO_GET_IT)
        server = Postgres(found)
        try:
            server.start()
            yield server.new_database(), Path(folder)
        finally:
            server.remove()


@contextmanager
def own_server(kind: str, *options: str, limited: bool = False) -> Iterator[Server]:
    """A server on an empty database; PostgreSQL is served by two processes."""
    more = ("--workers", str(WORKERS)) if kind == POSTGRESQL else ()
    with database(kind) as (address, folder), served(address, folder, *more, *options, limited=limited) as server:
        yield server


@dataclass(frozen=True)
class MadeGame:
    """A game with all the tokens that its maker was given."""

    id: str
    host: str
    watch: str | None
    invite: str
    tokens: dict[int, str]

    @property
    def path(self) -> str:
        return f"/api/games/{self.id}"

    @property
    def secrets(self) -> list[str]:
        return [self.host, self.invite, *self.tokens.values(), *([self.watch] if self.watch else [])]


def person(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "bot": level}


async def make_game(wire: Wire, seats: Sequence[dict[str, str]], board: str = "new-york", **options: Any) -> MadeGame:
    answer = await wire.ask("POST", "/api/games", body={"board": board, "seats": list(seats), **options})
    assert answer.status == 201, answer
    made = answer.json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]}
    return MadeGame(made["game"], made["host"], made["watch"], made["invite"], tokens)


async def view_of(wire: Wire, game: MadeGame, token: str | None) -> dict[str, Any]:
    answer = await wire.ask("GET", f"{game.path}/view?describe=false", token)
    assert answer.status == 200, answer
    view: dict[str, Any] = answer.json()
    return view


async def play_moves(wire: Wire, game: MadeGame, dice: random.Random, most: int) -> bool:
    """So many moves of the people, or to the end; whether it is over."""
    view = await view_of(wire, game, next(iter(game.tokens.values())))
    for _ in range(most):
        if view["finished"]:
            return True
        names = [player["name"] for player in view["players"]]
        token = game.tokens[names.index(view["undecided"][0])]
        view = await view_of(wire, game, token)
        move = {"move": chosen(view["legal_moves"], dice), "number": view["number"]}
        answer = await wire.ask("POST", f"{game.path}/moves?view=true&describe=false", token, move)
        assert answer.status == 200, answer
        view = answer.json()["view"]
    return bool(view["finished"])


def chosen(legal: Sequence[str], dice: random.Random) -> str:
    """A move that brings the game on."""
    claims = [move for move in legal if move.startswith("claim")]
    if claims and dice.random() < 0.8:
        return max(claims, key=lambda move: (sum(int(word) for word in move.split() if word.isdecimal()), move))
    quiet = [move for move in legal if move != "draw tickets"]
    return dice.choice(quiet or list(legal))
