"""Leaving and coming back, joining and leaving, changing bots: none of it makes a game's log grow without end."""

from collections.abc import Awaitable, Callable

import pytest

from carrozza import boards
from carrozza.server.games.live.folded_log import MOST_SEAT_CHANGES
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.access import access_of
from carrozza.server.games.tables.creation import create_game
from carrozza.server.games.tables.seat_changes import free_seat, give_back, leave_seat, let_bot_play, take_seat
from carrozza.server.refusals import Refused
from carrozza.server.store import Store
from tests.server.storing import with_store

ADA = Seat("Ada", "person", person=True)
BRUNO = Seat("Bruno", "person", person=True)
OLGA = Seat("Olga", "bot", bot="easy")
FREE = Seat("", "open")
AT_REST = 2
"""Changes beyond the limit that leave the seat where the game can go on."""

Change = Callable[[LiveGame], Awaitable[object]]


def with_game(url: str, seats: list[Seat], use: Callable[[LiveGame], Awaitable[None]]) -> None:
    async def run(store: Store) -> None:
        made = await create_game(store, boards.load("new-york"), (), seats, {"watch": "anyone"}, listed=True)
        await use(await LiveGames(store).get(made.game))

    with_store(url, run)


async def repeated(live_game: LiveGame, *changes: Change) -> list[str]:
    """One after the other, again and again; which were refused in the last round."""
    refused: list[str] = []
    for _ in range(MOST_SEAT_CHANGES):
        refused = []
        for change in changes:
            try:
                await change(live_game)
            except Refused as why:
                assert (why.error, why.status) == ("often", 409)
                refused.append(change.__name__)
    assert live_game.number <= MOST_SEAT_CHANGES + AT_REST
    return refused


async def leave(live_game: LiveGame) -> None:
    await live_game.change_seat(1, Seat.after_leaving)


async def connect_again(live_game: LiveGame) -> None:
    await live_game.change_seat(1, Seat.after_connecting)


async def act_again(live_game: LiveGame) -> None:
    await live_game.change_seat(1, Seat.after_acting)


async def put_easy_bot(live_game: LiveGame) -> None:
    await live_game.change_seat(1, lambda seat: seat.played_by("easy"))


async def put_medium_bot(live_game: LiveGame) -> None:
    await live_game.change_seat(1, lambda seat: seat.played_by("medium"))


async def give_seat_back(live_game: LiveGame) -> None:
    await give_back(live_game, 1)


async def join(live_game: LiveGame) -> None:
    await take_seat(live_game, "Zoe", 1)


async def free(live_game: LiveGame) -> None:
    await free_seat(live_game, 1)


async def play(live_game: LiveGame) -> None:
    await live_game.play(0, live_game.view(0).legal_moves[0])


@pytest.mark.parametrize("back", [connect_again, act_again])
def test_leaving_and_coming_back(sqlite_url: str, back: Change) -> None:
    async def use(live_game: LiveGame) -> None:
        assert await repeated(live_game, leave, back) == ["leave"]
        assert not live_game.seats[1].left, "who is there counts as there"
        await play(live_game)
        await leave(live_game)
        assert live_game.seats[1].left, "after a move it is possible again"

    with_game(sqlite_url, [ADA, BRUNO], use)


def test_a_bot_for_a_person_and_the_person_back(sqlite_url: str) -> None:
    async def use(live_game: LiveGame) -> None:
        assert "give_seat_back" in await repeated(live_game, leave, put_easy_bot, give_seat_back)
        assert live_game.seats[1].kind == "bot", "so that the game goes on"
        await play(live_game)
        await give_seat_back(live_game)

    with_game(sqlite_url, [ADA, BRUNO], use)


def test_one_bot_for_another(sqlite_url: str) -> None:
    async def use(live_game: LiveGame) -> None:
        assert len(await repeated(live_game, put_medium_bot, put_easy_bot)) == 1

    with_game(sqlite_url, [ADA, OLGA], use)


@pytest.mark.parametrize("fill", [join, put_easy_bot])
def test_coming_and_going_before_the_game_begins(sqlite_url: str, fill: Change) -> None:
    async def use(live_game: LiveGame) -> None:
        assert await repeated(live_game, fill, free) == [fill.__name__]
        assert live_game.seats[1].free
        await take_seat(live_game, "Zoe")
        assert live_game.seats[2].name == "Zoe", "another seat is not concerned"

    with_game(sqlite_url, [ADA, FREE, FREE], use)


def test_other_seats_are_not_concerned(sqlite_url: str) -> None:
    async def use(live_game: LiveGame) -> None:
        await repeated(live_game, leave, connect_again)
        await live_game.change_seat(0, Seat.after_leaving)
        await let_bot_play(live_game, 0, "easy", "en")
        assert live_game.seats[0].kind == "bot"

    with_game(sqlite_url, [ADA, BRUNO], use)


def test_whoever_leaves_too_often_is_told(sqlite_url: str) -> None:
    async def run(store: Store) -> None:
        live_games = LiveGames(store)
        made = await create_game(store, boards.load("new-york"), (), [ADA, BRUNO], {"watch": "nobody"}, listed=False)
        access = await access_of(live_games, made.game, made.seat_tokens[1])
        with pytest.raises(Refused) as refused:
            for _ in range(MOST_SEAT_CHANGES):
                await leave_seat(access)
                await connect_again(access.live_game)
        assert "30 times while no move was played" in refused.value.sentence("en")

    with_store(sqlite_url, run)
