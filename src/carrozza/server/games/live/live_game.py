"""A game held in memory: the one place where a move is checked, appended to the log and announced."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from carrozza import boards
from carrozza.game import Game, View
from carrozza.game.moves import Move
from carrozza.game.view_parts import ViewParts
from carrozza.server.games.live.attendance import Attendance
from carrozza.server.games.live.folded_log import MOST_SEAT_CHANGES, FoldedLog, Turn
from carrozza.server.games.live.move_checks import (
    NewEvent,
    check_number,
    checked_bot_move,
    checked_move,
    checked_undo,
    is_move,
    is_undo,
)
from carrozza.server.games.seating.seats import Seat
from carrozza.server.refusals import Refused, begun
from carrozza.server.store import Change, Event, GameRow, GameState, Kind, Store, Taken, TokenRow

LONG_LOG: Final = 40
"""More events than this are folded in a thread, so that the event loop goes on."""


@dataclass(frozen=True)
class Accepted:
    """A move or undo that is on disk."""

    number: int


class LiveGame:
    """One game in this process. Whatever `folded` holds is on disk."""

    def __init__(
        self, store: Store, row: GameRow, served_since: float = 0.0, board: boards.Board | None = None
    ) -> None:
        self.store = store
        self.row = row
        self.served_since = served_since
        """When this process began to serve; time before it does not count on clocks."""
        self.game_id = row.id
        self.folded = FoldedLog(row, board)
        self.version = 0
        """Grows with every change that a viewer could be sent."""
        self.seats_version = 0
        """Grows with every change of seats and of their presence."""
        self.attendance = Attendance(self._attendance_changed)
        self.connections = 0
        self.bots_compiling = False
        """Whether search bots are still being compiled in this process and the planner plays for them."""
        self.tokens: dict[str, TokenRow] = {}
        """Tokens looked up since the last change of seats, by hash."""
        self.cache: dict[Hashable, Any] = {}
        """Views of this version, shared by all who ask for the same one."""
        self.view_parts = ViewParts()
        """Of which views are made; those that have not changed since the last version are used again."""
        self._seats_changed_at = 0
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()

    @property
    def clock(self) -> float | None:
        """Seconds for each turn."""
        clock = self.row.options.get("clock")
        return None if clock is None else float(clock)

    @property
    def board(self) -> boards.Board:
        return self.folded.board

    @property
    def seats(self) -> list[Seat]:
        return self.folded.seats

    @property
    def number(self) -> int:
        return self.folded.number

    @property
    def state(self) -> GameState:
        return self.folded.state

    def view(self, seat: int | None) -> View:
        """What a seat may know; without one, what everybody sees."""
        return self.folded.view(seat)

    def bots_to_move(self) -> list[int]:
        """The seats whose decision a bot has to make now."""
        return [seat for seat in self.folded.undecided() if self.seats[seat].kind == "bot"]

    def seats_on_the_clock(self) -> list[int]:
        """The seats with a decision to make that no bot plays: people's, and those that are free."""
        return [seat for seat in self.folded.undecided() if self.seats[seat].kind != "bot"]

    def time_left(self) -> float | None:
        """Seconds left of the present turn."""
        if self.state != GameState.PLAYING:
            return None
        left = self.time_left_of(self.folded.turn)
        return None if left is None else max(0.0, left)

    def time_left_of(self, turn: Turn) -> float | None:
        """Seconds left of a turn, below 0 where more were used; none without a clock."""
        if self.clock is None:
            return None
        return self.clock - (self.store.now() - max(turn.began, self.served_since))

    def is_used_up(self, turn: Turn) -> bool:
        """Whether no time is left of a turn."""
        left = self.time_left_of(turn)
        return left is not None and left <= 0

    def is_late(self, seat: int) -> bool:
        """Whether the seat has a decision to make, and no time left for it."""
        return seat in self.folded.undecided() and self.is_used_up(self.folded.turn)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last move back, and has time left to play another."""
        return self.folded.can_undo(seat) and not self.is_used_up(self.folded.last_turn)

    async def wait_for_change(self, since: int) -> int:
        """Wait for a version after `since`; returns the present one."""
        while self.version == since:
            await self._changed.wait()
        return self.version

    def announce(self) -> None:
        """Drop what was cached of the last version and wake whoever waits for a change."""
        self.cache.clear()
        if self.folded.seats_changed_at != self._seats_changed_at:
            self._seats_changed_at = self.folded.seats_changed_at
            self.seats_version += 1
            self.tokens.clear()
        self.wake()

    def announce_seats(self) -> None:
        """Who is present, or which bots can play, has changed."""
        self.seats_version += 1
        self.announce()

    def wake(self) -> None:
        """Let whoever waits for a change look again."""
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def refresh(self, up_to: int | None = None) -> None:
        """Read what other processes have appended, unless the log is known up to that number."""
        async with self._lock:
            if up_to is None or self.number < up_to:
                await self._read_on()

    def takes(self, change: Change) -> bool:
        """Apply what another process has appended and sent along, if it comes next and nothing is being appended."""
        event = change.event
        if event is None or event.number != self.number + 1 or self._lock.locked():
            return False
        try:
            self._fold(event)
        except (ValueError, KeyError, AssertionError):  # whoever reads the log finds out
            return False
        return True

    async def _read_on(self) -> None:
        events = await self.store.events(self.game_id, self.number)
        if len(events) > LONG_LOG:
            made = self.folded.copy()
            await asyncio.to_thread(made.fold_all, events)
            self.folded = made
        else:
            self.folded.fold_all(events)
        if events:
            self.announce()

    async def play(
        self, seat: int, move: Move | str, client_id: str | None = None, number: int | None = None
    ) -> Accepted | Refused:
        """Play a move for a seat, if `number` is not stale and the rules allow it.

        A seat's `client_id` stands for one request: the same again is answered with the number it got.
        """
        return await self._append_checked(
            seat, client_id, number, lambda: checked_move(self.folded, seat, move), is_move(self.folded, move)
        )

    async def play_for_bot(self, seat: int, move: Move | str, number: int) -> Accepted | Refused:
        """Play the move that a bot chose at `number`; stale where the seat has decided since, or is no bot's now.

        It has no id, so that none of a client's can stand in its way: it is the decision that can be made only once.
        """
        return await self._append_checked(seat, None, number, lambda: checked_bot_move(self.folded, seat, move))

    async def undo(self, seat: int, client_id: str | None = None, number: int | None = None) -> Accepted | Refused:
        """Take a seat's last move back, where that is fair."""
        return await self._append_checked(seat, client_id, number, lambda: self._checked_undo(seat), is_undo)

    def _checked_undo(self, seat: int) -> NewEvent:
        new = checked_undo(self.folded, seat)
        if self.is_used_up(self.folded.last_turn):
            raise Refused("illegal", 422, "server.no_time_to_undo")
        return new

    async def _append_checked(
        self,
        seat: int,
        client_id: str | None,
        number: int | None,
        check: Callable[[], NewEvent],
        is_same: Callable[[Event], bool] = lambda event: False,
    ) -> Accepted | Refused:
        """Check, append, announce; from the start again where another process appended first.

        `is_same` says whether an event with the same id is this request, sent before.
        """
        async with self._lock:
            if number is not None and number > self.number:
                await self._read_on()
            while True:
                try:
                    check_number(self.folded, number)
                    new = check()
                except Refused as refused:
                    earlier = None if client_id is None else await self.store.earlier(self.game_id, seat, client_id)
                    return refused if earlier is None else await self._answered_before(earlier, is_same)
                try:
                    event = await self._append(new, seat, client_id)
                except Taken:
                    await self._read_on()
                    continue
                if (event.number, event.kind, event.body) != (self.number + 1, new.kind, new.body):
                    return await self._answered_before(event, is_same)
                self._fold(event, new.game)
                return Accepted(event.number)

    async def _append(self, new: NewEvent, seat: int | None, client_id: str | None) -> Event:
        next_number = self.number + 1
        return await self.store.append(self.game_id, next_number, new.kind, seat, new.body, client_id, state=new.state)

    async def _answered_before(self, event: Event, is_same: Callable[[Event], bool]) -> Accepted | Refused:
        """The number of an event that this seat's client has sent with the same id; refused if it was another move."""
        await self._read_on()
        return Accepted(event.number) if is_same(event) else Refused("id", 409, "server.id_used")

    async def halt(self, number: int) -> None:
        """End the game without a result, unless something has happened after this number."""
        async with self._lock:
            await self._read_on()
            while self.number == number and self.state == GameState.PLAYING:
                try:
                    self._fold(await self._append(NewEvent(Kind.HALT, state=GameState.FINISHED), None, None))
                except Taken:
                    await self._read_on()

    def _fold(self, event: Event, game: Game | None = None) -> None:
        """Apply an event that this process has appended."""
        self.folded.fold(event, game)
        self.announce()

    async def change_seat(
        self,
        seat: int,
        change: Callable[[Seat], Seat],
        *,
        token: TokenRow | None = None,
    ) -> Seat:
        """Change who holds a seat. `change` may refuse, and is called again where another process appended first.

        Whoever is given a `token` holds the seat alone: earlier tokens are revoked, as they are when a seat is freed.
        Neither happens once the game has begun: from the deal to the end, what a seat may know is known to whoever
        held its token at the deal, and to nobody else.
        """
        async with self._lock:
            await self._read_on()
            while True:
                made = change(self.seats[seat])
                if made == self.seats[seat]:
                    return made
                if not self.folded.may_change_seat(seat, made):
                    raise Refused("often", 409, "server.seat_changes_too_often", number=MOST_SEAT_CHANGES)
                passes_on = token is not None or made.free
                if passes_on and self.state != GameState.WAITING:
                    raise begun()
                revoke = await self._tokens_of(seat) if passes_on else []
                try:
                    event = await self._append_seat(seat, made, [] if token is None else [token], revoke)
                except Taken:
                    await self._read_on()
                    continue
                self._fold(event)
                return made

    async def _tokens_of(self, seat: int) -> list[str]:
        return [row.hash for row in await self.store.tokens(self.game_id) if row.seat == seat and not row.revoked]

    async def _append_seat(self, seat: int, made: Seat, tokens: Sequence[TokenRow], revoke: Sequence[str]) -> Event:
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
        """Append the id of the rematch; false where another one was noted before."""
        async with self._lock:
            await self._read_on()
            while self.folded.rematch is None:
                try:
                    self._fold(await self.store.append(self.game_id, self.number + 1, Kind.REMATCH, seat, game))
                except Taken:
                    await self._read_on()
            return self.folded.rematch == game

    async def note_hint(self, seat: int, position: str) -> None:
        """Append that hints were asked for in a position, unless that is known; `position` is a digest of the view."""
        async with self._lock:
            await self._read_on()
            while self.state == GameState.PLAYING and position not in self.folded.hinted:
                try:
                    self._fold(await self.store.append(self.game_id, self.number + 1, Kind.HINT, seat, position))
                except Taken:
                    await self._read_on()

    @asynccontextmanager
    async def connected(self, seat: int | None) -> AsyncIterator[None]:
        """Count a connection while it lasts; those of seats make them present."""
        self.connections += 1
        if seat is not None:
            self.attendance.connect(seat)
        try:
            yield
        finally:
            self.connections -= 1
            if seat is not None:
                self.attendance.disconnect(seat)

    def _attendance_changed(self) -> None:
        self.store.presence.here(self.game_id, self.attendance.here())
        self.announce_seats()

    def announce_presence_elsewhere(self) -> None:
        """A seat has come to another process or left it."""
        self.attendance.note_elsewhere(self.store.presence.elsewhere(self.game_id))
        self.announce_seats()

    def is_present(self, seat: int) -> bool:
        """Whether a bot plays the seat, or its person is connected or asks by HTTP, here or at another process."""
        if self.seats[seat].kind == "bot" or self.attendance.is_here(seat):
            return True
        return seat in self.store.presence.elsewhere(self.game_id)
