"""Rematches: the same board and people in a new game, which the game before names.

Whoever asks for it takes their own seat. The seats of the other people are reserved: only the token of the same seat in
the game before opens them, unless the host frees one while the rematch waits. A device that holds several seats asks
with each of their tokens.
"""

from typing import Any

from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.seating.tokens import token_hash
from carrozza.server.games.tables.creation import CreatedGame, create_game
from carrozza.server.games.tables.seat_changes import take_seat
from carrozza.server.refusals import Refused, unknown_token
from carrozza.server.store import Role


async def play_again(live_games: LiveGames, before: LiveGame, seat: int) -> dict[str, Any]:
    """Create the rematch or, where another player already has, take one's seat in it."""
    if before.folded.rematch is None:
        created = await _new_game(before, seat)
        if await before.note_rematch(seat, created.game):
            return created.as_json()
    assert before.folded.rematch is not None, "another request has noted it"
    return await _seat_in(await live_games.get(before.folded.rematch), seat, before.seats[seat].name)


async def _new_game(before: LiveGame, requester: int) -> CreatedGame:
    row = before.row
    seats = [_seat_again(seat, own=number == requester) for number, seat in enumerate(before.seats)]
    options = {**row.options, "first": None, "guide": False, "before": row.id}
    return await create_game(before.store, before.board, row.variants, seats, options, listed=False, payer=row.payer)


def _seat_again(seat: Seat, *, own: bool) -> Seat:
    """Seats of people stay reserved by name, even where a bot played last."""
    if not seat.person:
        return Seat(seat.name, "bot", bot=seat.bot or "medium")
    return Seat(seat.name, "person", person=True) if own else Seat(seat.name, "open")


async def _seat_in(live_game: LiveGame, seat: int, name: str) -> dict[str, Any]:
    await live_game.refresh()
    joined = await take_seat(live_game, name, own=seat)
    seats = [
        {
            "seat": number,
            "name": here.name or None,
            "kind": here.kind,
            "token": joined.token if number == seat else None,
        }
        for number, here in enumerate(live_game.seats)
    ]
    return {"game": live_game.game_id, "host": None, "watch": None, "invite": None, "seats": seats}


async def seat_from_before(live_game: LiveGame, token: str) -> int | None:
    """The seat that this token opens in the game before, if it does; refused where it has a part in this game."""
    row = await live_game.store.token(token_hash(token))
    if row is None or row.revoked:
        raise unknown_token()
    if row.game == live_game.game_id and row.role in (Role.SEAT, Role.HOST):
        raise Refused("seated", 409, "server.one_seat_each")
    if row.role != Role.SEAT or row.game != live_game.row.options.get("before"):
        return None
    return row.seat
