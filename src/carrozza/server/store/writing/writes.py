"""The writes, each one step of the writer's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import case, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.store.errors import GameExists, Gap, NoRoomForBoards, Taken, TooManyBoards, UnknownGame
from carrozza.server.store.rows import BoardLimits, BoardRow, Change, Event, GameRow, GameState, TokenRow
from carrozza.server.store.tables import BOARDS, EVENTS, GAMES, TOKENS
from carrozza.server.store.writing.statements import (
    event_of,
    game_of,
    insert_into,
    insert_next,
    parameters,
    same_client,
)
from carrozza.server.store.writing.writer import Written


@dataclass(frozen=True)
class WriteGame:
    game: GameRow
    tokens: Sequence[TokenRow]

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        values = asdict(self.game) | {"seed": str(self.game.seed)}
        new = insert_into(connection.dialect.name, GAMES).values(values).on_conflict_do_nothing().returning(GAMES.c.id)
        if (await connection.execute(new)).first() is None:
            await self._check_that_it_is_ours(connection)
        await write_tokens(connection, self.tokens)
        return Written(None, Change(self.game.id))

    async def _check_that_it_is_ours(self, connection: AsyncConnection) -> None:
        """An earlier attempt may have been committed, and only its answer lost."""
        row = (await connection.execute(select(GAMES).where(GAMES.c.id == self.game.id))).one()
        if (game_of(row).created, game_of(row).seed) != (self.game.created, self.game.seed):
            raise GameExists(self.game.id)


@dataclass(frozen=True)
class WriteEvent:
    """Appends an event, and changes the game's columns and tokens with it."""

    event: Event
    columns: Mapping[str, Any]
    tokens: Sequence[TokenRow]
    revoke: Sequence[str]

    async def __call__(self, connection: AsyncConnection) -> Written[Event]:
        event = self.event
        written = await connection.execute(insert_next(connection.dialect.name), parameters(event))
        if written.first() is None:
            return await self._already_there(connection)
        if self.columns:
            await connection.execute(update(GAMES).where(GAMES.c.id == event.game).values(**self.columns))
        if self.revoke:
            await connection.execute(update(TOKENS).where(TOKENS.c.hash.in_(self.revoke)).values(revoked=True))
        await write_tokens(connection, self.tokens)
        return Written(event, Change(event.game, event.number))

    async def _already_there(self, connection: AsyncConnection) -> Written[Event]:
        event = self.event
        if event.client_id is not None:
            earlier = (await connection.execute(same_client(event.game, event.seat, event.client_id))).first()
            if earlier is not None:
                return Written(event_of(earlier), Change(event.game, earlier.number))
        log = select(EVENTS).where(EVENTS.c.game == event.game, EVENTS.c.number == event.number)
        present = (await connection.execute(log)).first()
        if present is None:
            game = (await connection.execute(select(GAMES.c.id).where(GAMES.c.id == event.game))).first()
            raise UnknownGame(event.game) if game is None else Gap(event.number)
        # It may have been written, and only the answer lost: then even the time is the same.
        if event_of(present) != event:
            raise Taken(event.number)
        return Written(event, Change(event.game, event.number))


@dataclass(frozen=True)
class WriteTokens:
    """Adds tokens to a game; those that are there already stay as they are."""

    game: str
    tokens: Sequence[TokenRow]

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        await write_tokens(connection, self.tokens)
        return Written(None)


@dataclass(frozen=True)
class DeleteWaiting:
    """Deletes a game that waits for players; one that has begun meanwhile stays."""

    game: str

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        await connection.execute(delete(GAMES).where(GAMES.c.id == self.game, GAMES.c.state == GameState.WAITING))
        return Written(None, Change(self.game))


@dataclass(frozen=True)
class WriteBoard:
    """Stores a board; one that is there already is only seen again, and listed if it is to be."""

    board: BoardRow
    limits: BoardLimits | None

    async def __call__(self, connection: AsyncConnection) -> Written[bool]:
        """Whether it is new."""
        if await self._seen_again(connection):
            return Written(False)
        if self.limits is not None:
            await self._check_room(connection, self.limits)
        new = insert_into(connection.dialect.name, BOARDS).values(asdict(self.board)).on_conflict_do_nothing()
        await connection.execute(new)
        return Written(True)

    async def _seen_again(self, connection: AsyncConnection) -> bool:
        listed = {"listed": True} if self.board.listed else {}
        here = update(BOARDS).where(BOARDS.c.id == self.board.id).values(seen=self.board.seen, **listed)
        return (await connection.execute(here.returning(BOARDS.c.id))).first() is not None

    async def _check_room(self, connection: AsyncConnection, limits: BoardLimits) -> None:
        own = func.sum(case((BOARDS.c.payer == self.board.payer, 1), else_=0))
        stored = select(func.count(), func.sum(BOARDS.c.size), own)
        number, size, of_one = (await connection.execute(stored)).one()
        if (of_one or 0) >= limits.of_one:
            raise TooManyBoards
        if number >= limits.number or (size or 0) + self.board.size > limits.size:
            raise NoRoomForBoards


@dataclass(frozen=True)
class WriteLayout:
    """Keeps the layout that was computed for a board."""

    board: str
    layout: str

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        await connection.execute(update(BOARDS).where(BOARDS.c.id == self.board).values(layout=self.layout))
        return Written(None)


@dataclass(frozen=True)
class SeeBoard:
    board: str
    at: float

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        await connection.execute(update(BOARDS).where(BOARDS.c.id == self.board).values(seen=self.at))
        return Written(None)


@dataclass(frozen=True)
class DeleteUnusedBoards:
    """Deletes boards that nobody has seen since then, that are not listed and that no game was made on."""

    seen_before: float

    async def __call__(self, connection: AsyncConnection) -> Written[int]:
        played = exists().where(GAMES.c.own_board == BOARDS.c.id)
        unused = delete(BOARDS).where(BOARDS.c.seen < self.seen_before, ~BOARDS.c.listed, ~played)
        return Written(len((await connection.execute(unused.returning(BOARDS.c.id))).all()))


async def write_tokens(connection: AsyncConnection, tokens: Sequence[TokenRow]) -> None:
    if tokens:
        rows = [asdict(token) for token in tokens]
        await connection.execute(insert_into(connection.dialect.name, TOKENS).on_conflict_do_nothing(), rows)
