"""Replays: a game that is over, or any record, frame by frame."""

from carrozza import boards
from carrozza.game import Game, View
from carrozza.game.records.record import Record, RecordError
from carrozza.game.scores import Result, result_of
from carrozza.game.sentences.description import describe_move
from carrozza.server.refusals import Refused
from carrozza.server.views.event_text import public_move
from carrozza.server.views.view_json import Json, offer, own_tickets, scores_json, view_json

ALL = "all"
MOST_MOVES = 2000
"""Far more than any game takes."""


def replay_record(text: str, seat: str | None, language: str) -> Json:
    """A record that somebody brings along, finished or not."""
    try:
        record = Record.parse(text)
        if record.board not in boards.names():  # a path would be read from this machine
            raise RecordError(record.header_lines.get("Board", 0), f"no board '{record.board}' here")
        if len(record.moves) > MOST_MOVES:
            raise RecordError(0, f"more than {MOST_MOVES} moves")
        game = record.replay()
    except RecordError as wrong:
        raise bad_record(str(wrong)) from None
    except (ValueError, RecursionError) as wrong:
        raise bad_record(str(wrong)) from None
    return replay(game, seat, language)


def bad_record(told: str) -> Refused:
    return Refused("record", 422, "server.bad_record", told=told.rstrip("."))


def replay(game: Game, seat: str | None, language: str) -> Json:
    """Every position from the deal to the last move: as a seat saw it, with `all` hands open, or as a watcher."""
    if seat not in (None, "", ALL, *game.seats):
        raise Refused("unknown", 404, "server.unknown_player", player=seat)
    viewer = seat if seat in game.seats else None
    frames, charts = [], _Charts(game)
    states = [*game._earlier, game.state]
    for number, state in enumerate(states):
        here = game.copy()
        here.state = state
        charts.add(here)
        frames.append(_frame(game, here, number, viewer, language, everything=seat == ALL))
    result = game.result() if game.finished else None
    return {
        "board": game.board.id,
        "variants": list(game.variants),
        "seats": list(game.seats),
        "number": len(game.history),
        "frames": frames,
        "scores": None if result is None else scores_json(game.view(), result),
        "winners": [] if result is None else list(result.winners),
        "charts": {"points": charts.points, "tickets": charts.tickets},
    }


def _frame(game: Game, here: Game, number: int, viewer: str | None, language: str, *, everything: bool) -> Json:
    view = here.view(viewer)
    result = here.result() if here.finished else None
    made: Json = {"game": None, "number": number, **view_json(view, language, result, legal=False)}
    if everything:
        made["open"] = {name: _held(here.view(name), name) for name in game.seats}
    return {"number": number, "view": made, "told": _told(game, number, viewer, language, everything=everything)}


def _held(view: View, name: str) -> Json:
    return {"hand": dict(view.hand(name)), "tickets": own_tickets(view, name), "offer": offer(view, name)}


def _told(game: Game, number: int, viewer: str | None, language: str, *, everything: bool) -> Json | None:
    if number == 0:
        return None
    played = game.history[number - 1]
    reader = played.player if everything else viewer
    return {
        "number": number,
        "player": played.player,
        "move": public_move(played, reader),
        "text": describe_move(played, game.board, reader, language),
    }


class _Charts:
    """Points from routes, and tickets completed, as they stood at each frame."""

    def __init__(self, game: Game) -> None:
        self.points: list[list[int]] = [[] for _ in game.seats]
        self.tickets: list[list[int]] = [[] for _ in game.seats]

    def add(self, here: Game) -> None:
        standing: Result = result_of(here)
        for seat, name in enumerate(here.seats):
            self.points[seat].append(here.points(seat))
            self.tickets[seat].append(len(standing.scores[name].tickets_completed))


def record_text(game: Game) -> str:
    return str(Record.of(game))
