"""Creating games, the lobby, joining, leaving, the host's seats, rematches."""

from typing import Annotated

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
    live_games_of,
    store_of,
)
from carrozza.server.games.access import Access, known_token
from carrozza.server.games.bots_alone import check_bots_alone
from carrozza.server.games.creation import board_named, bot_named, check_setup, create_game, new_seats
from carrozza.server.games.live_game import LiveGame
from carrozza.server.games.rematches import play_again, seat_from_before
from carrozza.server.games.seats import Seat, checked_name, default_name
from carrozza.server.games.tokens import new_token, token_row
from carrozza.server.refusals import Refused, not_yours
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
    board = board_named(asked.board)
    check_setup(board, asked.variants, len(asked.seats), asked.first)
    seats = new_seats(asked.seats, language)
    options = {
        "first": asked.first,
        "clock": asked.clock,
        "watch": asked.watch,
        "hot_seat": asked.hot_seat,
    }
    store, payer = store_of(request), payer_of(request)
    if request.app.state.rate_limiter is not None:
        await check_bots_alone(store, payer, seats)
    created = await create_game(store, board, asked.variants, seats, options, listed=asked.listed, payer=payer)
    return answer(created.as_json(), 201)


@router.get("", response_model=models.Lobby, responses=models.refusals(), summary="Open games")
async def lobby(request: Request) -> Response:
    """Listed games that wait for players, the newest first."""
    return answer({"games": [lobby_info(row) for row in await store_of(request).lobby()]})


@router.get(
    "/{game}", response_model=models.GameInfo, responses=models.refusals(401, 403, 404, 409), summary="About one game"
)
async def info(access: ReadAccess) -> Response:
    """Its seats and settings; nothing of the game itself."""
    return answer(info_of(access.live_game))


@router.post(
    "/{game}/join",
    response_model=models.Joined,
    responses=models.refusals(401, 403, 404, 409),
    summary="Take a free seat",
)
async def join(request: Request, game: GameId, token: Token, asked: models.Join) -> Response:
    """Anybody may join a listed game; any other takes its invitation. A player of the game before a rematch may use
    the token of the seat there instead."""
    live_game = await live_games_of(request).get(game)
    await live_game.refresh()
    own = None if token is None else await seat_from_before(live_game, token)
    if own is None:
        await _check_invited(live_game, asked.invite)
    wanted = asked.seat if asked.seat is not None else own
    if wanted is not None and wanted >= len(live_game.seats):
        raise Refused("seat", 409, "server.unknown_seat")
    return answer(await take_seat(live_game, asked.name, wanted))


async def _check_invited(live_game: LiveGame, invite: str | None) -> None:
    if live_game.row.listed:
        return
    if not invite or (await known_token(live_game, invite)).role not in (Role.INVITE, Role.HOST):
        raise not_yours()


async def take_seat(live_game: LiveGame, name: str, wanted: int | None = None) -> models.Joined:
    """Take the wanted seat, or the first free one; earlier tokens of the seat are revoked."""
    free = [seat for seat, here in enumerate(live_game.seats) if here.free] if wanted is None else [wanted]
    for seat in free:
        token = new_token()
        before = [row.hash for row in await live_game.store.tokens(live_game.game_id) if row.seat == seat]

        def taken(here: Seat, seat: int = seat) -> Seat:
            if not here.free:
                raise Refused("taken", 409, "server.seat_taken")
            others = [other.name for place, other in enumerate(live_game.seats) if place != seat]
            return here.taken_by(checked_name(name, others))

        try:
            await live_game.change_seat(
                seat, taken, tokens=[token_row(token, live_game.game_id, Role.SEAT, seat)], revoke=before
            )
        except Refused as refused:
            if refused.error == "taken" and wanted is None:
                continue
            raise
        return models.Joined(seat=seat, token=token)
    raise Refused("taken", 409, "server.no_open_seat")


@router.post(
    "/{game}/leave",
    response_model=models.Seats,
    responses=models.refusals(401, 403, 404, 409),
    summary="Leave the table",
)
async def leave(access: WriteAccess) -> Response:
    """Before the game begins the seat is free again; later it stays yours, and the host may let a bot play it."""
    live_game, seat = access.live_game, access.seat()
    await live_game.refresh()
    if live_game.state == GameState.WAITING:
        assert access.token is not None
        await live_game.change_seat(seat, Seat.cleared, revoke=[access.token.hash])
    elif live_game.state == GameState.PLAYING:
        await live_game.change_seat(seat, Seat.after_leaving)
    return answer({"seats": seats_of(live_game)})


@router.put(
    "/{game}/seats/{seat}",
    response_model=models.Seats,
    responses=models.refusals(401, 403, 404, 409),
    summary="Who plays a seat (host)",
)
async def set_seat(
    access: WriteAccess, language: AskedLanguage, seat: SeatNumber, asked: models.SeatChange
) -> Response:
    """`bot` fills a free seat, or plays for somebody who is away; `person` gives the seat back to whom it belongs, and
    `open` frees it for another to join."""
    access.check_host()
    live_game = access.live_game
    await live_game.refresh()
    if seat >= len(live_game.seats):
        raise Refused("unknown", 404, "server.unknown_seat")
    if live_game.state == GameState.FINISHED:
        raise Refused("finished", 409, "refusal.E5")
    match asked.kind:
        case "bot":
            await _fill(access, seat, bot_named(asked.bot), language)
        case "person":
            await live_game.change_seat(seat, _given_back)
        case "open":
            await _free(access, seat)
    return answer({"seats": seats_of(live_game)})


async def _fill(access: Access, seat: int, bot: str, language: str) -> None:
    live_game = access.live_game

    def filled(here: Seat) -> Seat:
        _check_absent(live_game, seat)
        if here.name:
            return here.played_by(bot)
        others = [other.name for place, other in enumerate(live_game.seats) if place != seat]
        return Seat(default_name("bot", others, language), "bot", bot=bot)

    await live_game.change_seat(seat, filled)


def _check_absent(live_game: LiveGame, seat: int) -> None:
    here = live_game.seats[seat]
    if here.kind == "person" and not here.left and live_game.is_present(seat):
        raise Refused("present", 409, "server.not_absent", player=here.name)


def _given_back(seat: Seat) -> Seat:
    if not seat.person:
        raise Refused("nobody", 409, "server.nobody_to_give_back")
    return seat.given_back()


async def _free(access: Access, seat: int) -> None:
    """Before the game begins the host may free any seat; later only the seat of somebody who is absent."""
    live_game = access.live_game
    if live_game.state == GameState.WAITING:
        rows = await live_game.store.tokens(live_game.game_id)
        await live_game.change_seat(seat, Seat.cleared, revoke=[row.hash for row in rows if row.seat == seat])
        return

    def freed(here: Seat) -> Seat:
        _check_absent(live_game, seat)
        return here.freed()

    await live_game.change_seat(seat, freed)


@router.post(
    "/{game}/rematch",
    status_code=201,
    response_model=models.Created,
    responses=models.refusals(401, 403, 404, 409),
    summary="Play again with the same people",
)
async def rematch(request: Request, access: WriteAccess) -> Response:
    """Create a game with the same board and people, and announce it in this one; whoever asks later joins it."""
    seat = access.seat()
    await access.live_game.refresh()
    if access.live_game.state != GameState.FINISHED:
        raise Refused("playing", 409, "server.not_finished")
    return answer(await play_again(live_games_of(request), access.live_game, seat), 201)
