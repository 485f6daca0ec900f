"""Several processes on one PostgreSQL: they serve the same games, and one of them plays each game's bots."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from tests.server.bot_games import ADA, GAME, bot, bot_games, is_over, waits_for_ada
from tests.server.hosting import hosting
from tests.server.serving import (
    Person,
    check_confirmed,
    new_game,
    playing,
    storm_of_moves,
    two_people,
    wait_for_moves,
)
from tests.server.test_bots import Scripted
from tools.local_postgres import Postgres
from tools.local_server import served, wait_for

pytestmark = pytest.mark.slow

ROUNDS = 4


def test_one_game_is_served_by_several_processes(started_processes: None, postgres_url: str, tmp_path: Path) -> None:
    with (
        served(postgres_url, tmp_path, "--workers", "2") as one,
        hosting(tmp_path, database=postgres_url) as other,
    ):
        ada = new_game(one.address, "medium")
        elsewhere = Person(other.address, ada.game, ada.token)
        for turn in range(6):
            (ada, elsewhere)[turn % 2].play_on(1)
        assert wait_for(lambda: _same_view(ada, elsewhere))
        elsewhere.play_on()
        assert ada.view()["winners"] == elsewhere.view()["winners"]
        for person in (ada, elsewhere):
            check_confirmed(postgres_url, person)
        assert {line["event"] for line in one.lines()} >= {"serving", "request"}
        assert b"carrozza_moves_total" in one.client.get(f"{one.address}/metrics").content


def _same_view(ada: Person, elsewhere: Person) -> bool:
    one, other = ada.view(), elsewhere.view()
    return all(one[name] == other[name] for name in ("number", "hand", "legal_moves", "row", "to_move"))


def test_of_two_processes_one_plays_the_bots(postgres_url: str) -> None:
    async def run() -> None:
        async with bot_games(postgres_url, Scripted()) as one, bot_games(postgres_url, Scripted()) as other:
            await one.begin(bot("Olga", "medium"), bot("Pino", "easy"))
            await one.until(is_over)
            await other.until(is_over)
            choosers = [one.bot_turns.chooser, other.bot_turns.chooser]
            asked = sorted(len(made.seen) for made in choosers if isinstance(made, Scripted))
            # A decision asked for twice would be one too many for the log, which takes each number once.
            assert asked[0] == 0
            assert asked[1] == (await one.live_games.get(GAME)).number

    asyncio.run(run())


def test_when_one_process_dies_another_plays_its_bots(postgres_url: str) -> None:
    async def run() -> None:
        async with (
            bot_games(postgres_url, Scripted(), lease=2.0) as one,
            bot_games(postgres_url, Scripted(), lease=2.0) as other,
        ):
            await one.begin(ADA, bot("Olga", "medium"))
            live_game = await one.until(waits_for_ada)
            await one.store.release(other.bot_turns.owner)
            other.bot_turns._leased.clear()
            assert await one.store.lease(GAME, one.bot_turns.owner, one.bot_turns.lease)
            for task in (*one.bot_turns._tasks, *one.bot_turns._checking.values()):
                task.cancel()  # dead, and nothing given back
            one.bot_turns._closing = True
            while waits_for_ada(live_game):
                await live_game.play(0, live_game.view(0).legal_moves[0])
            await other.until(waits_for_ada)

    asyncio.run(run())


def test_a_storm_outlives_whatever_is_killed(own_postgres: Postgres, tmp_path: Path) -> None:
    """The database, one of the processes that serve, and all of them at once."""
    with (
        served(own_postgres.new_database(), tmp_path, "--workers", "2") as server,
        storm_of_moves(server) as people,
    ):
        wait_for_moves(people)
        own_postgres.restart()
        wait_for_moves(people)
        server.kill_a_worker()
        wait_for_moves(people)
        server.kill_all()
        server.start()


def test_of_two_processes_that_are_asked_for_the_same_number_one_plays_it(postgres_url: str, tmp_path: Path) -> None:
    """The other says so, and how things are now."""
    with hosting(tmp_path, database=postgres_url) as one, hosting(tmp_path, database=postgres_url) as other:
        people = two_people(one.address)
        with playing(*people, moves=2):
            pass
        for _ in range(ROUNDS):
            person, view = wait_for(lambda: _who_can_choose(people))
            with ThreadPoolExecutor() as both:
                asked = [
                    both.submit(
                        Person(server.address, person.game, person.token).ask,
                        *("POST", "moves", {"move": move, "number": view["number"], "id": token_hex(4)}),
                    )
                    for server, move in ((one, view["legal_moves"][0]), (other, view["legal_moves"][-1]))
                ]
            answers = [answer.result() for answer in asked]
            won, lost = sorted(answers, key=lambda answer: answer.status_code)
            assert (won.status_code, lost.status_code, lost.json()["error"]) == (200, 409, "stale")
            assert won.json()["number"] == view["number"] + 1
            assert lost.json()["number"] > view["number"]


def _who_can_choose(people: list[Person]) -> tuple[Person, dict[str, Any]] | None:
    views = [(person, person.view()) for person in people]
    return next((found for found in views if len(found[1]["legal_moves"]) > 1), None)
