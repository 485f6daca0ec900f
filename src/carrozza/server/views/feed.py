"""What one connection has not been sent yet of a game."""

from collections.abc import Iterator

from pydantic_core import to_json

from carrozza.server.games.access import Access, known_token
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState
from carrozza.server.views.event_text import events_since
from carrozza.server.views.game_info import info_of, seats_of
from carrozza.server.views.view_json import view_bytes


class Feed:
    """Follows a live game for one viewer: the newest view, and all events up to it."""

    def __init__(self, access: Access, token: str | None, since: int, language: str, *, described: bool = True) -> None:
        self.access = access
        self.live_game = access.live_game
        self.described = described
        self.viewer = access.viewer()
        self.language = language
        self.since = min(since, self.live_game.number)
        self.version = -1
        self.told_kept = True
        """Whether the viewer believes that moves are kept."""
        self._token = token
        self._reseated = self.live_game.folded.seats_changed_at
        self._number: int | None = None
        self._seats_version: int | None = None

    def again(self, language: str) -> None:
        """Everything once more, in another language."""
        self.language, self.since, self._number = language, 0, None

    async def check(self) -> None:
        """Refused where a change of seats has taken the token's rights away."""
        if self.live_game.folded.seats_changed_at != self._reseated:
            self._reseated = self.live_game.folded.seats_changed_at
            if self._token:
                await known_token(self.live_game, self._token)

    def messages(self) -> Iterator[bytes]:
        """The messages that bring the viewer up to date."""
        self.version = self.live_game.version
        if self.live_game.state == GameState.WAITING:
            yield from self._waiting()
            return
        if self._number != self.live_game.number:
            yield self.view_message(b'{"type":"view",')
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
        moves = events_since(self.live_game.folded, self.since, self.viewer, self.language)
        self.since = self._number = number
        return b'%b"number":%d,"view":%b,"moves":%b}' % (head, number, self._view(), to_json(moves))

    def _view(self) -> bytes:
        return view_bytes(self.live_game, self.viewer, self.language, described=self.described)

    def is_due(self) -> bool:
        return self.live_game.state != GameState.WAITING and self._number != self.live_game.number


def error_message(refused: Refused, language: str) -> bytes:
    return to_json({"type": "error", **refused.as_json(language)})
