"""Turn clocks: the server decides, a bot stands in, and whoever acts again is back."""

import time
from dataclasses import replace

from carrozza.server.games import clocks
from carrozza.server.games.live_game import Accepted
from carrozza.server.refusals import Refused
from tests.server.bot_games import ADA, Table, at_table, bot, is_over, waits_for_ada
from tests.server.storing import PATIENCE
from tests.server.test_bots import Scripted


def test_without_a_clock_nobody_is_late(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        live_game = await table.begin(ADA, bot("Olga", "medium"))
        assert clocks.seconds_to_timeout(live_game, 0.0) is None

    at_table(sqlite_url, use, Scripted)


def test_a_clock_runs_for_people_who_have_a_decision_to_make(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=60)
        live_game = await table.until(waits_for_ada)
        since = live_game.folded.asked_since
        left = clocks.seconds_to_timeout(live_game, 0.0, now=since + 20)
        assert left is not None
        assert 40 <= left <= 41
        assert live_game.people_to_move() == [0]

    at_table(sqlite_url, use, Scripted)


def test_time_without_a_server_is_nobodys(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=60)
        live_game = await table.until(waits_for_ada)
        since = live_game.folded.asked_since
        left = clocks.seconds_to_timeout(live_game, since + 1000, now=since + 1010)
        assert left is not None
        assert 50 <= left <= 51

    at_table(sqlite_url, use, Scripted)


def test_whose_clock_runs_out_a_bot_plays_for(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=0.2)
        live_game = await table.until(lambda live_game: live_game.seats[0].kind == "bot")
        assert (live_game.seats[0].stand_in, live_game.seats[0].person) == ("clock", True)
        await table.until(is_over)

    at_table(sqlite_url, use, Scripted)


def test_who_acts_again_is_back(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=1)
        played: Accepted | Refused | None = None
        while not isinstance(played, Accepted):  # on a busy machine Ada may be late again
            live_game = await table.until(lambda live_game: live_game.seats[0].kind == "bot")
            assert not is_over(live_game)
            await live_game.change_seat(0, lambda seat: seat.given_back())
            assert live_game.seats[0].kind == "person"
            live_game = await table.until(waits_for_ada)
            if live_game.seats[0].kind == "person":
                played = await live_game.play(0, live_game.view(0).legal_moves[0], number=live_game.number)

    at_table(sqlite_url, use, Scripted)


def test_who_moved_in_the_last_moment_keeps_the_seat(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.bot_turns.close()
        live_game = await table.begin(ADA, bot("Olga", "medium"), clock=60)
        assert clocks.with_stand_in(live_game, 0, ADA).kind == "bot"
        await live_game.play(0, live_game.view(0).legal_moves[0])
        assert clocks.with_stand_in(live_game, 0, ADA) == ADA

    at_table(sqlite_url, use, Scripted)


def test_the_clock_of_two_people_in_the_opening_runs_for_both(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        bruno = replace(ADA, name="Bruno")
        await table.begin(ADA, bruno, clock=0.2)
        began = time.time()
        live_game = await table.until(lambda live_game: [seat.kind for seat in live_game.seats] == ["bot", "bot"])
        assert live_game.folded.asked_since <= began + clocks.GRACE + PATIENCE

    at_table(sqlite_url, use, Scripted)
