"""Playing again: the same board and people, who find each other through the game before."""

from typing import Any

from carrozza import boards
from carrozza.server.games.creation import Opened, open_table
from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Sitting, Sittings
from carrozza.server.games.tokens import kept, new_token
from carrozza.server.refusals import Refused, unknown_token
from carrozza.server.store import Role, token_hash


async def play_again(sittings: Sittings, before: Sitting, seat: int) -> dict[str, Any]:
    """A new game or, where somebody asked before, a seat in the one that was made."""
    if before.now.rematch is None:
        opened = await _new_game(before, seat)
        if await before.note_rematch(seat, opened.game):
            return opened.as_json()
    assert before.now.rematch is not None, "who was faster has noted it"
    return await _seat_in(await sittings.get(before.now.rematch), seat)


async def _new_game(before: Sitting, asker: int) -> Opened:
    row = before.row
    everybody = row.options.get("hot_seat", False)
    seats = [_seat_again(seat, own=number == asker or everybody) for number, seat in enumerate(before.seats)]
    options = {**row.options, "first": None, "before": row.id}
    board = boards.load(row.board)
    return await open_table(before.store, board, row.variants, seats, options, listed=False)


def _seat_again(seat: Seat, *, own: bool) -> Seat:
    """People are awaited under their names; whoever a bot played for may come as well."""
    if not seat.person:
        return Seat(seat.name, "bot", bot=seat.bot or "medium")
    return Seat(seat.name, "person", person=True) if own else Seat(seat.name, "open")


async def _seat_in(sitting: Sitting, seat: int) -> dict[str, Any]:
    await sitting.refresh()
    token = new_token()
    name = sitting.seats[seat].name

    def taken(here: Seat) -> Seat:
        if not here.free:
            raise Refused("taken", 409, "server.seat_taken")
        return here.taken_by(name)

    await sitting.reseat(seat, taken, tokens=[kept(token, sitting.game_id, Role.SEAT, seat)])
    seats = [
        {"seat": number, "name": here.name or None, "kind": here.kind, "token": token if number == seat else None}
        for number, here in enumerate(sitting.seats)
    ]
    return {"game": sitting.game_id, "host": None, "watch": None, "invite": None, "seats": seats}


async def seat_from_before(sitting: Sitting, token: str) -> int | None:
    """The seat that this token opened in the game before; none where it opens nothing there."""
    row = await sitting.store.token(token_hash(token))
    if row is None or row.revoked:
        raise unknown_token()
    if row.role != Role.SEAT or row.game != sitting.row.options.get("before"):
        return None
    return row.seat
