"""What anybody may see of a game from outside: its board, settings and seats."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from carrozza.boards import Board
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.allowed_bots import thinking_seconds
from carrozza.server.games.seating.seats import Seat
from carrozza.server.store import GameRow, GameState


def lobby_info(row: GameRow, board: Board) -> dict[str, Any]:
    """A game that waits for players, as the lobby lists it."""
    seats = [_seat_info(Seat.read(seat), place) for place, seat in enumerate(row.seats)]
    return _game_info(row, board, row.state, 0, seats)


def info_of(live_game: LiveGame) -> dict[str, Any]:
    made = _game_info(live_game.row, live_game.board, live_game.state, live_game.number, seats_of(live_game))
    return {**made, "rematch": live_game.folded.rematch, "halted": live_game.folded.halted}


def seats_of(live_game: LiveGame) -> list[dict[str, Any]]:
    return [
        _seat_info(seat, number, present=live_game.is_present(number), warming=_is_compiling(seat, live_game))
        for number, seat in enumerate(live_game.seats)
    ]


def _is_compiling(seat: Seat, live_game: LiveGame) -> bool:
    if not live_game.bots_compiling or seat.bot is None:
        return False
    return thinking_seconds(seat.bot, live_game.row.board) is not None


def _seat_info(seat: Seat, number: int, *, present: bool = False, warming: bool = False) -> dict[str, Any]:
    return {
        "seat": number,
        "name": seat.name or None,
        "kind": seat.kind,
        "bot": seat.bot,
        "present": present,
        "warming": warming,
        "left": seat.left,
        "given": seat.person,
    }


def _game_info(
    row: GameRow, board: Board, state: GameState, number: int, seats: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "game": row.id,
        "board": row.board,
        "title": board.full_title,
        "state": str(state),
        "seats": list(seats),
        "open": sum(seat["kind"] == "open" for seat in seats),
        "clock": row.options.get("clock"),
        "number": number,
        "created": datetime.fromtimestamp(row.created, UTC).isoformat(timespec="seconds"),
        "options": {
            "variants": list(row.variants),
            "first": row.options.get("first"),
            "watch": row.options["watch"],
            "listed": row.listed,
            "hot_seat": row.options.get("hot_seat", False),
            "guide": row.options.get("guide", False),
        },
        "rematch": None,
        "halted": False,
        "before": row.options.get("before"),
        "token": None,
    }
