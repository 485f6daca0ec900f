"""Making games, and coming to them: the lobby, joining, leaving, the host's seats, playing again."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from carrozza.server import models
from carrozza.server.api.request_context import (
    AskedLanguage,
    Asker,
    GameId,
    Looking,
    Moving,
    Token,
    answer,
    known_token,
    sittings_of,
    store_of,
)
from carrozza.server.games.creation import (
    board_named,
    bot_named,
    check_table,
    game_info,
    info_of,
    open_table,
    seated,
    seats_of,
)
from carrozza.server.games.rematches import play_again, seat_from_before
from carrozza.server.games.seats import Seat, proper_name, usual_name
from carrozza.server.games.sitting import Sitting
from carrozza.server.games.tokens import kept, new_token
from carrozza.server.refusals import Refused, not_yours
from carrozza.server.store import GameState, Role
from carrozza.server.views.view_json import is_present

router = APIRouter(prefix="/api/games", tags=["games"])

SeatNumber = Annotated[int, Path(ge=0, le=5)]


@router.post(
    "", status_code=201, response_model=models.Created, responses=models.refusals(403, 409), summary="Make a game"
)
async def create(request: Request, language: AskedLanguage, asked: models.NewGame) -> Response:
    """The game begins when no seat is open. The answer holds the secrets, and nobody can ask for them again: the
    host's, an invitation for those who are to join, a watcher's, and one for each seat of kind `person`."""
    board = board_named(asked.board)
    check_table(board, asked.variants, len(asked.seats), asked.first)
    seats = seated(asked.seats, language)
    options = {
        "first": asked.first,
        "clock": asked.clock,
        "watch": asked.watch,
        "hot_seat": asked.hot_seat,
    }
    opened = await open_table(store_of(request), board, asked.variants, seats, options, listed=asked.listed)
    return answer(opened.as_json(), 201)


@router.get("", response_model=models.Lobby, responses=models.refusals(), summary="Open games")
async def lobby(request: Request) -> Response:
    """Listed games that wait for players, the newest first."""
    rows = await store_of(request).lobby()
    games = [game_info(row, [Seat.read(seat) for seat in row.seats], row.state, 0) for row in rows]
    return answer({"games": games})


@router.get(
    "/{game}", response_model=models.GameInfo, responses=models.refusals(401, 403, 404, 409), summary="About one game"
)
async def info(asker: Looking) -> Response:
    """Who sits there and how it is set; nothing of the game itself."""
    return answer(info_of(asker.sitting))


@router.post(
    "/{game}/join",
    response_model=models.Joined,
    responses=models.refusals(401, 403, 404, 409),
    summary="Take a free seat",
)
async def join(request: Request, game: GameId, token: Token, asked: models.Join) -> Response:
    """A listed game is open to anybody; any other takes its invitation. Who played the game before a rematch may come
    with the token of the seat there."""
    sitting = await sittings_of(request).get(game)
    await sitting.refresh()
    own = None if token is None else await seat_from_before(sitting, token)
    if own is None:
        await _check_invited(sitting, asked.invite)
    wanted = asked.seat if asked.seat is not None else own
    if wanted is not None and wanted >= len(sitting.seats):
        raise Refused("seat", 409, "server.unknown_seat")
    return answer(await take_seat(sitting, asked.name, wanted))


async def _check_invited(sitting: Sitting, invite: str | None) -> None:
    if sitting.row.listed:
        return
    if not invite or (await known_token(sitting, invite)).role not in (Role.INVITE, Role.HOST):
        raise not_yours()


async def take_seat(sitting: Sitting, name: str, wanted: int | None = None) -> models.Joined:
    """The seat that is wanted, or the first that is free; who had it before has it no more."""
    free = [seat for seat, here in enumerate(sitting.seats) if here.free] if wanted is None else [wanted]
    for seat in free:
        token = new_token()
        before = [row.hash for row in await sitting.store.tokens(sitting.game_id) if row.seat == seat]

        def taken(here: Seat, seat: int = seat) -> Seat:
            if not here.free:
                raise Refused("taken", 409, "server.seat_taken")
            others = [other.name for place, other in enumerate(sitting.seats) if place != seat]
            return here.taken_by(proper_name(name, others))

        try:
            await sitting.reseat(seat, taken, tokens=[kept(token, sitting.game_id, Role.SEAT, seat)], revoke=before)
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
async def leave(asker: Moving) -> Response:
    """Before the game begins the seat is free again; later it stays yours, and the host may let a bot play it."""
    sitting, seat = asker.sitting, asker.seat()
    await sitting.refresh()
    if sitting.state == GameState.WAITING:
        assert asker.token is not None
        await sitting.reseat(seat, Seat.emptied, revoke=[asker.token.hash])
    elif sitting.state == GameState.PLAYING:
        await sitting.reseat(seat, Seat.left_alone)
    return answer({"seats": seats_of(sitting)})


@router.put(
    "/{game}/seats/{seat}",
    response_model=models.Seats,
    responses=models.refusals(401, 403, 404, 409),
    summary="Who plays a seat (host)",
)
async def set_seat(asker: Moving, language: AskedLanguage, seat: SeatNumber, asked: models.SeatChange) -> Response:
    """`bot` fills a free seat, or plays for somebody who is away; `person` gives the seat back to whom it belongs, and
    `open` frees it for another to join."""
    asker.check_host()
    sitting = asker.sitting
    await sitting.refresh()
    if seat >= len(sitting.seats):
        raise Refused("unknown", 404, "server.unknown_seat")
    if sitting.state == GameState.FINISHED:
        raise Refused("finished", 409, "refusal.E5")
    match asked.kind:
        case "bot":
            await _fill(asker, seat, bot_named(asked.bot), language)
        case "person":
            await sitting.reseat(seat, _given_back)
        case "open":
            await _free(asker, seat)
    return answer({"seats": seats_of(sitting)})


async def _fill(asker: Asker, seat: int, bot: str, language: str) -> None:
    sitting = asker.sitting

    def filled(here: Seat) -> Seat:
        _check_absent(sitting, seat)
        if here.name:
            return here.played_by(bot)
        others = [other.name for place, other in enumerate(sitting.seats) if place != seat]
        return Seat(usual_name("bot", others, language), "bot", bot=bot)

    await sitting.reseat(seat, filled)


def _check_absent(sitting: Sitting, seat: int) -> None:
    here = sitting.seats[seat]
    if here.kind == "person" and not here.left and is_present(here, seat, sitting):
        raise Refused("present", 409, "server.not_absent", player=here.name)


def _given_back(seat: Seat) -> Seat:
    if not seat.person:
        raise Refused("nobody", 409, "server.nobody_to_give_back")
    return seat.given_back()


async def _free(asker: Asker, seat: int) -> None:
    """Before the game begins the host may show anybody out; later only who is away loses the seat, to whoever joins."""
    sitting = asker.sitting
    if sitting.state == GameState.WAITING:
        rows = await sitting.store.tokens(sitting.game_id)
        await sitting.reseat(seat, Seat.emptied, revoke=[row.hash for row in rows if row.seat == seat])
        return

    def freed(here: Seat) -> Seat:
        _check_absent(sitting, seat)
        return here.freed()

    await sitting.reseat(seat, freed)


@router.post(
    "/{game}/rematch",
    status_code=201,
    response_model=models.Created,
    responses=models.refusals(401, 403, 404, 409),
    summary="Play again with the same people",
)
async def rematch(request: Request, asker: Moving) -> Response:
    """A new game with the same board and the same people, to whom it is told; who asks later joins it."""
    seat = asker.seat()
    await asker.sitting.refresh()
    if asker.sitting.state != GameState.FINISHED:
        raise Refused("playing", 409, "server.not_finished")
    return answer(await play_again(sittings_of(request), asker.sitting, seat), 201)
