"""What a token opens in a game: a seat, the host's controls, the view of a watcher."""

from dataclasses import dataclass

from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.tokens import token_hash
from carrozza.server.refusals import Refused, no_token, not_yours, unknown_token
from carrozza.server.store import GameState, Role, TokenRow


@dataclass(frozen=True)
class Access:
    """A game, and what the token of a request opened in it when it was looked up."""

    live_game: LiveGame
    token: TokenRow | None
    begun: bool
    """Whether the game had begun by then. If so the token stays valid: tokens of seats change only before that."""
    seats_changed_at: int
    """The number of the last change of seats by then."""

    @property
    def role(self) -> Role | None:
        return None if self.token is None else self.token.role

    def viewer(self) -> int | None:
        """The seat whose view may be shown; none for the public view. Refused where nobody may watch."""
        if self.token is not None and self.token.role == Role.SEAT:
            return self.token.seat
        if self.role in (Role.HOST, Role.WATCH) or self.live_game.row.options.get("watch") == "anyone":
            return None
        raise Refused("forbidden", 403, "server.no_watching")

    def seat(self) -> int:
        """The token's own seat."""
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
        if not self.begun:
            raise Refused("waiting", 409, "server.waiting")


async def access_of(live_games: LiveGames, game: str, token: str | None, *, fresh: bool = False) -> Access:
    """Refused where there is no such game, or the token is not one of its own.

    A `fresh` access knows what other processes have appended; so does every access to a game that waits for players,
    whose seats and tokens they may have changed.
    """
    live_game = await live_games.get(game)
    if fresh or live_game.state == GameState.WAITING:
        await live_game.refresh()
    access = await access_now(live_game, token)
    if access.role == Role.SEAT:
        live_game.attendance.hear_from(access.seat())
    return access


async def access_now(live_game: LiveGame, token: str | None) -> Access:
    """What the token opens as of the events that this process knows."""
    row = await known_token(live_game, token) if token else None
    begun = live_game.state != GameState.WAITING
    return Access(live_game, row, begun, live_game.folded.seats_changed_at)


async def known_token(live_game: LiveGame, token: str) -> TokenRow:
    """The token as of the last change of seats: tokens change only together with seats."""
    hashed = token_hash(token)
    found = live_game.tokens.get(hashed)
    while found is None:
        as_of = live_game.folded.seats_changed_at
        found = await live_game.store.token(hashed)
        if found is None or found.revoked:
            raise unknown_token()
        if found.game != live_game.game_id:
            raise not_yours()
        if live_game.folded.seats_changed_at != as_of:  # it may have been revoked while it was read
            found = None
        else:
            live_game.tokens[hashed] = found
    return found
