"""Making games: who may sit where, and the secrets that open them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import carrozza
from carrozza import boards
from carrozza.boards import Board
from carrozza.bots import BadSpec, UnknownBot
from carrozza.server import models
from carrozza.server.bots import bot_for_seat
from carrozza.server.bots.allowed_bots import thought
from carrozza.server.games.seats import Seat, proper_name, usual_name
from carrozza.server.games.sitting import Sitting
from carrozza.server.games.tokens import kept, new_game_id, new_token
from carrozza.server.refusals import Refused
from carrozza.server.store import GameExists, GameRow, GameState, NewGame, Role, Store, TokenRow
from carrozza.server.views.view_json import is_present

USUAL_BOT = "medium"


@dataclass
class Opened:
    """A new game with its tokens, which are told once and never kept."""

    game: str
    seats: list[Seat]
    host: str = field(default_factory=new_token)
    invite: str = field(default_factory=new_token)
    watch: str | None = None
    seat_tokens: dict[int, str] = field(default_factory=dict)

    def token_rows(self) -> list[TokenRow]:
        rows = [kept(self.host, self.game, Role.HOST), kept(self.invite, self.game, Role.INVITE)]
        if self.watch is not None:
            rows.append(kept(self.watch, self.game, Role.WATCH))
        return rows + [kept(token, self.game, Role.SEAT, seat) for seat, token in self.seat_tokens.items()]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "host": self.host,
            "watch": self.watch,
            "invite": self.invite,
            "seats": [
                {"seat": number, "name": seat.name or None, "kind": seat.kind, "token": self.seat_tokens.get(number)}
                for number, seat in enumerate(self.seats)
            ],
        }


def board_named(name: str) -> Board:
    """One of our own boards: never a path."""
    if name not in boards.names():
        raise Refused("unknown", 422, "server.unknown_board", board=name)
    return boards.load(name)


def bot_named(name: str | None) -> str:
    try:
        return bot_for_seat(name or USUAL_BOT)
    except (BadSpec, UnknownBot):
        raise Refused("unknown", 422, "server.unknown_bot", bot=name) from None


def check_table(board: Board, variants: Sequence[str], seats: int, first: int | None) -> None:
    rules = board.rules
    if not rules.min_seats <= seats <= rules.max_seats:
        values = {"board": board.full_title, "low": rules.min_seats, "high": rules.max_seats}
        raise Refused("seats", 409, "server.too_few_seats", **values)
    for variant in variants:
        if variant not in board.variants or variants.count(variant) > 1:
            raise Refused("variant", 409, "server.unknown_variant", board=board.full_title, variant=variant)
    if first is not None and first >= seats:
        raise Refused("seat", 409, "server.unknown_seat")


def seated(asked: Sequence[models.NewSeat], language: str) -> list[Seat]:
    """The seats of a new game: people by their names, then names for whoever has none."""
    names: list[str] = []
    given: dict[int, str] = {}
    for number, seat in enumerate(asked):
        if seat.kind != "open" and seat.name is not None and seat.name.strip():
            given[number] = proper_name(seat.name, names)
            names.append(given[number])
    made = []
    for number, seat in enumerate(asked):
        if seat.kind == "open":
            made.append(Seat("", "open"))
            continue
        name = given.get(number) or usual_name(seat.kind, names, language)
        names.append(name)
        bot = bot_named(seat.bot) if seat.kind == "bot" else None
        made.append(Seat(name, seat.kind, bot=bot, person=seat.kind == "person"))
    return made


async def open_table(
    store: Store, board: Board, variants: Sequence[str], seats: list[Seat], options: dict[str, Any], *, listed: bool
) -> Opened:
    """Write a new game and its tokens."""
    while True:
        opened = Opened(new_game_id(), seats)
        opened.watch = None if options["watch"] == "nobody" else new_token()
        opened.seat_tokens = {number: new_token() for number, seat in enumerate(seats) if seat.kind == "person"}
        game = NewGame(
            id=opened.game,
            board=board.id,
            seats=[seat.as_json() for seat in seats],
            seed=secrets.randbits(63),
            engine=carrozza.__version__,
            variants=list(variants),
            options=options,
            state=GameState.WAITING if any(seat.free for seat in seats) else GameState.PLAYING,
            listed=listed,
        )
        try:
            await store.create_game(game, opened.token_rows())
        except GameExists:
            continue
        return opened


def game_info(row: GameRow, seats: Sequence[Seat], state: GameState, number: int) -> dict[str, Any]:
    board = boards.load(row.board)
    return {
        "game": row.id,
        "board": row.board,
        "title": board.full_title,
        "state": str(state),
        "seats": [seat_info(seat, place) for place, seat in enumerate(seats)],
        "open": sum(seat.free for seat in seats),
        "clock": row.options.get("clock"),
        "number": number,
        "created": datetime.fromtimestamp(row.created, UTC).isoformat(timespec="seconds"),
        "options": {
            "variants": list(row.variants),
            "first": row.options.get("first"),
            "watch": row.options["watch"],
            "listed": row.listed,
            "hot_seat": row.options.get("hot_seat", False),
        },
        "rematch": None,
    }


def seat_info(seat: Seat, number: int, *, present: bool = False, warming: bool = False) -> dict[str, Any]:
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


def seats_of(sitting: Sitting) -> list[dict[str, Any]]:
    return [
        seat_info(seat, number, present=is_present(seat, number, sitting), warming=is_warming(seat, sitting))
        for number, seat in enumerate(sitting.seats)
    ]


def is_warming(seat: Seat, sitting: Sitting) -> bool:
    return sitting.warming and seat.bot is not None and thought(seat.bot, sitting.row.board) is not None


def info_of(sitting: Sitting) -> dict[str, Any]:
    made = game_info(sitting.row, sitting.seats, sitting.state, sitting.number)
    return {**made, "seats": seats_of(sitting), "rematch": sitting.now.rematch}
