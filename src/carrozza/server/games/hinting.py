"""Who may ask for hints: the one person at a table of bots, while it is theirs to decide."""

import hashlib

from carrozza.game import View
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState


def check_may_ask(live_game: LiveGame, seat: int) -> None:
    """Refuse hints where other people play, after the end, and while somebody else decides."""
    if not _is_alone_with_bots(live_game, seat):
        raise Refused("people", 403, "server.hints_with_people")
    if live_game.state == GameState.FINISHED:
        raise Refused("finished", 409, "refusal.E5")
    if seat not in live_game.folded.undecided() or live_game.seats[seat].kind != "person":
        raise Refused("turn", 409, "server.hints_not_now")


def may_ask(live_game: LiveGame, seat: int) -> bool:
    try:
        check_may_ask(live_game, seat)
    except Refused:
        return False
    return True


def _is_alone_with_bots(live_game: LiveGame, seat: int) -> bool:
    """Whether every other seat is a bot's, and not only played by one for a person."""
    others = (here for number, here in enumerate(live_game.seats) if number != seat)
    return all(here.kind == "bot" and not here.person for here in others)


def digest_of_view(view: View) -> str:
    """The same for the same view, as after a move that was taken back, and while others choose their opening tickets;
    nothing of the view can be read from it."""
    seen = view.state.tobytes() if view.phase != "opening" else " ".join(view.offered(view.seat or 0)).encode()
    return hashlib.sha256(seen).hexdigest()[:16]
