"""Creating games, the lobby, joining, leaving, the host's seats, rematches."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from carrozza.server import models
from carrozza.server.api.rendered_responses import payer_of
from carrozza.server.api.request_context import (
    AskedLanguage,
    GameId,
    ReadAccess,
    Token,
    WriteAccess,
    answer,
    directory_of,
    live_games_of,
    store_of,
)
from carrozza.server.games.guided_games import prepared_seed, with_bot
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.tokens import token_row, watch_token
from carrozza.server.games.tables.access import Access, known_token
from carrozza.server.games.tables.bots_alone import check_bots_alone
from carrozza.server.games.tables.creation import bot_named, check_setup, create_game, new_seats
from carrozza.server.games.tables.rematches import play_again, seat_from_before
from carrozza.server.games.tables.seat_changes import free_seat, give_back, leave_seat, let_bot_play, take_seat
from carrozza.server.refusals import Refused, no_token, not_yours
from carrozza.server.store import GameState, Role
from carrozza.server.views.game_info import info_of, lobby_info, seats_of

router = APIRouter(prefix="/api/games", tags=["games"])

SeatNumber = Annotated[int, Path(ge=0, le=5)]


@router.post(
    "", status_code=201, response_model=models.Created, responses=models.refusals(403, 409), summary="Make a game"
)
async def create(request: Request, language: AskedLanguage, asked: models.NewGame) -> Response:
    """The game begins when no seat is open. The answer holds the tokens, which are sent only once: the host's, an
    invitation for those who are to join, a watcher's, and one for each seat of kind `person`."""
    known = await directory_of(request).get(asked.board, 422)
    board = known.board
    if asked.guide:
        asked = with_bot(asked)
    check_setup(board, asked.variants, len(asked.seats), asked.first)
    seed = prepared_seed(board, asked.variants) if asked.guide else None
    seats = new_seats(asked.seats, board, language)
    options = {
        "first": asked.first,
        "clock": asked.clock,
        "watch": asked.watch,
        "hot_seat": asked.hot_seat,
        "guide": asked.guide,
    }
    store, payer = store_of(request), payer_of(request)
    if request.app.state.rate_limiter is not None:
        await check_bots_alone(store, payer, seats)
    await directory_of(request).keep(known)
    created = await create_game(
        store, board, asked.variants, seats, options, listed=asked.listed, payer=payer, seed=seed
    )
    return answer(created.as_json(), 201)


@router.get("", response_model=models.Lobby, responses=models.refusals(), summary="Open games")
async def lobby(request: Request) -> Response:
    """Listed games that wait for players, the newest first."""
    return answer({"games": [info async for info in _lobby(request)]})


async def _lobby(request: Request) -> AsyncIterator[dict[str, Any]]:
    for row in await store_of(request).lobby():
        with suppress(Refused):  # a board that this version cannot read
            yield lobby_info(row, (await directory_of(request).get(row.board)).board)


@router.get(
    "/{game}", response_model=models.GameInfo, responses=models.refusals(401, 403, 404, 409), summary="About one game"
)
async def info(access: ReadAccess) -> Response:
    """Its seats and settings, and what the token opens; nothing of the game itself."""
    token = None if access.token is None else {"role": access.token.role, "seat": access.token.seat}
    return answer({**info_of(access.live_game), "token": token})


@router.post(
    "/{game}/join",
    response_model=models.Joined,
    responses=models.refusals(401, 403, 404, 409),
    summary="Take a free seat",
)
async def join(request: Request, game: GameId, token: Token, asked: models.Join) -> Response:
    """Before the game begins. Anybody may join a listed game; any other takes its invitation. In a rematch, the token
    of a seat in the game before opens the same seat, which is reserved for it."""
    live_game = await live_games_of(request).get(game)
    await live_game.refresh()
    own = None if token is None else await seat_from_before(live_game, token)
    if own is None:
        await _check_invited(live_game, asked.invite)
    return answer(await take_seat(live_game, asked.name, asked.seat, own))


async def _check_invited(live_game: LiveGame, invite: str | None) -> None:
    if live_game.row.listed:
        return
    if not invite or (await known_token(live_game, invite)).role != Role.INVITE:
        raise not_yours()


@router.post(
    "/{game}/leave",
    response_model=models.Seats,
    responses=models.refusals(401, 403, 404, 409),
    summary="Leave the table",
)
async def leave(access: WriteAccess) -> Response:
    """Before the game begins the seat is free again; later it stays yours, and the host may let a bot play it."""
    access.seat()
    await access.live_game.refresh()
    if access.live_game.state != GameState.FINISHED:
        await leave_seat(access)
    return answer({"seats": seats_of(access.live_game)})


@router.put(
    "/{game}/seats/{seat}",
    response_model=models.Seats,
    responses=models.refusals(401, 403, 404, 409),
    summary="Who plays a seat (host)",
)
async def set_seat(
    access: WriteAccess, language: AskedLanguage, seat: SeatNumber, asked: models.SeatChange
) -> Response:
    """`bot` fills a free seat, or plays for somebody who has left or has not been heard of for a minute; `person` gives
    the seat back to whom it belongs, who may ask for that as well; `open` frees it for another to join, before the game
    begins."""
    _check_may_change(access, seat, asked.kind)
    live_game = access.live_game
    await live_game.refresh()
    if seat >= len(live_game.seats):
        raise Refused("unknown", 404, "server.unknown_seat")
    if live_game.state == GameState.FINISHED:
        raise Refused("finished", 409, "refusal.E5")
    match asked.kind:
        case "bot":
            await let_bot_play(live_game, seat, bot_named(asked.bot, live_game.board), language)
        case "person":
            await give_back(live_game, seat)
        case "open":
            await free_seat(live_game, seat)
    return answer({"seats": seats_of(live_game)})


def _check_may_change(access: Access, seat: int, kind: str) -> None:
    if kind == "person" and access.begun and access.role == Role.SEAT and access.seat() == seat:
        return
    access.check_host()


@router.post(
    "/{game}/watch",
    response_model=models.WatchLink,
    responses=models.refusals(401, 403, 404, 409),
    summary="A link to watch, to give away",
)
async def watch(request: Request, access: ReadAccess, token: Token) -> Response:
    """For whoever has a seat, and for the host: a watcher's token. The same token always gets the same one."""
    if token is None:
        raise no_token()
    if access.role not in (Role.SEAT, Role.HOST):
        raise not_yours()
    if access.live_game.row.options.get("watch") == "nobody":
        raise Refused("forbidden", 403, "server.no_watching")
    given, game = watch_token(token), access.live_game.game_id
    await store_of(request).add_tokens(game, [token_row(given, game, Role.WATCH)])
    return answer({"watch": given})


@router.post(
    "/{game}/rematch",
    status_code=201,
    response_model=models.Created,
    responses=models.refusals(401, 403, 404, 409),
    summary="Play again with the same people",
)
async def rematch(request: Request, access: WriteAccess) -> Response:
    """Create a game with the same board and people, and announce it in this one; whoever asks later takes their own
    seat in it. The answer holds the token of the seat that asked."""
    seat = access.seat()
    await access.live_game.refresh()
    if access.live_game.state != GameState.FINISHED:
        raise Refused("playing", 409, "server.not_finished")
    access.check_begun()
    return answer(await play_again(live_games_of(request), access.live_game, seat), 201)
