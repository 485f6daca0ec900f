"""What one connection has still to be told of a game."""

from collections.abc import Iterator
from typing import Any

from pydantic_core import to_json

from carrozza.server.api.request_context import Asker, known_token
from carrozza.server.games.creation import info_of, seats_of
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState
from carrozza.server.views.event_text import events_since
from carrozza.server.views.view_json import view_bytes


class Feed:
    """Follows a sitting for one viewer: only what is newest, and all that happened on the way there."""

    def __init__(self, asker: Asker, token: str | None, since: int, language: str, *, described: bool = True) -> None:
        self.asker = asker
        self.sitting = asker.sitting
        self.described = described
        self.viewer = asker.viewer()
        self.language = language
        self.since = min(since, self.sitting.number)
        self.version = -1
        self._token = token
        self._reseated = self.sitting.now.reseated
        self._number: int | None = None
        self._seats: list[dict[str, Any]] | None = None

    def again(self, language: str) -> None:
        """Everything once more, in another language."""
        self.language, self.since, self._number = language, 0, None

    async def check(self) -> None:
        """Refused where a change of seats has taken the token's rights away."""
        if self.sitting.now.reseated != self._reseated:
            self._reseated = self.sitting.now.reseated
            if self._token:
                await known_token(self.sitting, self._token)

    def news(self) -> Iterator[bytes]:
        """The messages that bring the viewer up to date."""
        self.version = self.sitting.version
        if self.sitting.state == GameState.WAITING:
            yield from self._waiting()
            return
        if self._number != self.sitting.number:
            yield self.view_message(b'{"type":"view",')
        seats = seats_of(self.sitting)
        if seats != self._seats:
            self._seats = seats
            yield to_json({"type": "seats", "seats": seats})

    def _waiting(self) -> Iterator[bytes]:
        info = info_of(self.sitting)
        if info["seats"] != self._seats:
            self._seats = info["seats"]
            yield to_json({"type": "waiting", "info": info})

    def view_message(self, head: bytes) -> bytes:
        """The view as it is now, with all events since the last one."""
        number = self.sitting.number
        moves = events_since(self.sitting.now, self.since, self.viewer, self.language)
        self.since = self._number = number
        return b'%b"number":%d,"view":%b,"moves":%b}' % (head, number, self._view(), to_json(moves))

    def _view(self) -> bytes:
        return view_bytes(self.sitting, self.viewer, self.language, described=self.described)

    def is_due(self) -> bool:
        return self.sitting.state != GameState.WAITING and self._number != self.sitting.number


def error_message(refused: Refused, language: str) -> bytes:
    return to_json({"type": "error", **refused.as_json(language)})
