"""On a new machine the deep bots are compiled first: their seats say so, and the planner plays for them until then."""

import asyncio

import pytest

from carrozza.game import View
from carrozza.server.bots import deciding
from carrozza.server.bots import process_pool as thinkers
from carrozza.server.bots.deciding import SEARCH, Choice, Deciding
from carrozza.server.bots.process_pool import WARMING, NoAnswer, Thinker
from carrozza.server.games.creation import seats_of
from carrozza.server.games.sitting import Sitting
from tests.server.crewing import ADA, Table, at_table, bot, waits_for_ada

pytestmark = pytest.mark.slow


class Noting(Deciding):
    """Remembers who decided."""

    def __init__(self) -> None:
        super().__init__(deep=1)
        self.by: list[str] = []

    async def choose(self, view: View, table: str, board: str, bot: str) -> Choice:
        choice = await super().choose(view, table, board, bot)
        self.by.append(choice.by)
        return choice


class Compiling:
    """A search that is compiled until it is let go, and thinkers that start in earnest then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, well: bool = True) -> None:
        self.done = asyncio.Event()
        start = Thinker.start

        async def started(bot: str) -> Thinker:
            if bot == SEARCH:
                await self.done.wait()
                if not well:
                    raise NoAnswer("died")
            return await start(bot)

        monkeypatch.setattr(thinkers.Thinker, "start", started)
        monkeypatch.setattr(deciding, "DEEP_WAIT", 0.0)
        monkeypatch.setattr(deciding, "DEEP_PATIENCE", WARMING)


def warming(sitting: Sitting) -> list[bool]:
    return [seat["warming"] for seat in seats_of(sitting)]


async def play_until_ada_is_asked(table: Table, sitting: Sitting) -> None:
    await sitting.play(0, sitting.view(0).legal_moves[0])
    await table.until(waits_for_ada)


def test_the_planner_plays_until_the_search_is_compiled(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(table: Table) -> None:
        compiling, noting = Compiling(monkeypatch), table.crew.deciding
        assert isinstance(noting, Noting)
        noting.deep._patience = 0.0
        sitting = await table.begin(ADA, bot("Olga", "hard"), bot("Pino", "easy"))
        await table.until(lambda found: warming(found) == [False, True, False])
        other = await table.begin(ADA, bot("Olga", "expert"), game="other")
        assert warming(other) == [False, True]
        await table.until(waits_for_ada)
        await play_until_ada_is_asked(table, sitting)
        assert set(noting.by) == {"planner", "easy"}
        compiling.done.set()
        await table.until(lambda found: warming(found) == [False, False, False])
        assert warming(other) == [False, False]
        while "hard" not in noting.by:
            await play_until_ada_is_asked(table, sitting)

    at_table(sqlite_url, use, Noting)


def test_a_search_that_cannot_be_started_is_not_waited_for(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(table: Table) -> None:
        compiling = Compiling(monkeypatch, well=False)
        table.crew.deciding.deep._patience = 0.0
        await table.begin(ADA, bot("Olga", "hard"))
        await table.until(lambda found: warming(found) == [False, True])
        compiling.done.set()
        await table.until(lambda found: warming(found) == [False, False])
        await asyncio.sleep(0.1)
        assert not table.crew.deciding.deep.warming

    at_table(sqlite_url, use, Noting)
