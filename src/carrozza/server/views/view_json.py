"""The views of a game that is played here: the view model with what the server knows of the seats."""

from collections.abc import Sequence

from pydantic_core import to_json

from carrozza.game import Game, Result, View
from carrozza.game.view_model import Fields, held_fields, view_fields
from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Sitting

NOBODY_THERE: Fields = {"kind": "person", "bot": None, "present": False, "clock": None}
"""What is said of a seat where there is no live game."""


def view_bytes(sitting: Sitting, seat: int | None, language: str, *, described: bool = True) -> bytes:
    """The view as it is sent; kept until something changes, except where a clock runs in it."""
    key = ("view", seat, language, described)
    if key not in sitting.cache or sitting.clock is not None:
        sitting.cache[key] = to_json(sitting_view(sitting, seat, language, described=described))
    return sitting.cache[key]


def sitting_view(sitting: Sitting, seat: int | None, language: str, *, described: bool = True) -> Fields:
    """The view of a seat of a live game; `described` in sentences as well."""
    now = sitting.now
    result = now.game.result() if now.game is not None and now.game.finished else None
    made = view_json(now.view(seat), language, result=result, described=described)
    players = [
        {**player, **_at_seat(here, number, sitting)}
        for number, (player, here) in enumerate(zip(made["players"], sitting.seats, strict=True))
    ]
    return {
        **made,
        "game": sitting.game_id,
        "number": sitting.number,
        "players": players if sitting.clock is None else _with_clocks(players, sitting),
        "can_undo": seat is not None and now.can_undo(seat),
        "rematch": now.rematch,
        "hands": None if result is None or now.game is None else hands_json(now.game),
    }


def hands_json(game: Game) -> Fields:
    """What everybody holds, where everything lies open."""
    return {name: held_fields(game.view(name), name) for name in game.seats}


def view_json(
    view: View, language: str, *, result: Result | None = None, legal: bool = True, described: bool = True
) -> Fields:
    """A view outside a live game; give the `result` when the game is over and everything lies open."""
    made = view_fields(view, language, result=result, legal=legal, described=described)
    made["players"] = [{**player, **NOBODY_THERE} for player in made["players"]]
    return made


def _at_seat(seat: Seat, number: int, sitting: Sitting) -> Fields:
    return {
        "kind": "bot" if seat.kind == "bot" else "person",
        "bot": seat.bot,
        "present": is_present(seat, number, sitting),
    }


def is_present(seat: Seat, number: int, sitting: Sitting) -> bool:
    return seat.kind == "bot" or sitting.is_connected(number)


def _with_clocks(players: Sequence[Fields], sitting: Sitting) -> list[Fields]:
    """Who has to decide has what is left of the time; everybody else has all of it before them."""
    left, deciding = sitting.time_left(), sitting.now.undecided()
    return [
        {**player, "clock": None if left is None else round(left if number in deciding else sitting.clock or 0, 1)}
        for number, player in enumerate(players)
    ]
