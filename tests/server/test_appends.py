"""Many moves at once go into the log in one statement; whatever is wrong with one of them hurts no other."""

import asyncio
from collections.abc import Sequence

import pytest

from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.store import Change, Event, Kind, Store, Taken, UnknownGame
from tests.playing import Dice, choose
from tests.server.storing import new_game, opened, with_store
from tests.server.test_views import TABLE, live_game_of, row_of

GAMES = [f"g{number}" for number in range(40)]


def counting(store: Store, patch: pytest.MonkeyPatch) -> list[int]:
    """How many events each statement was given."""
    sizes: list[int] = []
    append = store._writer._appends.append

    async def counted(events: Sequence[Event]) -> bool:
        sizes.append(len(events))
        return await append(events)

    patch.setattr(store._writer._appends, "append", counted)
    return sizes


async def created(store: Store, *games: str) -> None:
    await asyncio.gather(*(store.create_game(new_game(game)) for game in games))


def test_moves_of_many_games_are_appended_together(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(store: Store) -> None:
        await created(store, *GAMES)
        sizes = counting(store, monkeypatch)
        for number in (1, 2, 3):
            moves = (store.append(game, number, Kind.MOVE, 0, f"keep {'x' * 150}", f"m{number}") for game in GAMES)
            events = await asyncio.gather(*moves)
            assert [event.number for event in events] == [number] * len(GAMES)
        assert sizes == [len(GAMES)] * 3
        for game in GAMES:
            assert [event.number for event in await store.events(game)] == [1, 2, 3]

    with_store(database_url, use)


def test_a_move_that_cannot_be_appended_hurts_no_other(database_url: str) -> None:
    async def use(store: Store) -> None:
        await created(store, "g1", "g2", "g3")
        first = await store.append("g2", 1, Kind.MOVE, 0, "draw deck", "m1")
        asked = [
            store.append("g1", 1, Kind.MOVE, 0, "draw deck"),
            store.append("g2", 1, Kind.MOVE, 1, "draw red"),
            store.append("g3", 1, Kind.MOVE, 0, "draw deck"),
            store.append("g3", 2, Kind.MOVE, 0, "draw red"),
            store.append("nowhere", 1, Kind.MOVE, 0, "draw deck"),
            store.append("g2", 2, Kind.MOVE, 0, "draw deck", "m1"),
        ]
        g1, taken, g3, next_of_g3, unknown, repeated = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(taken, Taken) and isinstance(unknown, UnknownGame) and repeated == first
        assert await store.events("g1") == [g1]
        assert await store.events("g2") == [first]
        assert await store.events("g3") == [g3, next_of_g3]

    with_store(database_url, use)


@pytest.mark.slow
def test_other_processes_are_sent_the_events_themselves(postgres_url: str) -> None:
    async def use() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other, other.changes() as changes:
            await created(one, "g1")
            event = await one.append("g1", 1, Kind.MOVE, 0, "claim zürich-wien 2 red", "m1")
            async for change in changes:
                if change == Change("g1", 1):
                    assert change.event == event
                    break

    asyncio.run(use())


def test_an_event_that_was_sent_along_is_applied_if_it_comes_next() -> None:
    there, here, dice = FoldedLog(row_of(TABLE, 3)), live_game_of(FoldedLog(row_of(TABLE, 3))), Dice(3)
    events = []
    for number in (1, 2, 3):
        assert there.game is not None
        seat = there.undecided()[0]
        events.append(Event("k7f3", number, Kind.MOVE, seat, str(choose(there.game, dice)), None, 0.0))
        there.fold(events[-1])
    changes = [Change("k7f3", event.number, event) for event in events]
    assert not here.takes(changes[1]) and here.number == 0, "one is missing: the log has to be read"
    assert here.takes(changes[0]) and here.takes(changes[1]) and here.number == 2
    assert not here.takes(changes[1]) and here.number == 2, "twice is once"
    assert not here.takes(Change("k7f3", 3)) and here.takes(changes[2])
    assert here.folded.game is not None and there.game is not None
    assert here.folded.game.state.tobytes() == there.game.state.tobytes()
