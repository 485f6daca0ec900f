"""Ids of moves: one stands for one request of a seat's client; bots' moves have none, so that no id freezes a game."""

import asyncio
import json
from dataclasses import replace

from carrozza.game import Game
from carrozza.server.games.live.live_game import Accepted, LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.refusals import Refused
from carrozza.server.store import Store
from tests.server.bot_games import ADA, GAME, BotGames, bot, bot_games, goes_on, with_bot_games
from tests.server.storing import opened, with_store
from tests.server.test_bots import Scripted
from tests.server.test_store_migrations import at_version, run_sql

BRUNO = replace(ADA, name="Bruno")
OPTIONS = '{"first": 0, "clock": 60, "watch": "link"}'


async def opening(games: BotGames) -> LiveGame:
    """A game of two people in which Ada has her first turn before her."""
    live_game = await games.begin(ADA, BRUNO, first=0)
    for seat in (0, 1):
        await live_game.play(seat, live_game.view(seat).legal_moves[0])
    return live_game


def a_claim(live_game: LiveGame) -> str:
    return next(move for move in map(str, live_game.view(0).legal_moves) if move.startswith("claim"))


def test_a_client_that_sends_the_ids_of_bots_freezes_nothing(database_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await opening(games)
        guessed = f"bot {live_game.number + 2}"
        assert isinstance(await live_game.play(0, "draw deck", guessed), Accepted)
        await live_game.change_seat(0, lambda seat: seat.played_by("medium", "clock"))
        await games.until(lambda live_game: live_game.folded.undecided() == [1])
        own = [event for event in await games.store.events(GAME) if event.client_id is not None]
        assert [event.client_id for event in own] == [guessed], "what the server plays has no id"

    with_bot_games(database_url, use, Scripted)


def test_the_same_id_of_another_seat_is_another_request(database_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await games.begin(ADA, BRUNO)
        moves = [live_game.view(seat).legal_moves[0] for seat in (0, 1)]
        first = [await live_game.play(seat, move, "c1") for seat, move in enumerate(moves)]
        assert first == [Accepted(1), Accepted(2)]
        assert [await live_game.play(seat, move, "c1") for seat, move in enumerate(moves)] == first

    with_bot_games(database_url, use, Scripted)


def test_the_same_id_with_another_move_is_refused(database_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await opening(games)
        claim, number = a_claim(live_game), live_game.number
        assert await live_game.play(0, claim, "c1") == Accepted(number + 1)
        for again in (
            live_game.play(0, "draw deck", "c1"),
            live_game.play(0, "claim moon-mars", "c1"),
            live_game.play(0, "nonsense", "c1"),
            live_game.undo(0, "c1"),
        ):
            refused = await again
            assert isinstance(refused, Refused)
            assert (refused.error, refused.status) == ("id", 409)
        assert await live_game.undo(0, "u1") == Accepted(number + 2)
        assert await live_game.undo(0, "u1") == Accepted(number + 2)
        assert await live_game.play(0, claim, "c1") == Accepted(number + 1), "sent again, and not played again"
        assert isinstance(await live_game.play(0, claim, "u1"), Refused)
        assert live_game.number == number + 2

    with_bot_games(database_url, use, Scripted)


def test_a_claim_that_leaves_the_cards_open_is_the_same_claim(sqlite_url: str) -> None:
    async def use(games: BotGames) -> None:
        live_game = await opening(games)
        short = " ".join(a_claim(live_game).split()[:2])
        first = await live_game.play(0, short, "c1")
        assert isinstance(first, Accepted)
        written = (await games.store.events(GAME))[-1].body
        assert written.startswith(f"{short} ")
        for again in (short, written):
            assert await live_game.play(0, again, "c1") == first
        assert isinstance(await live_game.play(0, "claim denver-santa-fe", "c1"), Refused)

    with_bot_games(sqlite_url, use, Scripted)


def test_one_id_at_two_processes_is_one_move(database_url: str) -> None:
    """They write the same number, and the second has not read what the first wrote."""

    async def use() -> None:
        async with bot_games(database_url, Scripted()) as one, opened(database_url) as other:
            live_game = await opening(one)
            twin = await LiveGames(other).get(GAME)
            claim = a_claim(live_game)
            played = await live_game.play(0, claim, "c1")
            refused = await twin.play(0, "draw deck", "c1")
            assert isinstance(refused, Refused)
            assert refused.error == "id"
            assert await twin.play(0, claim, "c1") == played
            assert twin.number == live_game.number
            for seat in (0, 1):
                assert twin.view(seat).legal_moves == live_game.view(seat).legal_moves

    asyncio.run(use())


def test_two_processes_play_a_bots_decision_once(database_url: str) -> None:
    async def use() -> None:
        async with bot_games(database_url, Scripted()) as one, opened(database_url) as other:
            await one.bot_turns.close()
            live_game = await one.begin(bot("Olga", "easy"), bot("Pino", "easy"))
            twin = await LiveGames(other).get(GAME)
            moves = [str(move) for move in live_game.view(0).legal_moves][:2]
            assert isinstance(await live_game.play_for_bot(0, moves[0], 0), Accepted)
            late = await twin.play_for_bot(0, moves[1], 0)
            assert isinstance(late, Refused)
            assert late.error == "stale"
            assert len(await other.events(GAME)) == 1

    asyncio.run(use())


def test_a_game_that_an_older_version_froze_goes_on(database_url: str) -> None:
    at_version(database_url, "0003")
    run_sql(database_url, *frozen_game())

    async def ids(store: Store) -> list[str | None]:
        return [event.client_id for event in await store.events(GAME)]

    assert with_store(database_url, ids) == ["mine", None, None, None]

    async def use(games: BotGames) -> None:
        await games.until(goes_on)

    with_bot_games(database_url, use, Scripted)


def frozen_game() -> list[str]:
    """Ada's third move has the id that the stand-in's move after number 4 had in that version."""
    game, stand_in = Game("new-york", ["Ada", "Olga"], 7, first=0), ADA.played_by("medium", "clock")
    keeps = [str(game.view(seat).legal_moves[0]) for seat in (0, 1)]
    seats = json.dumps([stand_in.as_json(), bot("Olga", "medium").as_json()])
    events = [
        (1, "move", 0, keeps[0], "'mine'"),
        (2, "move", 1, keeps[1], "'bot 0'"),
        (3, "move", 0, "draw deck", "'bot 4'"),
        (4, "seat", 0, json.dumps(stand_in.as_json()), "NULL"),
    ]
    row = f"('{GAME}', 1.5, 'new-york', '[]', '{seats}', '{OPTIONS}', '7', '0.1.0', 'playing', FALSE)".replace(
        ":", r"\:"
    )
    return [
        f"INSERT INTO games (id, created, board, variants, seats, options, seed, engine, state, listed) VALUES {row}",
        *(
            f"INSERT INTO events (game, number, kind, seat, body, client_id, at) "
            f"VALUES ('{GAME}', {number}, '{kind}', {seat}, '{body}', {id}, 2.5)"
            for number, kind, seat, body, id in events
        ),
    ]
