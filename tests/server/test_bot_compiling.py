"""On a new machine the deep bots are compiled first: their seats say so, and the planner plays for them until then."""

import asyncio

import pytest

from carrozza.game import View
from carrozza.server.bots import move_chooser
from carrozza.server.bots.bot_processes import START_SECONDS, BotProcess
from carrozza.server.bots.move_chooser import SEARCH, Choice, MoveChooser
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.views.game_info import seats_of
from tests.server.bot_games import ADA, BotGames, bot, waits_for_ada, with_bot_games

pytestmark = pytest.mark.slow

SEARCHING = "search:200ms"


class Noting(MoveChooser):
    """Remembers who decided."""

    def __init__(self) -> None:
        super().__init__(searches=1)
        self.by: list[str] = []

    async def choose(self, view: View, requester: Requester, board: str, bot: str) -> Choice:
        choice = await super().choose(view, requester, board, bot)
        self.by.append(choice.by)
        return choice


class Compiling:
    """A search that is compiled until it is let go, and processes that start in earnest then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, well: bool = True) -> None:
        self.done = asyncio.Event()
        start = BotProcess.start

        async def started(bot: str) -> BotProcess:
            if bot == SEARCH:
                await self.done.wait()
                if not well:
                    raise NoAnswer("died")
            return await start(bot)

        monkeypatch.setattr(BotProcess, "start", started)
        monkeypatch.setattr(move_chooser, "SEARCH_WAIT", 0.0)
        monkeypatch.setattr(move_chooser, "SEARCH_GRACE", START_SECONDS)


def warming(live_game: LiveGame) -> list[bool]:
    return [seat["warming"] for seat in seats_of(live_game)]


async def play_until_ada_is_asked(games: BotGames, live_game: LiveGame) -> None:
    await live_game.play(0, live_game.view(0).legal_moves[0])
    await games.until(waits_for_ada)


def test_the_planner_plays_until_the_search_is_compiled(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(games: BotGames) -> None:
        compiling, noting = Compiling(monkeypatch), games.bot_turns.chooser
        assert isinstance(noting, Noting)
        noting.search._slow_start = 0.0
        live_game = await games.begin(ADA, bot("Olga", SEARCHING), bot("Pino", "easy"))
        await games.until(lambda found: warming(found) == [False, True, False])
        other = await games.begin(ADA, bot("Olga", "expert"), game="other")
        assert warming(other) == [False, True]
        await games.until(waits_for_ada)
        await play_until_ada_is_asked(games, live_game)
        assert set(noting.by) == {"planner", "easy"}
        compiling.done.set()
        await games.until(lambda found: warming(found) == [False, False, False])
        assert warming(other) == [False, False]
        while SEARCHING not in noting.by:
            await play_until_ada_is_asked(games, live_game)

    with_bot_games(sqlite_url, use, Noting)


def test_a_search_that_cannot_be_started_is_not_waited_for(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(games: BotGames) -> None:
        compiling = Compiling(monkeypatch, well=False)
        games.bot_turns.chooser.search._slow_start = 0.0
        live_game = await games.begin(ADA, bot("Olga", SEARCHING))
        await games.until(lambda found: warming(found) == [False, True])
        compiling.done.set()
        await games.until(lambda found: warming(found) == [False, False])
        await games.until(waits_for_ada)
        await play_until_ada_is_asked(games, live_game)
        assert not games.bot_turns.chooser.search.compiling

    with_bot_games(sqlite_url, use, Noting)
