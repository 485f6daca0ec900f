"""The views of a game that is played here: the view model with what the server knows of the seats."""

from collections.abc import Sequence

from pydantic_core import to_json

from carrozza.game import Game, Result, View
from carrozza.game.view_model import Fields, held_fields, view_fields
from carrozza.server.games.live_game import LiveGame
from carrozza.server.games.seats import Seat

NOBODY_THERE: Fields = {"kind": "person", "bot": None, "present": False, "clock": None}
"""What is said of a seat where there is no live game."""


def view_bytes(live_game: LiveGame, seat: int | None, language: str, *, described: bool = True) -> bytes:
    """The view as it is sent; kept until something changes, except where a clock runs in it."""
    key = ("view", seat, language, described)
    if key not in live_game.cache or live_game.clock is not None:
        live_game.cache[key] = to_json(live_game_view(live_game, seat, language, described=described))
    return live_game.cache[key]


def live_game_view(live_game: LiveGame, seat: int | None, language: str, *, described: bool = True) -> Fields:
    """The view of a seat of a live game; `described` in sentences as well."""
    now = live_game.folded
    result = now.game.result() if now.game is not None and now.game.finished else None
    made = view_json(now.view(seat), language, result=result, described=described)
    players = [
        {**player, **_at_seat(here, number, live_game)}
        for number, (player, here) in enumerate(zip(made["players"], live_game.seats, strict=True))
    ]
    if now.halted:
        made |= {"my_turn": False, "legal_moves": []}
    return {
        **made,
        "game": live_game.game_id,
        "number": live_game.number,
        "players": players if live_game.clock is None else _with_clocks(players, live_game),
        "can_undo": seat is not None and live_game.can_undo(seat),
        "halted": now.halted,
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


def _at_seat(seat: Seat, number: int, live_game: LiveGame) -> Fields:
    return {
        "kind": "bot" if seat.kind == "bot" else "person",
        "bot": seat.bot,
        "present": live_game.is_present(number),
    }


def _with_clocks(players: Sequence[Fields], live_game: LiveGame) -> list[Fields]:
    """Who has to decide has what is left of the time; everybody else has all of it before them."""
    left, deciding = live_game.time_left(), live_game.folded.undecided()
    return [
        {**player, "clock": None if left is None else round(left if number in deciding else live_game.clock or 0, 1)}
        for number, player in enumerate(players)
    ]
