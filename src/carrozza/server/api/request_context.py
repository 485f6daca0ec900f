"""What routes take from a request: the token's access to a game, the language, the store."""

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic_core import to_json
from starlette.requests import HTTPConnection

from carrozza.game.view_model import Language
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.tables.access import Access, access_of
from carrozza.server.language import language_of
from carrozza.server.own_boards.directory import BoardDirectory
from carrozza.server.refusals import Refused, unknown_token
from carrozza.server.store import Store, StoreError, Unavailable

RETRY_SECONDS = 1
"""After which to ask again while the database is away."""
BEARER = HTTPBearer(auto_error=False, description="The token of a seat, of the host or of a watcher.")


def answer(body: Any, status: int = 200) -> Response:
    """JSON without validating it against the response model."""
    return written(to_json(body), status)


def written(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


def store_of(connection: HTTPConnection) -> Store:
    store: Store = connection.app.state.store
    return store


def directory_of(connection: HTTPConnection) -> BoardDirectory:
    directory: BoardDirectory = connection.app.state.directory
    return directory


def live_games_of(connection: HTTPConnection) -> LiveGames:
    live_games: LiveGames = connection.app.state.live_games
    return live_games


async def _language(
    request: Request,
    language: Annotated[Language | None, Query(description="Otherwise as Accept-Language says.")] = None,
    accept_language: Annotated[str | None, Header()] = None,
) -> str:
    return language or language_of(request)


AskedLanguage = Annotated[str, Depends(_language)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]
GameId = Annotated[str, Path(max_length=40, examples=["k7f3m9xq2c"])]


def token_in(request: Request, bearer: Bearer) -> str | None:
    """The token that was given; refused where something else was."""
    if bearer is None and request.headers.get("authorization") is not None:
        raise unknown_token()
    return None if bearer is None else bearer.credentials


Token = Annotated[str | None, Depends(token_in)]


async def _access(request: Request, game: GameId, token: Token) -> Access:
    return await access_of(live_games_of(request), game, token)


async def _fresh_access(request: Request, game: GameId, token: Token) -> Access:
    """Another process may have appended something meanwhile."""
    return await access_of(live_games_of(request), game, token, fresh=True)


WriteAccess = Annotated[Access, Depends(_access)]
"""For requests that append to the log, which itself finds out whether the game in memory is the latest."""
ReadAccess = Annotated[Access, Depends(_fresh_access)]


def not_kept(error: StoreError) -> Refused:
    """The database is at fault: nothing was kept, and asking again is safe."""
    reason = error.reason if isinstance(error, Unavailable) else None
    return Refused("busy", 503, "server.busy").with_fields(reason=reason or "", retry_after=RETRY_SECONDS)
