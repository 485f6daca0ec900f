"""The views of a game that is played here: the view model with what the server knows of the seats."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from pydantic_core import to_json

from carrozza.game import Game, Result, View
from carrozza.game.sentences.description import describe
from carrozza.game.view_model import Fields, held_fields, open_fields, own_fields, view_fields
from carrozza.server.games.hinting import may_ask
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.seats import Seat
from carrozza.server.own_boards.served_board import board_name

T = TypeVar("T")

NOBODY_THERE: Fields = {"kind": "person", "bot": None, "present": False, "clock": None}
"""What is said of a seat where there is no live game."""


def view_bytes(live_game: LiveGame, seat: int | None, language: str, *, described: bool = True) -> bytes:
    """The view as it is sent."""
    key = ("bytes", seat, language, described)
    return _kept(live_game, key, lambda: to_json(live_game_view(live_game, seat, language, described=described)))


def live_game_view(live_game: LiveGame, seat: int | None, language: str, *, described: bool = True) -> Fields:
    """The view of a seat of a live game, `described` in sentences as well. It belongs to all who ask for the same."""
    key = ("view", seat, language, described)
    return _kept(live_game, key, lambda: _live_game_view(live_game, seat, language, described))


def described(live_game: LiveGame, seat: int | None, language: str) -> str:
    """The position in sentences, as a seat may know it."""
    result = _kept(live_game, ("result",), lambda: _result_of(live_game))
    return describe(live_game.view(seat), language, result=result, parts=live_game.view_parts)


def changed_fields(before: Fields, after: Fields) -> Fields:
    """Those fields of a view that differ from an earlier one, whole. What has not changed is mostly the same object."""
    return {name: now for name, now in after.items() if now is not (was := before[name]) and now != was}


def _kept(live_game: LiveGame, key: Hashable, make: Callable[[], T]) -> T:
    """Kept until something changes, except where a clock runs in it."""
    if key not in live_game.cache or live_game.clock is not None:
        live_game.cache[key] = make()
    found: T = live_game.cache[key]
    return found


def _live_game_view(live_game: LiveGame, seat: int | None, language: str, described: bool) -> Fields:
    now, parts = live_game.folded, live_game.view_parts
    opened = _kept(live_game, ("open", language), lambda: _open_fields(live_game, language))
    result = _kept(live_game, ("result",), lambda: _result_of(live_game))
    own = own_fields(now.view(seat), language, result=result, described=described, parts=parts)
    if now.halted:
        own |= {"my_turn": False, "legal_moves": []}
    return {
        **opened,
        **own,
        "can_undo": seat is not None and live_game.can_undo(seat),
        "can_ask_hints": seat is not None and may_ask(live_game, seat),
    }


def _open_fields(live_game: LiveGame, language: str) -> Fields:
    """What everybody sees: made of a watcher's view, for all viewers once."""
    now = live_game.folded
    result = _kept(live_game, ("result",), lambda: _result_of(live_game))
    made = open_fields(now.view(None), language, result=result, parts=live_game.view_parts)
    players = [
        {**player, **_at_seat(here, number, live_game)}
        for number, (player, here) in enumerate(zip(made["players"], live_game.seats, strict=True))
    ]
    return {
        **made,
        "board": board_name(live_game.board),
        "game": live_game.game_id,
        "number": live_game.number,
        "players": players if live_game.clock is None else _with_clocks(players, live_game),
        "halted": now.halted,
        "rematch": now.rematch,
        "hints": len(now.hinted),
        "hands": None if result is None or now.game is None else hands_json(now.game),
    }


def _result_of(live_game: LiveGame) -> Result | None:
    game = live_game.folded.game
    return game.result() if game is not None and game.finished else None


def hands_json(game: Game) -> Fields:
    """What everybody holds, where everything lies open."""
    return {name: held_fields(game.view(name), name) for name in game.seats}


def view_json(
    view: View, language: str, *, result: Result | None = None, legal: bool = True, described: bool = True
) -> Fields:
    """A view outside a live game; give the `result` when the game is over and everything lies open."""
    made = view_fields(view, language, result=result, legal=legal, described=described)
    made["board"] = board_name(view.board)
    made["players"] = [{**player, **NOBODY_THERE} for player in made["players"]]
    return made


def _at_seat(seat: Seat, number: int, live_game: LiveGame) -> Fields:
    return {
        "kind": "bot" if seat.kind == "bot" else "person",
        "bot": seat.bot,
        "present": live_game.is_present(number),
        "clock": None,
    }


def _with_clocks(players: Sequence[Fields], live_game: LiveGame) -> list[Fields]:
    """Who has to decide has what is left of the time; everybody else has all of it before them."""
    left, deciding = live_game.time_left(), live_game.folded.undecided()
    return [
        {**player, "clock": None if left is None else round(left if number in deciding else live_game.clock or 0, 1)}
        for number, player in enumerate(players)
    ]
