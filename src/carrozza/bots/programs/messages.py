"""The messages between Carrozza and a program that is a bot, one JSON object a line. See docs/bot-protocol.md."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from carrozza import boards
from carrozza.boards.facts import as_json
from carrozza.bots.programs import protocol_1, protocol_2
from carrozza.game import Move, View
from carrozza.game.names import Names
from carrozza.game.scores import Result
from carrozza.game.view_model import scores_fields

PROTOCOLS: Final = (1, 2)
"""The versions that a program may speak."""

Message = dict[str, Any]


def line_of(message: Mapping[str, Any]) -> str:
    """ASCII only, so that no program has to care about the encoding."""
    return json.dumps(message, separators=(",", ":"))


def hello(names: Names, seat: str, seed: int, start: float, move: float) -> Message:
    """Everything that stays as it is for the whole game."""
    return {
        "type": "hello",
        "protocol": PROTOCOLS[0],
        "protocols": PROTOCOLS,
        "board": _board(names.board),
        "variants": names.variants,
        "seats": names.seats,
        "seat": seat,
        "seed": seed,
        "limits": {"start": start, "move": move},
    }


@lru_cache(maxsize=8)
def _board(board: boards.Board) -> Message:
    return as_json(board)


def view_of(view: View, protocol: int) -> Message:
    """What the view's seat may know, in the shape of this version of the protocol."""
    return protocol_1.view_of(view) if protocol == 1 else protocol_2.view_of(view)


def decide(legal: Sequence[Move], question: int, seconds: float) -> Message:
    return {"type": "decide", "question": question, "seconds": seconds, "moves": [str(move) for move in legal]}


def bye(result: Result | None) -> Message:
    """The end of the talk; with scores and winners where the game was finished."""
    if result is None:
        return {"type": "bye", "scores": None, "winners": []}
    return {"type": "bye", "scores": scores_fields(result), "winners": list(result.winners)}


def read(line: str) -> Message | None:
    """The object a line holds; none where it holds anything else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
