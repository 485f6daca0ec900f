"""The store: games, their tokens and their logs. Every write is on disk before it returns."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Executable, Row, select
from sqlalchemy.ext.asyncio import AsyncEngine

from carrozza.server.outages import Reason
from carrozza.server.store.answer_limit import answering
from carrozza.server.store.changes import Changes, Publisher
from carrozza.server.store.database_url import shown
from carrozza.server.store.engines import for_statements
from carrozza.server.store.errors import Unfit
from carrozza.server.store.health import StoreHealth
from carrozza.server.store.probe import WriteProbe, check_file
from carrozza.server.store.retry import with_retries
from carrozza.server.store.rows import (
    BoardLimits,
    BoardRow,
    Event,
    GameRow,
    GameState,
    Json,
    NewGame,
    TokenRow,
)
from carrozza.server.store.sharing.broadcast import BROADCAST_CHANNEL, Broadcast, NoBroadcast, PostgresBroadcast
from carrozza.server.store.sharing.leases import Leases, LocalLeases, SharedLeases
from carrozza.server.store.sharing.presence import PRESENCE_CHANNEL, LocalPresence, Presence, SharedPresence
from carrozza.server.store.sqlite_file.same_file import keep_to_file
from carrozza.server.store.tables import BOARDS, EVENTS, GAMES, TOKENS
from carrozza.server.store.writing.appends import CHANNEL, PostgresAppends, SqliteAppends
from carrozza.server.store.writing.statements import board_of, event_of, game_of, same_client, token_of
from carrozza.server.store.writing.writer import Writer
from carrozza.server.store.writing.writes import (
    DeleteUnusedBoards,
    DeleteWaiting,
    SeeBoard,
    WriteBoard,
    WriteEvent,
    WriteGame,
    WriteLayout,
    WriteTokens,
)

if TYPE_CHECKING:
    from carrozza.server.store.sharing.notifications import Listener


class Store:
    """Made by `store.open`. Any method may raise `Unavailable`: then nothing is confirmed, and asking again is safe."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.address = shown(engine.url)
        self.now: Callable[[], float] = time.time
        """The clock that stamps games and events, and that turn clocks are read from."""
        self._engine = engine
        self._same_file = keep_to_file(engine.sync_engine)
        self._statements = for_statements(engine)
        self._publisher = Publisher()
        self.health = StoreHealth()
        """Whether moves are kept."""
        self._watching: asyncio.Task[None] | None = None
        owner = secrets.token_hex(6)
        shared = engine.dialect.name == "postgresql"
        appends = PostgresAppends(engine, owner) if shared else SqliteAppends(engine)
        self._writer = Writer(engine, self._publisher, appends, self.health, self._same_file)
        self._listener: Listener | None = None
        self._leases: Leases = LocalLeases()
        self.presence: Presence = LocalPresence()
        """Which seats are connected to other processes."""
        self.broadcast: Broadcast = NoBroadcast()
        """Notices to and from other processes."""
        if shared:
            from carrozza.server.store.sharing import notifications  # its driver is there only where it is used

            self._leases = SharedLeases(self._run)
            self.presence = presence = SharedPresence(engine, self._run, self.health)
            self.broadcast = broadcast = PostgresBroadcast(self._run)
            games = notifications.GameNotices(self._publisher, owner)
            self._listener = notifications.Listener(
                engine, {CHANNEL: games, PRESENCE_CHANNEL: presence, BROADCAST_CHANNEL: broadcast}
            )

    def __repr__(self) -> str:
        return f"Store({self.address!r})"

    async def start(self) -> None:
        """Receive what other processes publish from now on."""
        if self._listener is not None:
            await self._listener.start()
        await self.presence.start()
        self._watching = asyncio.create_task(self.health.watch(self._probe), name="store health")

    async def create_game(self, game: NewGame, tokens: Sequence[TokenRow] = ()) -> None:
        values = {name.name: getattr(game, name.name) for name in fields(NewGame)}
        row = GameRow(**values | {"variants": list(game.variants), "seats": list(game.seats)}, created=self.now())
        await self._writer.do(game.id, WriteGame(row, tokens))

    async def game(self, game: str) -> GameRow | None:
        rows = await self._run(select(GAMES).where(GAMES.c.id == game))
        return game_of(rows[0]) if rows else None

    async def lobby(self, limit: int = 50) -> list[GameRow]:
        """Listed games that wait for players, the newest first."""
        listed = select(GAMES).where(GAMES.c.state == GameState.WAITING, GAMES.c.listed)
        return [game_of(row) for row in await self._run(listed.order_by(GAMES.c.created.desc()).limit(limit))]

    async def unfinished(self) -> list[str]:
        """Games that are being played, the oldest first: after a restart their bots go on."""
        playing = select(GAMES.c.id).where(GAMES.c.state == GameState.PLAYING).order_by(GAMES.c.created)
        return [row.id for row in await self._run(playing)]

    async def unfinished_of(self, payer: str) -> list[GameRow]:
        """Games that this payer began and that are being played."""
        playing = select(GAMES).where(GAMES.c.payer == payer, GAMES.c.state == GameState.PLAYING)
        return [game_of(row) for row in await self._run(playing)]

    async def waiting(self, before: float) -> list[str]:
        """Games made before then that still wait for players, listed or not."""
        old = select(GAMES.c.id).where(GAMES.c.state == GameState.WAITING, GAMES.c.created < before)
        return [row.id for row in await self._run(old.order_by(GAMES.c.created))]

    async def forget(self, games: Sequence[str]) -> None:
        """Remove those of these games that still wait for players, with all that belongs to them."""
        for game in games:
            await self._writer.do(game, DeleteWaiting(game))

    async def board(self, board: str) -> BoardRow | None:
        rows = await self._run(select(BOARDS).where(BOARDS.c.id == board))
        return board_of(rows[0]) if rows else None

    async def board_with(self, facts: str) -> BoardRow | None:
        """A board of these facts, whatever its layout and credits; the first that was stored."""
        known = select(BOARDS).where(BOARDS.c.facts.contains(facts, autoescape=True))
        rows = await self._run(known.order_by(BOARDS.c.created, BOARDS.c.id).limit(1))
        return board_of(rows[0]) if rows else None

    async def listed_boards(self, limit: int = 100) -> list[str]:
        """The ids of the boards that everybody may see, the newest first."""
        listed = select(BOARDS.c.id).where(BOARDS.c.listed).order_by(BOARDS.c.created.desc(), BOARDS.c.id)
        return [row.id for row in await self._run(listed.limit(limit))]

    async def write_board(self, board: BoardRow, limits: BoardLimits | None = None) -> bool:
        """Whether it is new. `TooManyBoards` or `NoRoomForBoards` where the limits are reached."""
        now = self.now()
        return await self._writer.do("", WriteBoard(replace(board, created=now, seen=now), limits))

    async def keep_layout(self, board: str, layout: str) -> None:
        await self._writer.do("", WriteLayout(board, layout))

    async def see_board(self, board: str) -> None:
        """Somebody has opened it: it is not forgotten yet."""
        await self._writer.do("", SeeBoard(board, self.now()))

    async def forget_boards(self, seen_before: float) -> int:
        """Remove boards without a game that nobody has seen since then; how many."""
        return await self._writer.do("", DeleteUnusedBoards(seen_before))

    async def events(self, game: str, since: int = 0) -> list[Event]:
        log = select(EVENTS).where(EVENTS.c.game == game, EVENTS.c.number > since).order_by(EVENTS.c.number)
        return [event_of(row) for row in await self._run(log)]

    async def earlier(self, game: str, seat: int | None, client_id: str) -> Event | None:
        """What this seat's client has written under this id."""
        rows = await self._run(same_client(game, seat, client_id))
        return event_of(rows[0]) if rows else None

    async def append(
        self,
        game: str,
        number: int,
        kind: str,
        seat: int | None,
        body: str,
        client_id: str | None = None,
        *,
        seats: Sequence[Json] | None = None,
        state: GameState | None = None,
        tokens: Sequence[TokenRow] = (),
        revoke: Sequence[str] = (),
    ) -> Event:
        """Write the event that follows the last one; on disk when this returns.

        `Taken` when another writer had this number first, `Gap` when the number before is missing. An event of this
        seat with the same `client_id` is given back as it was, and nothing is written. Seats, state, new tokens and
        hashes of revoked ones change together with the event or not at all.
        """
        if "\0" in body + (client_id or ""):
            raise Unfit("a text with a null character cannot be written")
        event = Event(game, number, str(kind), seat, body, client_id, self.now())
        columns = {} if seats is None else {"seats": list(seats)}
        columns |= {} if state is None else _of_state(state, event.at)
        alone = not (columns or tokens or revoke)
        return await self._writer.do(game, WriteEvent(event, columns, tokens, revoke), event if alone else None)

    async def token(self, hashed: str) -> TokenRow | None:
        """The token with this hash, even if it is revoked."""
        rows = await self._run(select(TOKENS).where(TOKENS.c.hash == hashed))
        return token_of(rows[0]) if rows else None

    async def add_tokens(self, game: str, tokens: Sequence[TokenRow]) -> None:
        """Tokens that change nobody's seat. Whoever adds one that is there already changes nothing."""
        await self._writer.do(game, WriteTokens(game, tokens))

    async def tokens(self, game: str) -> list[TokenRow]:
        rows = await self._run(select(TOKENS).where(TOKENS.c.game == game).order_by(TOKENS.c.role, TOKENS.c.seat))
        return [token_of(row) for row in rows]

    def changes(self) -> Changes:
        """Subscribe to changes from now on. The same change may come twice: readers read the log."""
        return self._publisher.subscribe()

    async def lease(self, game: str, owner: str, seconds: float) -> bool:
        """Whether `owner` (a process) may play the bots of this game, for so many seconds; renewed by asking again."""
        return await self._leases.lease(game, owner, seconds)

    async def release(self, owner: str, game: str | None = None) -> None:
        """Give one lease back, or all, so that another process can take them now."""
        await self._leases.release(owner, game)

    async def check_health(self) -> Reason | None:
        """Why moves are not being kept; none if a write was kept just now."""
        if self.health.reason is None:
            await self.health.probe(self._probe)
        return self.health.reason

    async def _probe(self) -> None:
        """A write of the size of a move, the way of a move; and a look at the file as somebody new would see it."""
        file = self._same_file
        if file is not None:
            look = partial(check_file, file, self._engine.url, self.health.reason)
            await with_retries(lambda: asyncio.to_thread(look), 0, self.health)
        if self.health.reason == Reason.DATABASE_DAMAGED:
            await self._engine.dispose()  # connections may have kept damaged pages in memory
        await self._writer.do("", WriteProbe())

    async def close(self) -> None:
        """Finish pending writes, end all subscriptions, close the connections."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self.health.close()
        await self._writer.finish()
        await self.presence.close()
        if self._listener is not None:
            await self._listener.end()
        self._publisher.end()
        await self._engine.dispose()

    async def _run(self, statement: Executable) -> Sequence[Row[Any]]:
        """Run a statement as a transaction of its own."""

        async def rows() -> Sequence[Row[Any]]:
            async with answering(self._statements) as connection:
                return (await connection.execute(statement)).all()

        return await with_retries(rows, health=self.health)


def _of_state(state: GameState, at: float) -> dict[str, Any]:
    match state:
        case GameState.PLAYING:
            return {"state": state, "begun_at": at}
        case GameState.FINISHED:
            return {"state": state, "finished_at": at}
    return {"state": state}
