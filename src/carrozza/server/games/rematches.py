"""Rematches: the same board and people in a new game, which the game before names."""

from typing import Any

from carrozza import boards
from carrozza.server.games.creation import CreatedGame, create_game
from carrozza.server.games.live_game import LiveGame
from carrozza.server.games.live_games import LiveGames
from carrozza.server.games.seats import Seat
from carrozza.server.games.tokens import new_token, token_hash, token_row
from carrozza.server.refusals import Refused, unknown_token
from carrozza.server.store import Role


async def play_again(live_games: LiveGames, before: LiveGame, seat: int) -> dict[str, Any]:
    """Create the rematch or, where another player already has, take a seat in it."""
    if before.folded.rematch is None:
        created = await _new_game(before, seat)
        if await before.note_rematch(seat, created.game):
            return created.as_json()
    assert before.folded.rematch is not None, "another request has noted it"
    return await _seat_in(await live_games.get(before.folded.rematch), seat)


async def _new_game(before: LiveGame, requester: int) -> CreatedGame:
    row = before.row
    everybody = row.options.get("hot_seat", False)
    seats = [_seat_again(seat, own=number == requester or everybody) for number, seat in enumerate(before.seats)]
    options = {**row.options, "first": None, "before": row.id}
    board = boards.load(row.board)
    return await create_game(before.store, board, row.variants, seats, options, listed=False, payer=row.payer)


def _seat_again(seat: Seat, *, own: bool) -> Seat:
    """Seats of people stay reserved by name, even where a bot played last."""
    if not seat.person:
        return Seat(seat.name, "bot", bot=seat.bot or "medium")
    return Seat(seat.name, "person", person=True) if own else Seat(seat.name, "open")


async def _seat_in(live_game: LiveGame, seat: int) -> dict[str, Any]:
    await live_game.refresh()
    token = new_token()
    name = live_game.seats[seat].name

    def taken(here: Seat) -> Seat:
        if not here.free:
            raise Refused("taken", 409, "server.seat_taken")
        return here.taken_by(name)

    await live_game.change_seat(seat, taken, tokens=[token_row(token, live_game.game_id, Role.SEAT, seat)])
    seats = [
        {"seat": number, "name": here.name or None, "kind": here.kind, "token": token if number == seat else None}
        for number, here in enumerate(live_game.seats)
    ]
    return {"game": live_game.game_id, "host": None, "watch": None, "invite": None, "seats": seats}


async def seat_from_before(live_game: LiveGame, token: str) -> int | None:
    """The seat that this token created in the game before; none where it opens nothing there."""
    row = await live_game.store.token(token_hash(token))
    if row is None or row.revoked:
        raise unknown_token()
    if row.role != Role.SEAT or row.game != live_game.row.options.get("before"):
        return None
    return row.seat
