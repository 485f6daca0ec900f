"""The events of a game in sentences, as one seat or a watcher may know them."""

from carrozza.boards import Board
from carrozza.game.moves import Keep, PlayedMove
from carrozza.game.sentences.description import describe_move
from carrozza.game.view_model import Fields
from carrozza.server.games.live.folded_log import FoldedEvent, FoldedLog
from carrozza.server.games.seating.seats import Seat
from carrozza.server.store import Kind
from carrozza.words import say


def events_since(folded: FoldedLog, since: int, seat: int | None, language: str) -> list[Fields]:
    """All events after a number, but for hints, which change nothing at the table."""
    recent: list[FoldedEvent] = []
    for happened in reversed(folded.events):
        if happened.number <= since:
            break
        if happened.kind != Kind.HINT:
            recent.append(happened)
    return [event_fields(folded, happened, seat, language) for happened in reversed(recent)]


def event_fields(folded: FoldedLog, happened: FoldedEvent, seat: int | None, language: str) -> Fields:
    if happened.played is not None and folded.game is not None:
        viewer = None if seat is None else folded.seats[seat].name
        return played_event(happened.number, happened.played, folded.game.board, viewer, language)
    name = folded.seats[happened.seat].name if happened.seat is not None else ""
    if happened.kind == Kind.UNDO:
        return _event(happened.number, name, "undo", say("server.undone", language, player=name))
    if happened.kind == Kind.HALT:
        return _event(happened.number, "", "halt", say("server.halted", language))
    if happened.before is not None and happened.after is not None:
        name, word, key = _seat_change(happened.before, happened.after)
        return _event(happened.number, name, word, say(key, language, player=name))
    return _event(happened.number, name, "rematch", say("server.rematch", language, player=name))


def played_event(number: int, played: PlayedMove, board: Board, viewer: str | None, language: str) -> Fields:
    """A move as `viewer` may know it; without one, as everybody may."""
    text = describe_move(played, board, viewer, language)
    return _event(number, played.player, public_move(played, viewer), text)


def public_move(played: PlayedMove, viewer: str | None) -> str:
    """The move in its notation; which tickets another keeps, and in the opening how many, is left out."""
    if isinstance(played.move, Keep) and played.player != viewer:
        return "keep"
    return str(played.move)


def _seat_change(before: Seat, after: Seat) -> tuple[str, str, str]:
    """The name, a word for programs, and the key of the sentence."""
    if after.kind == "bot":
        if after.stand_in == "clock":
            return after.name, "bot", "server.clock_ran_out"
        return (after.name, "bot", "server.bot_for") if after.person else (after.name, "join", "server.bot_joins")
    if after.free:
        return before.name, "leave", "server.seat_free"
    if after.left and not before.left:
        return after.name, "leave", "server.leaves"
    if before.free and before.name != after.name:
        return after.name, "join", "server.joins"
    return after.name, "back", "server.back"


def _event(number: int, player: str, move: str, text: str) -> Fields:
    return {"number": number, "player": player, "move": move, "text": text}
