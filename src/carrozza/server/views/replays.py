"""Replays: a game that is over, or any record, frame by frame."""

from collections.abc import Iterator

from pydantic_core import to_json

from carrozza import boards
from carrozza.boards import Board
from carrozza.game import Game
from carrozza.game.records.record import Record, RecordError
from carrozza.game.view_model import Fields, scores_fields
from carrozza.game.ways import OpenWays
from carrozza.server.own_boards.served_board import board_name
from carrozza.server.refusals import Refused
from carrozza.server.views.event_text import played_event
from carrozza.server.views.view_json import hands_json, view_json

ALL = "all"
MOST_MOVES = 2000
"""Far more than any game takes."""
LONGEST_FAULT = 300
"""A fault quotes the line it is in, which may be as long as the record."""


def replay_record(text: str, seat: str | None, language: str, board: Board | None = None) -> Iterator[bytes]:
    """A record, finished or not, as JSON in pieces; refused before the first of them. An own board is given."""
    try:
        record = Record.parse(text)
        if board is None and record.board not in boards.names():  # a path would be read from this machine
            raise RecordError(record.header_lines.get("Board", 0), f"no board '{record.board}' here")
        if len(record.moves) > MOST_MOVES:
            raise RecordError(0, f"more than {MOST_MOVES} moves")
        if seat not in (None, "", ALL, *record.seats):
            raise Refused("unknown", 404, "server.unknown_player", player=seat)
        game = record.replay(board=board)
    except RecordError as wrong:
        raise bad_record(str(wrong)) from None
    except (ValueError, RecursionError) as wrong:
        raise bad_record(str(wrong)) from None
    yield from _replay(game, seat, language)


def bad_record(fault: str) -> Refused:
    return Refused("record", 422, "server.bad_record", fault=fault[:LONGEST_FAULT].rstrip("."))


def _replay(game: Game, seat: str | None, language: str) -> Iterator[bytes]:
    """Every position from the deal to the last move: as a seat saw it, with `all` hands open, or as a watcher."""
    viewer = seat if seat in game.seats else None
    about = {
        "board": board_name(game.board),
        "variants": list(game.variants),
        "seats": list(game.seats),
        "number": len(game.history),
    }
    yield to_json(about)[:-1] + b',"frames":['
    charts = _Charts(game)
    for number, state in enumerate([*game._earlier, game.state]):
        here = game.copy()
        here.state = state
        charts.add(here)
        frame = _frame(game, here, number, viewer, language, everything=seat == ALL)
        yield (b"," if number else b"") + to_json(frame)
    result = game.result() if game.finished else None
    ending = {
        "scores": None if result is None else scores_fields(result),
        "winners": [] if result is None else list(result.winners),
        "charts": {"points": charts.points, "tickets": charts.tickets},
    }
    yield b"]," + to_json(ending)[1:]


def _frame(game: Game, here: Game, number: int, viewer: str | None, language: str, *, everything: bool) -> Fields:
    view = here.view(viewer)
    result = here.result() if here.finished else None
    made: Fields = {"game": None, "number": number, **view_json(view, language, result=result, legal=False)}
    if everything or here.finished:
        made["hands"] = hands_json(here)
    return {"number": number, "view": made, "event": _event(game, number, viewer, language, everything=everything)}


def _event(game: Game, number: int, viewer: str | None, language: str, *, everything: bool) -> Fields | None:
    if number == 0:
        return None
    played = game.history[number - 1]
    return played_event(number, played, game.board, played.player if everything else viewer, language)


class _Charts:
    """Points from routes, and tickets completed, as they stood at each frame."""

    def __init__(self, game: Game) -> None:
        self.points: list[list[int]] = [[] for _ in game.seats]
        self.tickets: list[list[int]] = [[] for _ in game.seats]

    def add(self, here: Game) -> None:
        for seat in range(len(here.seats)):
            self.points[seat].append(here.points(seat))
            self.tickets[seat].append(len(OpenWays(here, seat).completed))


def record_text(game: Game) -> str:
    return str(Record.of(game))


def most_moves(text: str) -> int:
    """How many moves a record has at most: turns end with a line, moves of a turn with a semicolon."""
    return min(MOST_MOVES, text.count("\n") + text.count(";") + 1)
