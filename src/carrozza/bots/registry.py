"""Bots from their specs: checked first, then made for one seat of one game."""

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from carrozza.bots.specs.bot_classes import NEURAL, SEARCH, FaultyBot, UnknownBot, names
from carrozza.bots.specs.checked import check, parse_spec
from carrozza.bots.specs.levels import LEVELS, resolve
from carrozza.bots.specs.networks import NO_NETWORK, SHIPPED_NETWORK
from carrozza.bots.specs.notation import PROGRAM, Spec, read_spec

if TYPE_CHECKING:
    from carrozza.boards import Board
    from carrozza.bots.bot import Bot
    from carrozza.game.names import Names
    from carrozza.game.position import Position

WEIGHTS: Final = {NEURAL.name: "file", SEARCH.name: "network"}
"""The parameters that name a weights file."""

__all__ = ["FaultyBot", "UnknownBot", "bot", "check_specs", "make_bot", "meant_at", "names"]


def check_specs(specs: Iterable[str]) -> list[Spec]:
    """The bots of a list, or the error of the first that is wrong: before anything is compiled, loaded or announced.

    A program is started and ended again; a class in a file is loaded; a weights file says what it is about.

    >>> check_specs(["planner", "plnner"])
    Traceback (most recent call last):
    carrozza.bots.specs.bot_classes.UnknownBot: no bot 'plnner' (did you mean 'planner'?); choose ...
    """
    checked = [parse_spec(text) for text in specs]
    for spec in checked:
        if spec.name == PROGRAM:
            from carrozza.bots.programs.starting import start_program

            start_program(spec).close(farewell=0)
        weights = WEIGHTS.get(spec.name, "")
        if spec.parameters.get(weights, NO_NETWORK) not in (NO_NETWORK, SHIPPED_NETWORK):
            from carrozza.bots.neural.weights.shipped import check_file

            check_file(spec, weights)
    return checked


def make_bot(spec: Spec | str, board_names: "Names", seed: int, threads: int | None = 1) -> "Bot":
    """A bot for one seat of one game. The same seed gives the same decisions, where time plays no part.

    `threads` is passed to bots that can use several, unless their spec sets it; None leaves the number to them.

    >>> from carrozza.game import Game
    >>> game = Game("usa", seats=2, seed=1)
    >>> made = make_bot("planner", game.names, seed=7)
    >>> game.play(made.choose(game.view("Ada")))
    """
    asked = check(read_spec(spec) if isinstance(spec, str) else spec)
    meant = meant_at(asked, board_names.board)
    if meant.compiled:
        from carrozza.bots.compiled.bot import CompiledBot

        return CompiledBot(meant, board_names, seed)
    if meant.name == PROGRAM:
        from carrozza.bots.programs.bot import ProgramBot

        return ProgramBot(meant, board_names, seed)
    from carrozza.bots.plugins import make_class_bot

    return make_class_bot(meant, board_names, seed, threads)


def meant_at(asked: Spec, board: "Board") -> Spec:
    """What a level stands for at this board; any other spec stands for itself. Where the level is a bot with the
    network of the board, and the board (which may be an edited one of the same id) has none of its own, it is what it
    is elsewhere."""
    meant = check(resolve(asked, board.id))
    if asked.name in LEVELS and _takes_shipped(meant):
        from carrozza.bots.neural.weights.shipped import has_own_network

        if not has_own_network(board):
            return check(read_spec(LEVELS[asked.name]))
    return meant


def _takes_shipped(spec: Spec) -> bool:
    """Whether it plays with the network that comes with the game, and not without."""
    return spec.name == NEURAL.name or spec.parameters.get(WEIGHTS[SEARCH.name]) == SHIPPED_NETWORK


def bot(
    spec: Spec | str,
    game: "Position | Names",
    seat: str | int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> "Bot":
    """A bot for a game (or a view, or the names at a board). `with` closes it.

    `seat` says whom it plays for: views of others are then refused. Without a seed its random numbers differ each
    time; without a number of threads a search uses every core.

    >>> from carrozza.game import Game
    >>> game = Game("new-york", seed=1)
    >>> with bot("planner", game, seat="Ada", seed=7) as planner:
    ...     game.play(planner.choose(game.view("Ada")))
    """
    board_names: Names = getattr(game, "names", None) or game  # type: ignore[assignment]
    number = None if seat is None else board_names.seat_number(seat)
    made = make_bot(spec, board_names, secrets.randbits(63) if seed is None else seed, threads)
    made.seat = None if number is None else board_names.seats[number]
    return made
