"""A game that is being played: the fold of its log, and the one door through which moves come in."""

import asyncio
import json
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from carrozza.game import Game, IllegalMove, UnknownName, View, parse_move
from carrozza.game.game import Played as PlayedMove
from carrozza.game.moves import Finish, Move
from carrozza.server.games.seats import Seat
from carrozza.server.refusals import AgainstTheRules, Refused, unknown_game
from carrozza.server.store import Event, GameRow, GameState, Kind, Store, StoreError, Taken, TokenRow

log = logging.getLogger(__name__)

LONG_LOG: Final = 40
"""Events that are folded in a thread rather than in the loop."""
REMATCH: Final = "rematch"
"""An event whose body is the game in which the same people play again."""
KEPT_STATES: Final = 6
"""Earlier states that are kept to take moves back; beyond them the log is read again."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of the log, as far as it can be told."""

    number: int
    kind: str
    seat: int | None
    played: PlayedMove | None = None
    before: Seat | None = None
    after: Seat | None = None


@dataclass(frozen=True)
class Entry:
    """What is to be written into the log."""

    kind: Kind
    body: str = ""
    state: GameState | None = None
    tried: Game | None = None
    """The game with the move played."""


@dataclass(frozen=True)
class Played:
    """A move was accepted, and is on disk."""

    number: int


@lru_cache(maxsize=20_000)
def move_meant(text: str) -> Move:
    """The move that a text stands for: one and the same in all games, for there are many moves and few different."""
    return parse_move(text)


class Position:
    """A log folded up to some number."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.number = 0
        self.decided = 0
        """The number of the last move or undo: what came after it makes no expected number stale."""
        self.reseated = 0
        """The number of the last change of seats."""
        self.rematch: str | None = None
        """The game in which the same people play again."""
        self.since = row.created
        """When the present decision was asked for."""
        self.seats = [Seat.read(seat) for seat in row.seats]
        self.game: Game | None = None
        self.log: list[Happening] = []
        self._start()

    @property
    def state(self) -> GameState:
        if self.game is None:
            return GameState.WAITING
        return GameState.FINISHED if self.game.finished else GameState.PLAYING

    @property
    def last_actor(self) -> int | None:
        """The seat of the last move or undo."""
        acts = (happened.seat for happened in reversed(self.log) if happened.kind in (Kind.MOVE, Kind.UNDO))
        return next(acts, None)

    def _start(self) -> None:
        """The game begins as soon as no chair is free."""
        if self.game is None and not any(seat.free for seat in self.seats):
            self.game = self._deal()

    def _deal(self) -> Game:
        row = self.row
        names = [seat.name for seat in self.seats]
        return Game(row.board, names, row.seed, variants=row.variants, first=row.options.get("first"))

    def copy(self) -> "Position":
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.seats, made.log = list(self.seats), list(self.log)
        made.game = None if self.game is None else self.game.copy()
        return made

    def fold(self, event: Event, tried: Game | None = None) -> None:
        """Take the next event in; `tried` is the game after it, where it was tried before it was written."""
        happened = Happening(event.number, event.kind, event.seat)
        match event.kind:
            case Kind.MOVE:
                happened = replace(happened, played=self._play(event, tried))
            case Kind.UNDO:
                self._undo()
            case Kind.SEAT:
                happened = self._seat(event, happened)
                self.reseated = event.number
            case _ if event.kind == REMATCH:
                self.rematch = event.body
        self.number = event.number
        if event.kind in (Kind.MOVE, Kind.UNDO):
            self.decided, self.since = event.number, event.at
        self.log.append(happened)

    def _play(self, event: Event, tried: Game | None) -> PlayedMove:
        if tried is None:
            self._playing().play(move_meant(event.body), event.seat)
        else:
            self.game = tried
        game = self._playing()
        del game._earlier[:-KEPT_STATES]
        return game.history[-1]

    def _undo(self) -> None:
        game = self._playing()
        if game._earlier:
            game.undo()
            return
        self.game = self.in_full()
        self.game.undo()
        del self.game._earlier[:-KEPT_STATES]

    def _playing(self) -> Game:
        assert self.game is not None, "moves come after the start"
        return self.game

    def _seat(self, event: Event, happened: Happening) -> Happening:
        assert event.seat is not None, "an event of a seat names it"
        before, after = self.seats[event.seat], Seat.read(json.loads(event.body))
        self.seats[event.seat] = after
        if self.game is None:
            self.since = event.at
            self._start()
        elif after.name != self.game.seats[event.seat]:
            self._rename(event.seat, after.name)
        return replace(happened, before=before, after=after)

    def _rename(self, seat: int, name: str) -> None:
        """Somebody else takes a seat in the middle of a game, and all that was played there."""
        old = self._playing()
        made, before = self._deal(), old.seats[seat]
        again = {id(played): replace(played, player=name) for played in old.history if played.player == before}
        made.history = [again.get(id(played), played) for played in old.history]
        made.state, made._earlier = old.state, old._earlier
        self.game = made
        self.log = [
            replace(told, played=replace(told.played, player=name)) if told.played and told.seat == seat else told
            for told in self.log
        ]

    def undecided(self) -> list[int]:
        """The seats that have a decision to make."""
        game = self.game
        if game is None or game.finished:
            return []
        return [game.names.seat_number(name) for name in game.undecided]

    def can_undo(self, seat: int) -> bool:
        """The game's rule allows it, and nobody has acted since, not even to take a later move back."""
        return self.game is not None and self.last_actor == seat and self.game.can_undo(seat)

    def view(self, seat: int | None) -> View:
        return self._playing().view(seat)

    def in_full(self) -> Game:
        """The game played again, with every state on the way."""
        game = self._deal()
        for played in self._playing().history:
            game.play(played.move, played.player)
        return game


class Sitting:
    """One game in this process. Whatever is read from `now` is confirmed and on disk."""

    def __init__(self, store: Store, row: GameRow, heard: Callable[["Sitting"], None] | None = None) -> None:
        self.store = store
        self._heard = heard
        self.row = row
        self.game_id = row.id
        self.now = Position(row)
        self.version = 0
        """Grows with everything that anybody could be told."""
        self.present: Counter[int] = Counter()
        """How many connections each seat has to this process."""
        self.connections = 0
        self.warming = False
        """Whether bots that think deep are still being compiled in this process, and the planner plays for them."""
        self.tokens: dict[str, TokenRow] = {}
        """Tokens that were looked up since the last change of seats, by their hashes."""
        self.cache: dict[tuple[Any, ...], bytes] = {}
        """What was made of this version, for others who ask for the same."""
        self._reseated = 0
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()

    @property
    def clock(self) -> float | None:
        clock = self.row.options.get("clock")
        return None if clock is None else float(clock)

    @property
    def seats(self) -> list[Seat]:
        return self.now.seats

    @property
    def number(self) -> int:
        return self.now.number

    @property
    def state(self) -> GameState:
        return self.now.state

    def bots_to_move(self) -> list[int]:
        """The seats whose decision a bot has to make now."""
        return [seat for seat in self.now.undecided() if self.seats[seat].kind == "bot"]

    def view(self, seat: int | None) -> View:
        """What a seat may know; without one, what everybody at the table sees."""
        return self.now.view(seat)

    def time_left(self) -> float | None:
        """Seconds that are left for the present decision."""
        if self.clock is None or self.state != GameState.PLAYING:
            return None
        return max(0.0, self.clock - (time.time() - self.now.since))

    async def changed(self, since: int) -> int:
        """Wait until there is a version after `since`; returns the present one."""
        while self.version == since:
            await self._news.wait()
        return self.version

    def tell(self) -> None:
        """Something has changed: wake all who wait."""
        self.cache.clear()
        if self.now.reseated != self._reseated:
            self._reseated = self.now.reseated
            self.tokens.clear()
        self.nudge()
        if self._heard is not None:
            self._heard(self)

    def nudge(self) -> None:
        """Let all who wait look again, though nothing has changed."""
        self.version += 1
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def refresh(self, up_to: int | None = None) -> None:
        """Read what other processes have written, if it is not known already."""
        async with self._lock:
            if up_to is None or self.number < up_to:
                await self._read_on()

    async def _read_on(self) -> None:
        events = await self.store.events(self.game_id, self.number)
        if len(events) > LONG_LOG:
            made = self.now.copy()
            await asyncio.to_thread(_fold_all, made, events)
            self.now = made
        else:
            _fold_all(self.now, events)
        if events:
            self.tell()

    def _take(self, event: Event, tried: Game | None = None) -> None:
        """What this process has written itself."""
        self.now.fold(event, tried)
        self.tell()

    async def play(
        self, seat: int, move: Move | str, client_id: str | None = None, number: int | None = None
    ) -> Played | Refused:
        """Play a move for a seat, if its number is not stale and the rules allow it."""
        async with self._lock:
            return await self._enter(seat, client_id, number, lambda: self._checked(seat, move))

    async def undo(self, seat: int, client_id: str | None = None, number: int | None = None) -> Played | Refused:
        """Take the last move back, where that is fair."""
        async with self._lock:
            return await self._enter(seat, client_id, number, lambda: self._checked_undo(seat))

    def _checked(self, seat: int, move: Move | str) -> Entry:
        """The event of a move, tried on a game of its own."""
        self._check_playing()
        try:
            meant = move_meant(move) if isinstance(move, str) else move
        except ValueError:
            raise Refused("unknown", 422, "server.unknown_move", move=str(move)) from None
        if isinstance(meant, Finish):
            raise Refused("unknown", 422, "server.unknown_move", move=str(move))
        assert self.now.game is not None
        trial = self.now.game.copy()
        try:
            trial.play(meant, seat)
        except IllegalMove as refused:
            raise AgainstTheRules(refused) from None
        except (UnknownName, ValueError):
            raise Refused("unknown", 422, "server.unknown_name", move=str(move)) from None
        state = GameState.FINISHED if trial.finished else None
        return Entry(Kind.MOVE, str(trial.history[-1].move), state, trial)

    def _checked_undo(self, seat: int) -> Entry:
        self._check_playing()
        if not self.now.can_undo(seat):
            raise Refused("illegal", 422, "server.cannot_undo")
        return Entry(Kind.UNDO)

    def _check_playing(self) -> None:
        if self.now.game is None:
            raise Refused("waiting", 409, "server.waiting")

    def _is_stale(self, number: int | None) -> bool:
        """In the opening all choose at once, and nobody's choice makes another's stale."""
        if number is None or self.now.game is None or self.now.game.phase == "opening":
            return False
        return number < self.now.decided or number > self.now.number

    async def _enter(
        self, seat: int, client_id: str | None, number: int | None, check: Callable[[], Entry]
    ) -> Played | Refused:
        if number is not None and number > self.now.number:
            await self._read_on()
        while True:
            stale = self._is_stale(number)
            try:
                if stale:
                    raise Refused("stale", 409, "server.stale")
                entry = check()
            except Refused as refused:
                return await self._earlier(seat, client_id) or refused
            try:
                event = await self.store.append(
                    self.game_id, self.number + 1, entry.kind, seat, entry.body, client_id, state=entry.state
                )
            except Taken:
                await self._read_on()
                continue
            if event.number == self.number + 1:
                self._take(event, entry.tried)
            else:  # the same request was accepted before
                await self._read_on()
            return Played(event.number)

    async def _earlier(self, seat: int, client_id: str | None) -> Played | None:
        """The same request as it was accepted before."""
        if client_id is None:
            return None
        for event in await self.store.events(self.game_id, 0):
            if event.seat == seat and event.client_id == client_id:
                await self._read_on()
                return Played(event.number)
        return None

    async def reseat(
        self,
        seat: int,
        change: Callable[[Seat], Seat],
        *,
        tokens: Sequence[TokenRow] = (),
        revoke: Sequence[str] = (),
    ) -> Seat:
        """Change who sits at a seat; `change` is asked again when another process was faster, and may refuse."""
        async with self._lock:
            await self._read_on()
            while True:
                made = change(self.seats[seat])
                if made == self.seats[seat]:
                    return made
                try:
                    event = await self._write_seat(seat, made, tokens, revoke)
                except Taken:
                    await self._read_on()
                    continue
                self._take(event)
                return made

    async def _write_seat(self, seat: int, made: Seat, tokens: Sequence[TokenRow], revoke: Sequence[str]) -> Event:
        seats = [*self.seats[:seat], made, *self.seats[seat + 1 :]]
        starts = self.state == GameState.WAITING and not any(one.free for one in seats)
        return await self.store.append(
            self.game_id,
            self.number + 1,
            Kind.SEAT,
            seat,
            json.dumps(made.as_json(), ensure_ascii=False),
            seats=[one.as_json() for one in seats],
            state=GameState.PLAYING if starts else None,
            tokens=tokens,
            revoke=revoke,
        )

    async def note_rematch(self, seat: int, game: str) -> bool:
        """Write down where the same people play again; false where another game was noted before."""
        async with self._lock:
            await self._read_on()
            while self.now.rematch is None:
                try:
                    self._take(await self.store.append(self.game_id, self.number + 1, REMATCH, seat, game))
                except Taken:
                    await self._read_on()
            return self.now.rematch == game

    @asynccontextmanager
    async def connected(self, seat: int | None) -> AsyncIterator[None]:
        """While somebody looks on."""
        self.connections += 1
        if seat is not None:
            self._count(seat, 1)
        try:
            yield
        finally:
            self.connections -= 1
            if seat is not None:
                self._count(seat, -1)

    def _count(self, seat: int, by: int) -> None:
        before = self.present[seat] > 0
        self.present[seat] += by
        if (self.present[seat] > 0) != before:
            self.store.presence.here(self.game_id, frozenset(+self.present))
            self.tell()

    def is_connected(self, seat: int) -> bool:
        """Whether somebody looks on from a seat, here or at another process."""
        return self.present[seat] > 0 or seat in self.store.presence.elsewhere(self.game_id)


def _fold_all(position: Position, events: list[Event]) -> None:
    for event in events:
        position.fold(event)


class _Listener:
    def __init__(self) -> None:
        self.news: dict[str, Sitting] = {}
        self.wake = asyncio.Event()


class Sittings:
    """The games in memory, those used last; the others are folded again when they are needed."""

    def __init__(self, store: Store, most: int = 1000) -> None:
        self.store = store
        self.most = most
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Sitting]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self._listeners: list[_Listener] = []
        self._warming = False
        store.presence.listen(self._come_and_gone)

    def __len__(self) -> int:
        return len(self._sittings)

    @property
    def connections(self) -> int:
        return sum(sitting.connections for sitting in self._sittings.values())

    async def get(self, game: str) -> Sitting:
        """The sitting of a game; refused where there is no such game."""
        if game in self._sittings:
            self._sittings.move_to_end(game)
            return self._sittings[game]
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    def loaded(self, game: str) -> Sitting | None:
        """The sitting of a game that is in memory."""
        return self._sittings.get(game)

    def forget(self, game: str) -> None:
        """The game is gone."""
        self._sittings.pop(game, None)

    async def _load(self, game: str) -> Sitting:
        row = await self.store.game(game)
        if row is None:
            raise unknown_game()
        sitting = Sitting(self.store, row, self._hear)
        try:
            await sitting.refresh()
        except (ValueError, KeyError, AssertionError):
            log.exception("a game cannot be read", extra={"told": {"game": game, "engine": row.engine}})
            raise Refused("unreadable", 409, "server.unreadable_game") from None
        sitting.warming = self._warming
        self._sittings[game] = sitting
        self._forget_some()
        return sitting

    def _forget_some(self) -> None:
        """Those that nobody looks at, the longest unused first."""
        too_many = len(self._sittings) - self.most
        idle = [game for game, sitting in self._sittings.items() if not sitting.connections]
        for game in idle[: max(0, too_many)]:
            del self._sittings[game]

    def _come_and_gone(self, game: str) -> None:
        """Somebody's connection to another process."""
        sitting = self._sittings.get(game)
        if sitting is not None:
            sitting.tell()

    def _hear(self, sitting: Sitting) -> None:
        for listener in self._listeners:
            listener.news[sitting.game_id] = sitting
            listener.wake.set()

    async def changes(self) -> AsyncIterator[Sitting]:
        """The sittings of this process that change; several changes of one may come as one."""
        listener = _Listener()
        self._listeners.append(listener)
        try:
            while True:
                await listener.wake.wait()
                listener.wake.clear()
                while listener.news:
                    yield listener.news.pop(next(iter(listener.news)))
        finally:
            self._listeners.remove(listener)

    def warm(self, warming: bool) -> None:
        """Bots that think deep are being compiled, or are ready now: their seats say so."""
        self._warming = warming
        for sitting in self._sittings.values():
            sitting.warming = warming
            sitting.tell()

    def nudge(self) -> None:
        """Let all who wait, in every sitting, look again."""
        for sitting in self._sittings.values():
            sitting.nudge()

    async def follow(self) -> None:
        """Hear of what other processes write, for as long as the server runs."""
        async for change in self.store.changes():
            games = list(self._sittings) if change.game is None else [change.game]
            for game in games:
                sitting = self._sittings.get(game)
                if sitting is not None and (change.game is None or sitting.number < change.number):
                    reading = asyncio.create_task(_read(sitting, change.number or None))
                    self._reading.add(reading)
                    reading.add_done_callback(self._reading.discard)


async def _read(sitting: Sitting, up_to: int | None) -> None:
    try:
        await sitting.refresh(up_to)
    except StoreError as wrong:  # whoever asks next reads it
        told = {"game": sitting.game_id, "why": type(wrong).__name__}
        log.warning("news of a game could not be read", extra={"told": told})
