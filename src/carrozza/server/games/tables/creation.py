"""Creating games: who may have which seat, and the tokens that open it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import carrozza
from carrozza.boards import Board
from carrozza.bots import BadSpec, UnknownBot
from carrozza.kernel.seeds import secret_seed
from carrozza.server import models
from carrozza.server.games.seating.allowed_bots import bot_for_seat, plays_on
from carrozza.server.games.seating.seats import Seat, checked_name, default_name
from carrozza.server.games.seating.tokens import new_game_id, new_token, token_row
from carrozza.server.own_boards.served_board import ServedBoard, board_name
from carrozza.server.refusals import Refused
from carrozza.server.store import GameExists, GameState, NewGame, Role, Store, TokenRow

DEFAULT_BOT = "medium"


@dataclass
class CreatedGame:
    """A new game with its tokens: they are sent once, and only their hashes are stored."""

    game: str
    seats: list[Seat]
    host: str = field(default_factory=new_token)
    invite: str = field(default_factory=new_token)
    watch: str | None = None
    seat_tokens: dict[int, str] = field(default_factory=dict)

    def token_rows(self) -> list[TokenRow]:
        rows = [token_row(self.host, self.game, Role.HOST), token_row(self.invite, self.game, Role.INVITE)]
        if self.watch is not None:
            rows.append(token_row(self.watch, self.game, Role.WATCH))
        return rows + [token_row(token, self.game, Role.SEAT, seat) for seat, token in self.seat_tokens.items()]

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


def bot_named(name: str | None, board: Board) -> str:
    try:
        bot = bot_for_seat(name or DEFAULT_BOT)
    except (BadSpec, UnknownBot):
        raise Refused("unknown", 422, "server.unknown_bot", bot=name) from None
    if not plays_on(bot, board):
        raise Refused("unknown", 422, "server.bot_elsewhere", bot=name, board=board.full_title)
    return bot


def check_setup(board: Board, variants: Sequence[str], seats: int, first: int | None) -> None:
    rules = board.rules
    if not rules.min_seats <= seats <= rules.max_seats:
        values = {"board": board.full_title, "low": rules.min_seats, "high": rules.max_seats}
        raise Refused("seats", 409, "server.too_few_seats", **values)
    for variant in variants:
        if variant not in board.variants or variants.count(variant) > 1:
            raise Refused("variant", 409, "server.unknown_variant", board=board.full_title, variant=variant)
    if first is not None and first >= seats:
        raise Refused("seat", 409, "server.unknown_seat")


def new_seats(asked: Sequence[models.NewSeat], board: Board, language: str) -> list[Seat]:
    """The seats of a new game: people by their names, then names for whoever has none."""
    names: list[str] = []
    given: dict[int, str] = {}
    for number, seat in enumerate(asked):
        if seat.kind != "open" and seat.name is not None and seat.name.strip():
            given[number] = checked_name(seat.name, names)
            names.append(given[number])
    made = []
    for number, seat in enumerate(asked):
        if seat.kind == "open":
            made.append(Seat("", "open"))
            continue
        name = given.get(number) or default_name(seat.kind, names, language)
        names.append(name)
        bot = bot_named(seat.bot, board) if seat.kind == "bot" else None
        made.append(Seat(name, seat.kind, bot=bot, person=seat.kind == "person"))
    return made


async def create_game(
    store: Store,
    board: Board,
    variants: Sequence[str],
    seats: list[Seat],
    options: dict[str, Any],
    *,
    listed: bool,
    payer: str | None = None,
    seed: int | None = None,
) -> CreatedGame:
    """Write a new game and its tokens; without a seed, one that nobody knows."""
    stored = board.stored if isinstance(board, ServedBoard) else None
    while True:
        created = CreatedGame(new_game_id(), seats)
        created.watch = None if options["watch"] == "nobody" else new_token()
        created.seat_tokens = {number: new_token() for number, seat in enumerate(seats) if seat.kind == "person"}
        game = NewGame(
            id=created.game,
            board=board_name(board),
            seats=[seat.as_json() for seat in seats],
            seed=secret_seed() if seed is None else seed,
            engine=carrozza.__version__,
            variants=list(variants),
            options=options,
            state=GameState.WAITING if any(seat.free for seat in seats) else GameState.PLAYING,
            listed=listed,
            payer=payer,
            digest=None if stored is None else board.digest,
            own_board=stored,
        )
        try:
            await store.create_game(game, created.token_rows())
        except GameExists:
            continue
        return created
