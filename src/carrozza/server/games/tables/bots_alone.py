"""Games of bots alone: how many of them one address may have under way."""

from collections.abc import Iterable
from typing import Final

from carrozza.server.games.seating.seats import Seat
from carrozza.server.refusals import Refused
from carrozza.server.store import Store

MOST: Final = 10


def bots_alone(seats: Iterable[Seat]) -> bool:
    return all(seat.kind == "bot" for seat in seats)


async def check_bots_alone(store: Store, payer: str | None, seats: Iterable[Seat]) -> None:
    """Refuse another game of bots alone to whoever has `MOST` under way."""
    if payer is None or not bots_alone(seats):
        return
    games = await store.unfinished_of(payer)
    if sum(bots_alone(map(Seat.read, game.seats)) for game in games) >= MOST:
        raise Refused("bots", 429, "server.too_many_of_bots_alone", number=MOST)
