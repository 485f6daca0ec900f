"""What one connection has not been sent yet of a game."""

from collections.abc import Iterator

from pydantic_core import to_json

from carrozza.game.view_model import Fields
from carrozza.server.games.tables.access import Access, access_now
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState
from carrozza.server.views.event_text import events_since
from carrozza.server.views.game_info import info_of, seats_of
from carrozza.server.views.view_json import changed_fields, described, live_game_view, view_bytes


class Feed:
    """Follows a live game for one viewer: the newest view, and all events up to it."""

    def __init__(
        self,
        access: Access,
        token: str | None,
        since: int,
        language: str,
        *,
        described: bool = True,
        changes: bool = False,
    ) -> None:
        self.access = access
        self.live_game = access.live_game
        self.described = described
        self.changes = changes
        """Whether the viewer keeps its view and is sent only what changes in it."""
        self.viewer = access.viewer()
        self.language = language
        self.since = min(since, self.live_game.number)
        self.version = -1
        self.told_kept = True
        """Whether the viewer believes that moves are kept."""
        self._token = token
        self._number: int | None = None
        self._held: Fields | None = None
        """The view that the viewer holds, where it is sent changes."""
        self._described_at: int | None = None
        self._seats_version: int | None = None

    def again(self, language: str) -> None:
        """Everything once more, in another language."""
        self.language, self.since, self._number, self._held = language, 0, None, None

    async def check(self) -> None:
        """Refused where a change of seats has taken the token's rights away."""
        if self.live_game.folded.seats_changed_at != self.access.seats_changed_at:
            self.access = await access_now(self.live_game, self._token)

    def messages(self, *, quiet: bool = False) -> Iterator[bytes]:
        """The messages that bring the viewer up to date; `quiet` when nothing has happened for a while."""
        self.version = self.live_game.version
        if self.live_game.state == GameState.WAITING:
            yield from self._waiting()
            return
        if self._number != self.live_game.number:
            yield self.view_message(b'{"type":"view",') if self._held is None else self._changes_message(self._held)
        if quiet and self.owes_description():
            yield self._description_message()
        if self._seats_version != self.live_game.seats_version:
            self._seats_version = self.live_game.seats_version
            yield to_json({"type": "seats", "seats": seats_of(self.live_game)})

    def _waiting(self) -> Iterator[bytes]:
        if self._seats_version != self.live_game.seats_version:
            self._seats_version = self.live_game.seats_version
            yield to_json({"type": "waiting", "info": info_of(self.live_game)})

    def view_message(self, head: bytes) -> bytes:
        """The view as it is now, with all events since the last one."""
        number = self.live_game.number
        moves = self._new_moves()
        if self.changes:
            self._described_at = number
            self._held = live_game_view(self.live_game, self.viewer, self.language, described=self.described)
        view = view_bytes(self.live_game, self.viewer, self.language, described=self.described)
        return b'%b"number":%d,"view":%b,"moves":%b}' % (head, number, view, to_json(moves))

    def _new_moves(self) -> list[Fields]:
        moves = events_since(self.live_game.folded, self.since, self.viewer, self.language)
        self.since = self._number = self.live_game.number
        return moves

    def _changes_message(self, held: Fields) -> bytes:
        """What has changed since the view that the viewer holds. The description, which costs as much as all the rest,
        follows when the game is quiet."""
        moves = self._new_moves()
        view = live_game_view(self.live_game, self.viewer, self.language, described=False)
        self._held = {**view, "description": held["description"]}
        return self._changes(changed_fields(held, self._held), moves)

    def owes_description(self) -> bool:
        """Whether the viewer holds the description of an earlier view."""
        return self.described and self._held is not None and self._described_at != self._number

    def _description_message(self) -> bytes:
        assert self._held is not None, "it owes a description"
        text = described(self.live_game, self.viewer, self.language)
        self._described_at = self._number
        self._held = {**self._held, "description": text}
        return self._changes({"description": text}, [])

    def _changes(self, changes: Fields, moves: list[Fields]) -> bytes:
        return to_json({"type": "changes", "number": self._number, "changes": changes, "moves": moves})

    def is_due(self) -> bool:
        return self.live_game.state != GameState.WAITING and self._number != self.live_game.number


def error_message(refused: Refused, language: str) -> bytes:
    return to_json({"type": "error", **refused.as_json(language)})
