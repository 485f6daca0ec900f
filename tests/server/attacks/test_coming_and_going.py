"""Coming and going before a game leaves it readable: at every process, and after every restart."""

from collections.abc import Sequence

import pytest

from carrozza import boards
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.access import access_of
from carrozza.server.games.tables.creation import create_game
from carrozza.server.games.tables.seat_changes import free_seat, leave_seat, take_seat
from carrozza.server.store import GameState, Store
from carrozza.server.views.event_text import events_since
from carrozza.server.views.view_json import view_json
from tests.server.storing import with_store

ADA = Seat("Ada", "person", person=True)
FREE = Seat("", "open")

COMINGS: dict[str, Sequence[tuple[str, int]]] = {
    "somebody comes, goes, and another comes": [("Eve", 1), ("", 1), ("Bruno", 1)],
    "somebody changes seats": [("Eve", 1), ("", 1), ("Eve", 2)],
    "all seats were taken, though never at once": [("Eve", 1), ("", 1), ("Carla", 2)],
    "two exchange names": [("Eve", 1), ("Bruno", 2), ("", 1), ("", 2), ("Bruno", 1), ("Eve", 2)],
    "everybody is there": [("Eve", 1), ("", 1), ("Carla", 2), ("", 2), ("Eve", 2), ("Carla", 3), ("Bruno", 1)],
}


@pytest.mark.parametrize("going", ["they leave", "the host frees the seat"])
@pytest.mark.parametrize("comings", COMINGS.values(), ids=COMINGS)
def test_who_joins_and_leaves_breaks_no_game(sqlite_url: str, comings: Sequence[tuple[str, int]], going: str) -> None:
    async def use(store: Store) -> None:
        live_games = LiveGames(store)
        options = {"watch": "anyone"}
        made = await create_game(store, boards.load("new-york"), (), [ADA, FREE, FREE, FREE], options, listed=True)
        live_game, tokens = await live_games.get(made.game), {}
        for name, seat in comings:
            if name:
                tokens[seat] = (await take_seat(live_game, name, seat)).token
            elif going == "they leave":
                await leave_seat(await access_of(live_games, made.game, tokens[seat]))
            else:
                await free_seat(live_game, seat)
            await check_that_others_read_the_same(store, live_game)
        if live_game.state == GameState.PLAYING:
            await live_game.play(0, live_game.view(0).legal_moves[0])
            await check_that_others_read_the_same(store, live_game)

    with_store(sqlite_url, use)


async def check_that_others_read_the_same(store: Store, live_game: LiveGame) -> None:
    """As a process reads it that starts now."""
    read = await LiveGames(store).get(live_game.game_id)
    assert (read.state, read.seats, read.number) == (live_game.state, live_game.seats, live_game.number)
    assert read.folded.turns == live_game.folded.turns, "on the clock as well"
    told, tells = (events_since(one.folded, 0, 0, "en") for one in (live_game, read))
    assert told == tells
    if live_game.state == GameState.PLAYING:
        for seat in (None, 0, 1, 2, 3):
            assert view_json(read.view(seat), "en") == view_json(live_game.view(seat), "en")
