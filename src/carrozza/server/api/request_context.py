"""Who asks, for which game, in which language."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic_core import to_json
from starlette.requests import HTTPConnection

from carrozza.game.view_model import Language
from carrozza.server.games.sitting import Sitting, Sittings
from carrozza.server.refusals import Refused, no_token, not_yours, unknown_token
from carrozza.server.store import GameState, Role, Store, TokenRow, token_hash
from carrozza.words import languages

BEARER = HTTPBearer(auto_error=False, description="The token of a seat, of the host or of a watcher.")


def answer(body: Any, status: int = 200) -> Response:
    """JSON as it is, without another look at it."""
    return written(to_json(body), status)


def written(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


def store_of(connection: HTTPConnection) -> Store:
    store: Store = connection.app.state.store
    return store


def sittings_of(connection: HTTPConnection) -> Sittings:
    sittings: Sittings = connection.app.state.sittings
    return sittings


def language_of(connection: HTTPConnection) -> str:
    """Asked for in the address, or else by the browser; else English."""
    asked = connection.query_params.get("language", "")
    if asked in languages():
        return asked
    return preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """The first language of a browser's list that we speak.

    >>> preferred("fr-FR, it;q=0.8, en;q=0.9"), preferred("")
    ('en', 'en')
    """
    wishes: list[tuple[float, int, str]] = []
    for place, wish in enumerate(accepted.split(",")[:20]):
        name, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, name.split("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wishes) if name in languages()), "en")


async def _language(
    request: Request,
    language: Annotated[Language | None, Query(description="Otherwise as Accept-Language says.")] = None,
    accept_language: Annotated[str | None, Header()] = None,
) -> str:
    return language or language_of(request)


AskedLanguage = Annotated[str, Depends(_language)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]


@dataclass(frozen=True)
class Asker:
    """Somebody at a game, with what their token opens."""

    sitting: Sitting
    token: TokenRow | None

    @property
    def role(self) -> Role | None:
        return None if self.token is None else self.token.role

    def viewer(self) -> int | None:
        """The seat whose view may be shown; none for the public one. Refused where not even that may be seen."""
        if self.token is not None and self.token.role == Role.SEAT:
            return self.token.seat
        if self.role in (Role.HOST, Role.WATCH) or self.sitting.row.options.get("watch") == "anyone":
            return None
        raise Refused("forbidden", 403, "server.no_watching")

    def seat(self) -> int:
        """The asker's own seat."""
        if self.token is None:
            raise no_token()
        if self.token.role != Role.SEAT or self.token.seat is None:
            raise not_yours()
        return self.token.seat

    def check_host(self) -> None:
        if self.token is None:
            raise no_token()
        if self.role != Role.HOST:
            raise not_yours()

    def check_begun(self) -> None:
        if self.sitting.state == GameState.WAITING:
            raise Refused("waiting", 409, "server.waiting")


async def asker_of(sittings: Sittings, game: str, token: str | None) -> Asker:
    """Refused where there is no such game, or the token is not one of its own."""
    sitting = await sittings.get(game)
    if not token:
        return Asker(sitting, None)
    return Asker(sitting, await known_token(sitting, token))


async def known_token(sitting: Sitting, token: str) -> TokenRow:
    """Tokens change only together with seats, so that they are remembered until then."""
    hashed = token_hash(token)
    found = sitting.tokens.get(hashed) or await sitting.store.token(hashed)
    if found is None or found.revoked:
        raise unknown_token()
    if found.game != sitting.game_id:
        raise not_yours()
    sitting.tokens[hashed] = found
    return found


GameId = Annotated[str, Path(max_length=40, examples=["k7f3m9xq2c"])]


def token_in(request: Request, bearer: Bearer) -> str | None:
    """The token that was given; refused where something else was."""
    if bearer is None and request.headers.get("authorization") is not None:
        raise unknown_token()
    return None if bearer is None else bearer.credentials


Token = Annotated[str | None, Depends(token_in)]


async def _asker(request: Request, game: GameId, token: Token) -> Asker:
    return await asker_of(sittings_of(request), game, token)


async def _fresh_asker(asker: Annotated[Asker, Depends(_asker)]) -> Asker:
    """Another process may have been told something meanwhile."""
    await asker.sitting.refresh()
    return asker


Moving = Annotated[Asker, Depends(_asker)]
"""Who wants to change something: the log says whether what they know is still so."""
Looking = Annotated[Asker, Depends(_fresh_asker)]
