"""Who may change who has a seat: joining, leaving, and the host's changes.

Before a game begins nothing is secret, and seats pass freely. From the deal on, a seat stays with the person who had it
then: see `LiveGame.change_seat`. A bot may play for them while they are away.
"""

from math import ceil

from carrozza.server import models
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.seats import Seat, checked_name, default_name
from carrozza.server.games.seating.tokens import new_token, token_row
from carrozza.server.games.tables.access import Access
from carrozza.server.refusals import Refused, begun
from carrozza.server.store import GameState, Role


async def take_seat(live_game: LiveGame, name: str, wanted: int | None = None, own: int | None = None) -> models.Joined:
    """Take the wanted seat, or the first free one. `own` is the seat in the game before: it alone can be taken."""
    if live_game.state != GameState.WAITING:
        raise begun()
    if own is not None and wanted not in (None, own):
        raise Refused("reserved", 409, "server.own_seat_only")
    chosen = wanted if own is None else own
    for seat in range(len(live_game.seats)) if chosen is None else [chosen]:
        try:
            return await _take(live_game, seat, name, own)
        except Refused as refused:
            if chosen is not None or refused.error not in ("taken", "reserved", "often"):
                raise
    raise Refused("taken", 409, "server.no_open_seat")


async def _take(live_game: LiveGame, seat: int, name: str, own: int | None) -> models.Joined:
    if seat >= len(live_game.seats):
        raise Refused("seat", 409, "server.unknown_seat")
    token = new_token()

    def taken(here: Seat) -> Seat:
        if not here.free:
            raise Refused("taken", 409, "server.seat_taken")
        if here.reserved and seat != own:
            raise Refused("reserved", 409, "server.seat_reserved", player=here.name)
        return here.taken_by(checked_name(name, _other_names(live_game, seat)))

    await live_game.change_seat(seat, taken, token=token_row(token, live_game.game_id, Role.SEAT, seat))
    return models.Joined(seat=seat, token=token)


async def leave_seat(access: Access) -> None:
    """Before the game begins the seat is free again; later it stays with its person."""
    live_game, seat = access.live_game, access.seat()

    def left(here: Seat) -> Seat:
        if access.begun:
            return here.after_leaving()
        if live_game.folded.seats_changed_at != access.seats_changed_at:  # the seat may be another's by now
            raise Refused("stale", 409, "server.stale")
        return here.cleared()

    await live_game.change_seat(seat, left)


async def let_bot_play(live_game: LiveGame, seat: int, bot: str, language: str) -> None:
    """On a free seat, for somebody who is away, or instead of another bot."""

    def filled(here: Seat) -> Seat:
        _check_away(live_game, seat)
        if here.name:
            return here.played_by(bot)
        return Seat(default_name("bot", _other_names(live_game, seat), language), "bot", bot=bot)

    await live_game.change_seat(seat, filled)


def _check_away(live_game: LiveGame, seat: int) -> None:
    here = live_game.seats[seat]
    if here.kind != "person" or here.left:
        return
    if live_game.is_present(seat):
        raise Refused("present", 409, "server.not_absent", player=here.name)
    seconds = ceil(live_game.attendance.seconds_to_away(seat))
    if seconds > 0:
        refused = Refused("present", 409, "server.just_left", player=here.name, number=seconds)
        raise refused.with_fields(retry_after=seconds)


async def give_back(live_game: LiveGame, seat: int) -> None:
    """To the person who holds its token, but not in a turn for which no time is left."""

    def given_back(here: Seat) -> Seat:
        if not here.person:
            raise Refused("nobody", 409, "server.nobody_to_give_back")
        if here.kind == "bot" and live_game.is_late(seat):
            raise Refused("late", 409, "server.time_is_up", player=here.name)
        return here.given_back()

    await live_game.change_seat(seat, given_back)


async def free_seat(live_game: LiveGame, seat: int) -> None:
    """For others to join, before the game begins."""
    await live_game.change_seat(seat, Seat.cleared)


def _other_names(live_game: LiveGame, seat: int) -> list[str]:
    return [other.name for place, other in enumerate(live_game.seats) if place != seat]
