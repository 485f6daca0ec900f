"""The games that this process holds in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator

from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.logs import get_logger
from carrozza.server.own_boards.directory import BoardDirectory
from carrozza.server.refusals import Refused, unknown_game
from carrozza.server.store import Store, StoreError, Unavailable

log = get_logger(__name__)


class LiveGames:
    """Up to `most` games, those used last; any other is read from its log when it is needed."""

    def __init__(self, store: Store, most: int = 1000, directory: BoardDirectory | None = None) -> None:
        self.store = store
        self.directory = directory or BoardDirectory(store)
        self.most = most
        self.served_since = store.now()
        """Time before it does not count on clocks: the server may have been down."""
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self._bots_compiling = False
        store.presence.listen(self._presence_changed)

    def __len__(self) -> int:
        return len(self._games)

    async def get(self, game: str) -> LiveGame:
        """Refused where there is no such game."""
        if game in self._games:
            self._games.move_to_end(game)
            return self._games[game]
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    def __iter__(self) -> Iterator[LiveGame]:
        """Those in memory."""
        return iter(tuple(self._games.values()))

    def loaded(self, game: str) -> LiveGame | None:
        """The game, if it is in memory."""
        return self._games.get(game)

    def forget(self, game: str) -> None:
        live_game = self._games.pop(game, None)
        if live_game is not None:
            live_game.attendance.close()

    async def _load(self, game: str) -> LiveGame:
        row = await self.store.game(game)
        if row is None:
            raise unknown_game()
        known = await self.directory.get(row.board)
        try:
            live_game = LiveGame(self.store, row, self.served_since, known.board)
            await live_game.refresh()
        except (ValueError, KeyError, AssertionError):
            log.exception("game_unreadable", game=game, engine=row.engine)
            raise Refused("unreadable", 409, "server.unreadable_game") from None
        live_game.bots_compiling = self._bots_compiling
        self._games[game] = live_game
        self._forget_unused()
        return live_game

    def _forget_unused(self) -> None:
        """Of those without a connection, the longest unused first."""
        too_many = len(self._games) - self.most
        idle = [game for game, live_game in self._games.items() if not live_game.connections]
        for game in idle[: max(0, too_many)]:
            self.forget(game)

    def _presence_changed(self, game: str) -> None:
        """A seat has connected to another process or left it."""
        live_game = self._games.get(game)
        if live_game is not None:
            live_game.announce_presence_elsewhere()

    def set_bots_compiling(self, compiling: bool) -> None:
        """Show at their seats whether search bots are still being compiled."""
        self._bots_compiling = compiling
        for live_game in self._games.values():
            live_game.bots_compiling = compiling
            live_game.announce_seats()

    def wake(self) -> None:
        """Let whoever waits for a change, in any game, look again."""
        for live_game in self._games.values():
            live_game.wake()

    async def follow(self) -> None:
        """Read what other processes append, for as long as the server runs."""
        async for change in self.store.changes():
            games = list(self._games) if change.game is None else [change.game]
            for game in games:
                live_game = self._games.get(game)
                if live_game is None or live_game.takes(change):
                    continue
                if change.game is None or live_game.number < change.number:
                    reading = asyncio.create_task(_read(live_game, change.number or None))
                    self._reading.add(reading)
                    reading.add_done_callback(self._reading.discard)


async def _read(live_game: LiveGame, up_to: int | None) -> None:
    try:
        await live_game.refresh(up_to)
    except Unavailable:  # which is logged once; the next request for this game reads it
        pass
    except StoreError as error:  # the next request for this game reads it
        log.warning("game_not_refreshed", game=live_game.game_id, error=type(error).__name__)
