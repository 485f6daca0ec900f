"""Turn clocks: the server decides, and a bot stands in. How people get time for nothing: `attacks`."""

from dataclasses import replace

from carrozza.server.games.live import clocks
from carrozza.server.games.live.live_game import LiveGame
from tests.server.bot_games import ADA, BotGames, StoppedClock, bot, goes_on, is_over, waits_for_ada, with_bot_games
from tests.server.test_bots import Scripted


def seat_0_is_a_bots(live_game: LiveGame) -> bool:
    return live_game.seats[0].kind == "bot"


def test_without_a_clock_nobody_is_late(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, bot("Olga", "medium"))
        assert clocks.seconds_to_timeout(live_game) is None

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())


def test_a_clock_runs_for_people_who_have_a_decision_to_make(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        await games.begin(ADA, bot("Olga", "medium"), clock=60)
        await games.until(waits_for_ada)
        live_game = await games.go_on(20)
        assert clocks.seconds_to_timeout(live_game) == 40 + clocks.GRACE
        assert live_game.time_left() == 40
        assert live_game.seats_on_the_clock() == [0]

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())


def test_time_without_a_server_is_nobodys(sqlite_url: str) -> None:
    stopped_clock = StoppedClock()

    async def leave(games: BotGames) -> None:
        await games.begin(ADA, bot("Olga", "medium"), clock=60)
        await games.until(waits_for_ada)

    async def come_back(games: BotGames) -> None:
        await games.until(waits_for_ada)
        live_game = await games.go_on(10)
        assert live_game.time_left() == 50

    with_bot_games(sqlite_url, leave, Scripted, stopped_clock)
    stopped_clock.go_on(1000)
    with_bot_games(sqlite_url, come_back, Scripted, stopped_clock)


def test_whose_clock_runs_out_a_bot_plays_for(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        await games.begin(ADA, bot("Olga", "medium"), clock=60)
        await games.until(waits_for_ada)
        await games.go_on(61)
        live_game = await games.until(seat_0_is_a_bots)
        assert (live_game.seats[0].stand_in, live_game.seats[0].person) == ("clock", True)
        await games.until(goes_on)

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())


def test_by_the_real_time_too(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        await games.begin(ADA, bot("Olga", "medium"), clock=0.2)
        await games.until(is_over)

    with_bot_games(sqlite_url, use, Scripted)


def test_who_moved_in_the_last_moment_keeps_the_seat(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        await games.bot_turns.close()
        live_game = await games.begin(ADA, bot("Olga", "medium"), clock=60)
        assert clocks.with_stand_in(live_game, 0, ADA) == ADA
        await games.go_on(61)
        assert clocks.with_stand_in(live_game, 0, ADA).kind == "bot"
        await live_game.play(0, live_game.view(0).legal_moves[0])
        assert clocks.with_stand_in(live_game, 0, ADA) == ADA

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())


def test_the_clock_of_two_people_in_the_opening_runs_for_both(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        bruno = replace(ADA, name="Bruno")
        await games.begin(ADA, bruno, clock=60)
        await games.go_on(61)
        await games.until(lambda live_game: [seat.kind for seat in live_game.seats] == ["bot", "bot"])

    with_bot_games(sqlite_url, use, Scripted, StoppedClock())
