"""Turn clocks: the server decides, and a bot stands in. How people get time for nothing: `attacks`."""

from dataclasses import replace

from carrozza.server.games import clocks
from carrozza.server.games.live_game import LiveGame
from tests.server.bot_games import ADA, Hands, Table, at_table, bot, goes_on, is_over, waits_for_ada
from tests.server.test_bots import Scripted


def seat_0_is_a_bots(live_game: LiveGame) -> bool:
    return live_game.seats[0].kind == "bot"


def test_without_a_clock_nobody_is_late(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        live_game = await table.begin(ADA, bot("Olga", "medium"))
        assert clocks.seconds_to_timeout(live_game) is None

    at_table(sqlite_url, use, Scripted, Hands())


def test_a_clock_runs_for_people_who_have_a_decision_to_make(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=60)
        await table.until(waits_for_ada)
        live_game = await table.go_on(20)
        assert clocks.seconds_to_timeout(live_game) == 40 + clocks.GRACE
        assert live_game.time_left() == 40
        assert live_game.seats_on_the_clock() == [0]

    at_table(sqlite_url, use, Scripted, Hands())


def test_time_without_a_server_is_nobodys(sqlite_url: str) -> None:
    hands = Hands()

    async def leave(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=60)
        await table.until(waits_for_ada)

    async def come_back(table: Table) -> None:
        await table.until(waits_for_ada)
        live_game = await table.go_on(10)
        assert live_game.time_left() == 50

    at_table(sqlite_url, leave, Scripted, hands)
    hands.go_on(1000)
    at_table(sqlite_url, come_back, Scripted, hands)


def test_whose_clock_runs_out_a_bot_plays_for(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=60)
        await table.until(waits_for_ada)
        await table.go_on(61)
        live_game = await table.until(seat_0_is_a_bots)
        assert (live_game.seats[0].stand_in, live_game.seats[0].person) == ("clock", True)
        await table.until(goes_on)

    at_table(sqlite_url, use, Scripted, Hands())


def test_by_the_real_time_too(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.begin(ADA, bot("Olga", "medium"), clock=0.2)
        await table.until(is_over)

    at_table(sqlite_url, use, Scripted)


def test_who_moved_in_the_last_moment_keeps_the_seat(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        await table.bot_turns.close()
        live_game = await table.begin(ADA, bot("Olga", "medium"), clock=60)
        assert clocks.with_stand_in(live_game, 0, ADA) == ADA
        await table.go_on(61)
        assert clocks.with_stand_in(live_game, 0, ADA).kind == "bot"
        await live_game.play(0, live_game.view(0).legal_moves[0])
        assert clocks.with_stand_in(live_game, 0, ADA) == ADA

    at_table(sqlite_url, use, Scripted, Hands())


def test_the_clock_of_two_people_in_the_opening_runs_for_both(sqlite_url: str) -> None:
    async def use(table: Table) -> None:
        bruno = replace(ADA, name="Bruno")
        await table.begin(ADA, bruno, clock=60)
        await table.go_on(61)
        await table.until(lambda live_game: [seat.kind for seat in live_game.seats] == ["bot", "bot"])

    at_table(sqlite_url, use, Scripted, Hands())
