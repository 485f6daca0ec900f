"""Every bot there is, by its name: the built-in ones, and those that installed packages add."""

from typing import Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.bot import Bot
from carrozza.bots.compiled.bot import CompiledBot, check_compiled
from carrozza.bots.plugins import BotClass, class_of, installed
from carrozza.bots.programs.bot import ProgramBot, check_program
from carrozza.bots.specs.levels import LEVELS, resolve
from carrozza.bots.specs.notation import COMPILED, PROGRAM, BadSpec, Budget, Spec, read_spec
from carrozza.game.names import Names

SEARCH: Final = BotClass(
    "search",
    "carrozza.bots.search:SearchBot",
    usual_budget=Budget(milliseconds=1000),
    unwritten=("settings",),
    trusted=True,
)
CLASSES: Final = {SEARCH.name: SEARCH}


class UnknownBot(ValueError):
    """A name that no bot has."""


def names() -> tuple[str, ...]:
    """The bots there are; `exec:COMMAND` and the levels are written in their place."""
    built_in = (*COMPILED, *CLASSES)
    return (*built_in, *(name for name in installed() if name not in (*built_in, *LEVELS, PROGRAM)))


def check(spec: Spec) -> Spec:
    """The spec in full, where there is such a bot and it can be set so; else an `UnknownBot` or `BadSpec`."""
    if spec.name in COMPILED:
        return check_compiled(spec)
    if spec.name == PROGRAM:
        return check_program(spec)
    if spec.name in LEVELS:
        if spec.budget or spec.settings:
            raise BadSpec(f"'{spec}': {spec.name} is a level, with nothing to set; write {spec.name} alone")
        return spec
    return class_named(spec.name).check(spec)


def class_named(name: str) -> BotClass:
    if name in CLASSES:
        return CLASSES[name]
    added = installed()
    if name in added:
        return class_of(name, added[name])
    known = (*names(), *LEVELS)
    told = f"choose {', '.join(known)}, or a program of your own by exec:COMMAND"
    raise UnknownBot(f"no bot '{name}'{did_you_mean(name, known)}; {told}")


def make_bot(spec: Spec | str, board_names: Names, seed: int, threads: int | None = 1) -> Bot:
    """A bot for one seat of one game. The same seed gives the same decisions, where time plays no part.

    `threads` is for those that can think on several, where their spec does not say; none leaves it to them.

    >>> from carrozza.game import Game
    >>> game = Game("usa", seats=2, seed=1)
    >>> bot = make_bot("planner", game.names, seed=7)
    >>> game.play(bot.choose(game.view("Ada")))
    """
    asked = check(read_spec(spec) if isinstance(spec, str) else spec)
    meant = check(resolve(asked, board_names.board.id))
    if meant.compiled:
        return CompiledBot(meant, board_names, seed)
    if meant.name == PROGRAM:
        return ProgramBot(meant, board_names, seed)
    return class_named(meant.name).make(meant, board_names, seed, threads)
