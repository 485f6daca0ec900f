"""Bots that should have moved and have not: a watchdog plays for them, or ends the game where nothing can be played."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from prometheus_client import REGISTRY

from carrozza.game import View
from carrozza.server import metrics
from carrozza.server.api.moves import play
from carrozza.server.bots import move_chooser, watchdog
from carrozza.server.bots.move_chooser import Choice
from carrozza.server.bots.watchdog import HALTED_AFTER, LOOK_EVERY, STALLED_AFTER, Watchdog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.allowed_bots import MOST_SECONDS
from carrozza.server.games.tables.access import Access
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState, Kind, Role, TokenRow, Unavailable
from carrozza.server.views.event_text import events_since
from carrozza.server.views.game_info import info_of
from carrozza.server.views.view_json import live_game_view
from tests.server.bot_games import ADA, GAME, BotGames, StoppedClock, bot, bot_games, goes_on, waits_for_ada
from tests.server.test_bots import Scripted


class Hanging(Scripted):
    """Bots that never answer, until they are cured."""

    def __init__(self) -> None:
        super().__init__()
        self.cured = False
        self.asked = asyncio.Event()

    async def choose(self, view: View, requester: Requester, board: str, bot: str) -> Choice:
        self.asked.set()
        if not self.cured:
            await asyncio.Event().wait()
        return await super().choose(view, requester, board, bot)


class Watched:
    """A table, and a watchdog that looks when the test says so."""

    def __init__(self, games: BotGames, bots: Hanging, stopped_clock: StoppedClock, done: list[str]) -> None:
        self.table, self.bots, self.stopped_clock, self.done = games, bots, stopped_clock, done

    async def begin(self, *seats: Any, **options: Any) -> LiveGame:
        live_game = await self.table.begin(*(seats or (bot("Olga", "medium"), bot("Pino", "easy"))), **options)
        await self.bots.asked.wait()
        return live_game

    async def look_for(self, seconds: float) -> None:
        """All the looks of so many seconds; the first one sees what is due."""
        for _ in range(1 + round(seconds / LOOK_EVERY)):
            await self.table.bot_turns.mend_stalled()
            self.stopped_clock.go_on(LOOK_EVERY)


@asynccontextmanager
async def watched(url: str) -> AsyncIterator[Watched]:
    stopped_clock, bots, done = StoppedClock(), Hanging(), list[str]()
    async with bot_games(
        url, bots, stopped_clock=stopped_clock, watchdog=Watchdog(stopped_clock), on_stalled=done.append
    ) as found:
        yield Watched(found, bots, stopped_clock, done)


def test_a_slow_bot_is_left_alone() -> None:
    """Whatever fails, a bot's move is there long before the watchdog acts."""
    fast = move_chooser.FAST_WAIT + move_chooser.FAST_ANSWER
    wait = max(move_chooser.SEARCH_WAIT + MOST_SECONDS, move_chooser.ALONE_WAIT)
    search = wait + 2 * MOST_SECONDS + move_chooser.SEARCH_GRACE
    assert 1.5 * (max(search, fast) + fast) < STALLED_AFTER


def test_a_bot_that_never_moves_is_moved_for(sqlite_url: str) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            live_game = await found.begin()
            await found.look_for(STALLED_AFTER - LOOK_EVERY)
            assert (live_game.number, found.done) == (0, [])
            found.bots.cured = True
            await found.look_for(LOOK_EVERY)
            assert found.done == ["moved"]
            await found.table.until(goes_on)

    asyncio.run(use())


def test_every_decision_is_waited_for_anew(sqlite_url: str) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            live_game = await found.begin()
            for moves in (1, 2, 3):
                await found.look_for(STALLED_AFTER)
                assert live_game.number == moves
            assert found.done == ["moved"] * 3

    asyncio.run(use())


def test_people_may_take_their_time(sqlite_url: str) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            found.bots.cured = True
            await found.begin(ADA, bot("Olga", "medium"))
            live_game = await found.table.until(waits_for_ada)
            number = live_game.number
            await found.look_for(2 * HALTED_AFTER)
            assert (live_game.number, found.done) == (number, [])

    asyncio.run(use())


def test_a_process_that_was_stopped_blames_nobody(sqlite_url: str) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            live_game = await found.begin()
            await found.look_for(LOOK_EVERY)
            found.stopped_clock.go_on(86_400)
            await found.look_for(LOOK_EVERY)
            assert (live_game.number, found.done) == (0, [])

    asyncio.run(use())


def test_time_without_a_database_does_not_count(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            live_game = await found.begin()

            async def away(*asked: object) -> list[Any]:
                raise Unavailable("away")

            with monkeypatch.context() as patched:
                patched.setattr(found.table.store, "events", away)
                await found.look_for(2 * HALTED_AFTER)
                assert found.done == []
            await found.look_for(0)
            assert (live_game.number, found.done) == (0, []), "it counts from zero"

    asyncio.run(use())


def test_only_the_holder_of_the_lease_acts(database_url: str) -> None:
    async def use() -> None:
        async with watched(database_url) as found:
            live_game = await found.begin()
            store = found.table.store
            await store.release(found.table.bot_turns.owner)
            found.table.bot_turns._leased.clear()
            assert await store.lease(GAME, "another process", 3600)
            await found.look_for(STALLED_AFTER)
            assert live_game.number == 0
            await store.release("another process")
            await found.look_for(LOOK_EVERY)
            assert (live_game.number, found.done) == (1, ["moved"])

    asyncio.run(use())


def test_after_a_restart_too(sqlite_url: str) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            await found.begin()
        async with watched(sqlite_url) as found:
            await found.bots.asked.wait()
            await found.look_for(STALLED_AFTER)
            assert found.done == ["moved"]

    asyncio.run(use())


def test_a_clock_that_nobody_looked_at_is_looked_at(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            found.bots.cured = True
            bot_turns, looking = found.table.bot_turns, asyncio.Event()

            async def hang(*asked: object) -> None:
                looking.set()
                await asyncio.Event().wait()

            with monkeypatch.context() as patched:
                patched.setattr(bot_turns, "_watch_clock", hang)
                live_game = await found.begin(ADA, bot("Olga", "medium"), clock=60)
                await looking.wait()
            await found.look_for(STALLED_AFTER)
            assert (live_game.seats[0].kind, found.done) == ("person", [])
            await found.look_for(3 * LOOK_EVERY)
            await found.table.until(lambda live_game: live_game.seats[0].stand_in == "clock")
            assert found.done == ["read"]

    asyncio.run(use())


def nothing_is_accepted(live_game: LiveGame, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*asked: object) -> Refused:
        return Refused("illegal", 422, "server.unknown_move", move="any")

    monkeypatch.setattr(live_game, "play_for_bot", refuse)


def test_a_game_in_which_nothing_can_be_played_is_ended(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        async with watched(database_url) as found:
            live_game = await found.begin(ADA, bot("Olga", "medium"), watch="link")
            nothing_is_accepted(live_game, monkeypatch)
            await found.look_for(HALTED_AFTER - LOOK_EVERY)
            assert set(found.done) == {"nothing"}
            assert live_game.state == GameState.PLAYING
            await found.look_for(LOOK_EVERY)
            assert found.done[-1] == "halted"
            assert (await found.table.store.events(GAME))[-1].kind == Kind.HALT
            assert await found.table.store.unfinished() == []
            await check_that_players_are_told(live_game)
            again = LiveGame(found.table.store, live_game.row)
            await again.refresh()
            assert again.folded.halted, "to other processes as well"

    asyncio.run(use())


async def check_that_players_are_told(live_game: LiveGame) -> None:
    view = live_game_view(live_game, 0, "en")
    assert (view["halted"], view["my_turn"], view["legal_moves"], view["can_undo"]) == (True, False, [], False)
    info = info_of(live_game)
    assert (info["state"], info["halted"]) == ("finished", True)
    told = events_since(live_game.folded, live_game.number - 1, 0, "en")
    assert [event["move"] for event in told] == ["halt"]
    assert "without a result" in told[0]["text"]
    ada = Access(live_game, TokenRow("", GAME, Role.SEAT, 0), begun=True, seats_changed_at=0)
    refused = await play(ada, "draw deck", "c1", None)
    assert isinstance(refused, Refused)
    assert (refused.error, refused.status) == ("halted", 409)


def test_a_game_that_went_on_is_not_ended(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        async with watched(sqlite_url) as found:
            live_game = await found.begin(ADA, bot("Olga", "medium"))
            nothing_is_accepted(live_game, monkeypatch)
            await found.look_for(HALTED_AFTER - LOOK_EVERY)
            await live_game.play(0, live_game.view(0).legal_moves[0])
            await live_game.halt(0)
            await found.look_for(LOOK_EVERY)
            assert live_game.state == GameState.PLAYING

    asyncio.run(use())


def test_what_was_done_is_counted() -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("carrozza_stalled_games_total", {"done": "moved"}) or 0.0

    before = count()
    metrics.game_stalled("moved")
    assert count() == before + 1
    assert watchdog.LONGEST_STEP < STALLED_AFTER
