"""A token that was revoked opens nothing, at whatever moment and at whatever process it is shown."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from carrozza import boards
from carrozza.server.api.moves import play
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.seating.tokens import new_token, token_row
from carrozza.server.games.tables.access import Access, access_of, known_token
from carrozza.server.games.tables.creation import CreatedGame, create_game
from carrozza.server.games.tables.seat_changes import free_seat, leave_seat, let_bot_play, take_seat
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState, Kind, Role, Store, TokenRow
from carrozza.server.views.feed import Feed
from tests.server.storing import with_store

ADA = Seat("Ada", "person", person=True)
BRUNO = Seat("Bruno", "person", person=True)
FREE = Seat("", "open")


@dataclass
class Room:
    """A store, and what two processes hold of it; neither follows the other's changes by itself."""

    store: Store
    here: LiveGames
    there: LiveGames

    async def game(self, *seats: Seat) -> CreatedGame:
        options = {"watch": "nobody"}
        return await create_game(self.store, boards.load("new-york"), (), list(seats), options, listed=True)

    async def eve_waits(self) -> tuple[LiveGame, str]:
        """Eve has the second of three seats, and the third is free."""
        live_game = await self.here.get((await self.game(ADA, FREE, FREE)).game)
        return live_game, (await take_seat(live_game, "Eve", 1)).token


def in_room(url: str, use: Callable[[Room], Awaitable[None]]) -> None:
    async def with_two(store: Store) -> None:
        await use(Room(store, LiveGames(store), LiveGames(store)))

    with_store(url, with_two)


async def bruno_gets_the_seat(live_game: LiveGame) -> None:
    """The host frees Eve's seat, Bruno takes it, and the game begins."""
    await free_seat(live_game, 1)
    await take_seat(live_game, "Bruno", 1)
    await take_seat(live_game, "Carla", 2)
    assert live_game.state == GameState.PLAYING


async def refusal(asked: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refused:
        await asked
    return refused.value.error


def test_a_token_that_is_revoked_while_it_is_looked_up_opens_nothing(sqlite_url: str) -> None:
    async def use(room: Room) -> None:
        live_game, eve = await room.eve_waits()
        read = room.store.token

        async def read_slowly(hashed: str) -> TokenRow | None:
            found = await read(hashed)
            if live_game.state == GameState.WAITING:
                await bruno_gets_the_seat(live_game)
            return found

        room.store.token = read_slowly  # type: ignore[method-assign]
        assert await refusal(known_token(live_game, eve)) == "token"
        assert await refusal(known_token(live_game, eve)) == "token", "nor was it kept"

    in_room(sqlite_url, use)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_token_that_is_revoked_at_another_process_opens_nothing_here(sqlite_url: str, fresh: bool) -> None:
    async def use(room: Room) -> None:
        live_game, eve = await room.eve_waits()
        access = await access_of(room.there, live_game.game_id, eve)
        assert access.seat() == 1, "which is remembered there"
        await bruno_gets_the_seat(live_game)
        assert access.live_game.state == GameState.WAITING, "which is not known there yet"
        assert await refusal(access_of(room.there, live_game.game_id, eve, fresh=fresh)) == "token"

    in_room(sqlite_url, use)


async def by_a_move(access: Access, token: str) -> None:
    await play(access, "draw deck", None, None)


async def by_a_view(access: Access, token: str) -> None:
    access.viewer()
    access.check_begun()


async def by_leaving(access: Access, token: str) -> None:
    await leave_seat(access)


async def by_listening(access: Access, token: str) -> None:
    await Feed(access, token, 0, "en").check()


@pytest.mark.parametrize("ask", [by_a_move, by_a_view, by_leaving, by_listening])
def test_a_request_under_way_when_its_token_is_revoked_is_refused(
    sqlite_url: str, ask: Callable[[Access, str], Awaitable[None]]
) -> None:
    async def use(room: Room) -> None:
        live_game, eve = await room.eve_waits()
        access = await access_of(room.here, live_game.game_id, eve)
        await bruno_gets_the_seat(live_game)
        assert await refusal(ask(access, eve)) in ("token", "waiting", "stale")
        assert [seat.name for seat in live_game.seats] == ["Ada", "Bruno", "Carla"]
        assert live_game.number == 4, "nothing was written"

    in_room(sqlite_url, use)


def test_who_takes_a_seat_again_and_again_at_once_holds_it_alone(sqlite_url: str) -> None:
    """A seat is freed at one process while somebody takes it at another."""

    async def use(room: Room) -> None:
        live_game, eve = await room.eve_waits()
        there = await room.there.get(live_game.game_id)
        read = room.store.tokens
        late: list[str] = []

        async def read_before_another_joins(game: str) -> list[TokenRow]:
            found = await read(game)
            if not late:
                late.append(eve)
                await free_seat(there, 1)
                late.append((await take_seat(there, "Late", 1)).token)
            return found

        room.store.tokens = read_before_another_joins  # type: ignore[method-assign]
        await free_seat(live_game, 1)
        assert live_game.seats[1] == FREE
        for token in late:
            assert await refusal(known_token(live_game, token)) == "token"

    in_room(sqlite_url, use)


def test_no_token_of_a_seat_is_given_out_once_the_game_has_begun(sqlite_url: str) -> None:
    async def use(room: Room) -> None:
        created = await room.game(ADA, Seat("Olga", "bot", "random"))
        live_game = await room.here.get(created.game)
        for seat in (0, 1):
            token = token_row(new_token(), created.game, Role.SEAT, seat)
            assert await refusal(live_game.change_seat(seat, lambda here: here.taken_by("Eve"), token=token)) == "begun"
            assert await refusal(live_game.change_seat(seat, Seat.cleared)) == "begun"
        assert live_game.number == 0

    in_room(sqlite_url, use)


def test_a_seat_that_an_older_version_freed_in_a_game_goes_to_a_bot_or_back(sqlite_url: str) -> None:
    async def freed(room: Room) -> tuple[LiveGame, CreatedGame]:
        created = await room.game(ADA, BRUNO)
        free = replace(BRUNO, kind="open", left=True)
        seats = [ADA.as_json(), free.as_json()]
        await room.store.append(created.game, 1, Kind.SEAT, 1, json.dumps(free.as_json()), seats=seats)
        return await room.here.get(created.game), created

    async def use(room: Room) -> None:
        live_game, created = await freed(room)
        assert live_game.state == GameState.PLAYING
        assert await refusal(take_seat(live_game, "Eve", 1)) == "begun"
        await let_bot_play(live_game, 1, "random", "en")
        assert live_game.bots_to_move() == [1]

        live_game, created = await freed(room)
        bruno = await access_of(room.here, created.game, created.seat_tokens[1])
        await play(bruno, str(live_game.view(1).legal_moves[0]), None, None)
        assert live_game.seats[1] == BRUNO

    in_room(sqlite_url, use)
