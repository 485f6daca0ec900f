"""Which bots a seat may have: levels, and this installation's bots by name. A client cannot name a command to run."""

from typing import Final

from carrozza.boards import Board
from carrozza.bots import BadSpec, Spec, names, parse_spec
from carrozza.bots.neural.weights.shipped import is_shipped
from carrozza.bots.specs.bot_classes import NEURAL, class_named
from carrozza.bots.specs.levels import LEVELS, resolve
from carrozza.bots.specs.notation import PROGRAM

MOST_SECONDS: Final = 5.0
"""Thinking time a move that a client may ask for."""
DEFAULT_SECONDS: Final = 1.0
FALLBACK: Final = "planner"


def plays_on(bot: str, board: Board) -> bool:
    """Whether the bot can play on this board: networks come along for some boards alone."""
    return parse_spec(bot).name != NEURAL.name or is_shipped(board)


def bot_for_seat(text: str) -> str:
    """The bot in its canonical writing; `BadSpec` or `UnknownBot` where a seat cannot have it.

    >>> bot_for_seat("Hard"), bot_for_seat("search:0.5s")
    ('hard', 'search:500ms')
    """
    head = text.strip().partition(":")[0].strip().lower()
    if head == PROGRAM or head not in (*LEVELS, *names()):
        raise BadSpec(f"no bot '{text[:40]}' here; choose {', '.join((*LEVELS, *names()))}")
    spec = parse_spec(text)
    if spec.settings:
        raise BadSpec(f"'{spec}': at this table bots play as they are; write {spec.name} alone")
    if spec.budget is not None and (spec.budget.seconds is None or spec.budget.seconds > MOST_SECONDS):
        raise BadSpec(f"'{spec}' would take too long; give it a time of at most {MOST_SECONDS:g}s")
    return str(spec)


def thinking_seconds(bot: str, board: str) -> float | None:
    """How many seconds a bot takes for a move on this board; none for compiled bots and networks, which decide at
    once."""
    spec = resolve(parse_spec(bot), board)
    return None if spec.compiled or spec.name == NEURAL.name else _seconds(spec)


def _seconds(spec: Spec) -> float:
    budget = spec.budget or class_named(spec.name).usual_budget
    return DEFAULT_SECONDS if budget is None or budget.seconds is None else budget.seconds
