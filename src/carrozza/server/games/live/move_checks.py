"""Whether a move or an undo may be appended to a game's log: checked on a copy of the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from carrozza.game import Game, IllegalMove, UnknownName
from carrozza.game.errors import GameError, NotationError
from carrozza.game.moves import BuildStation, Claim, Finish, Move, PayTunnel, PlaceMarker
from carrozza.server.games.live.folded_log import MOST_UNDOS, FoldedLog, parsed_move
from carrozza.server.refusals import AgainstTheRules, Refused, RefusedByGame
from carrozza.server.store import Event, GameState, Kind

PAID: Final = (Claim, PayTunnel, BuildStation, PlaceMarker)
"""Moves that may leave it to the game which cards are paid."""


@dataclass(frozen=True)
class NewEvent:
    """An event that has been checked and is to be appended."""

    kind: Kind
    body: str = ""
    state: GameState | None = None
    game: Game | None = None
    """The game with the move played."""


def check_number(folded: FoldedLog, number: int | None) -> None:
    """Refuse a move that answers an earlier view; while opening tickets are chosen, all choose at once."""
    if number is None or folded.game is None or folded.game.phase == "opening":
        return
    if not folded.decided_at <= number <= folded.number:
        raise Refused("stale", 409, "server.stale")


def checked_move(folded: FoldedLog, seat: int, move: Move | str) -> NewEvent:
    """The event of a move, played on a copy of the game."""
    game = _begun(folded).copy()
    try:
        meant = parsed_move(move) if isinstance(move, str) else move
    except NotationError as wrong:
        raise RefusedByGame("unknown", wrong) from None
    if isinstance(meant, Finish):
        raise Refused("unknown", 422, "server.unknown_move", move=str(move))
    try:
        game.play(meant, seat)
    except IllegalMove as refused:
        raise AgainstTheRules(refused) from None
    except GameError as wrong:
        raise RefusedByGame("unknown", wrong) from None
    state = GameState.FINISHED if game.finished else None
    return NewEvent(Kind.MOVE, str(game.history[-1].move), state, game)


def checked_bot_move(folded: FoldedLog, seat: int, move: Move | str) -> NewEvent:
    """The event of a bot's move, if a bot still plays the seat and the decision is still to be made."""
    if folded.seats[seat].kind != "bot" or seat not in folded.undecided():
        raise Refused("stale", 409, "server.stale")
    return checked_move(folded, seat, move)


def checked_undo(folded: FoldedLog, seat: int) -> NewEvent:
    _begun(folded)
    if not folded.is_own_last(seat):
        raise Refused("illegal", 422, "server.cannot_undo")
    if not folded.can_undo(seat):
        raise Refused("illegal", 422, "server.too_many_undos", number=MOST_UNDOS)
    return NewEvent(Kind.UNDO)


def _begun(folded: FoldedLog) -> Game:
    if folded.game is None:
        raise Refused("waiting", 409, "server.waiting")
    if folded.halted:
        raise Refused("halted", 409, "server.halted")
    return folded.game


def is_undo(event: Event) -> bool:
    return event.kind == Kind.UNDO


def is_move(folded: FoldedLog, move: Move | str) -> Callable[[Event], bool]:
    """Whether an event is this move, which may have left the cards to be chosen."""

    def is_it(event: Event) -> bool:
        if event.kind != Kind.MOVE or folded.game is None:
            return False
        try:
            asked = folded.game.names.canonical(parsed_move(move) if isinstance(move, str) else move)
        except (UnknownName, ValueError):
            return False
        written = parsed_move(event.body)
        if isinstance(asked, PAID) and isinstance(written, PAID) and asked.cards is None:
            written = replace(written, cards=None)
        return asked == written

    return is_it
