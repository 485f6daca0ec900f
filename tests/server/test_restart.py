"""A server that is killed in a storm of moves: nothing confirmed is lost, nothing happens twice, games go on."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from benchmarks.attack.storm import faults_of_log
from carrozza.game.records.record import Record
from carrozza.server.store import Event, Store
from tests.server.serving import Person, new_game
from tests.server.storing import with_store
from tools.local_server import PATIENCE, Server, served, wait_for

pytestmark = pytest.mark.slow

KILLS = 2
GAMES = 2
MORE = 6
"""Moves that are confirmed between one fault and the next."""


def events_of(database: str, game: str) -> list[Event]:
    async def read(store: Store) -> list[Event]:
        return await store.events(game)

    return with_store(database, read)


def check_confirmed(database: str, person: Person) -> None:
    """Every move that was confirmed stands in the log, where it was said to stand, and once."""
    assert list(faults_of_log(events_of(database, person.game), {0: person.confirmed})) == []


def kill_and_start(server: Server, times: int, people: list[Person]) -> None:
    """Each time in the midst of things: as soon as a few more moves are confirmed."""
    for _ in range(times):
        wait_for_moves(people, MORE)
        server.kill()
        server.start()


def wait_for_moves(people: list[Person], more: int) -> None:
    wait_for(partial(_have_moved, people, sum(len(person.confirmed) for person in people) + more))


def _have_moved(people: list[Person], times: int) -> bool:
    return sum(len(person.confirmed) for person in people) >= times


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


def test_games_with_bots_outlive_kill_9(database_url: str, tmp_path: Path) -> None:
    with served(database_url, tmp_path) as server, storm_of_moves(server) as people:
        kill_and_start(server, KILLS, people)


def test_bots_whose_turn_it_was_go_on_by_themselves(sqlite_url: str, tmp_path: Path) -> None:
    with served(sqlite_url, tmp_path, "--bot-pause", "3600") as server:
        ada = new_game(server.address, "medium", first=0)
        wait_for(lambda: ada.view()["legal_moves"])
        while "Ada" in ada.view()["undecided"]:
            ada.play(ada.view())
            time.sleep(0.05)
        server.kill()
        before = len(events_of(sqlite_url, ada.game))
        server.options = ()
        server.start()
        wait_for(lambda: len(events_of(sqlite_url, ada.game)) > before)
        wait_for(lambda: ada.view()["legal_moves"])
        check_confirmed(sqlite_url, ada)
