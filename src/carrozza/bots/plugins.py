"""Bots that come as Python classes: the search, and those that other packages register."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.bot import Bot
from carrozza.bots.fallback import Guarded
from carrozza.bots.seeds import own_luck
from carrozza.bots.specs.notation import NAME, BadSpec, Budget, Spec
from carrozza.game import Move, View
from carrozza.game.names import Names
from carrozza.kernel.state import copied

GROUP: Final = "carrozza.bots"
"""The group of entry points by which a package adds bots."""
GIVEN: Final = ("names", "seed", "seconds", "iterations")
"""What a class is given without its being written as a parameter."""

MISHAPS: Final = (Exception, SystemExit)
"""What code of others may raise; Ctrl-C is not among it."""

Factory = Callable[..., Bot]


class FaultyBot(ValueError):
    """A package's bot that cannot be used: which, of what package, and why."""


@dataclass(frozen=True)
class BotClass:
    """A class of bots, loaded when it is first needed. Its keyword parameters are those a spec can set."""

    name: str
    place: str
    """Where it is, as `package.module:Class`."""
    package: str = "carrozza"
    usual_budget: Budget | None = None
    unwritten: tuple[str, ...] = ()
    """Keywords that no spec can set."""
    trusted: bool = False

    @cached_property
    def factory(self) -> Factory:
        module, _, attribute = self.place.partition(":")
        try:
            found: Any = import_module(module)
            for part in attribute.split("."):
                found = getattr(found, part)
        except Exception as error:
            raise self._faulty(f"cannot be loaded from {self.place}", error) from error
        if not callable(found):
            raise FaultyBot(f"{self._title}: {self.place} is not a class, nor a function that makes a bot")
        made: Factory = found
        return made

    @property
    def _title(self) -> str:
        return f"the bot '{self.name}' of the package {self.package}"

    def _faulty(self, what: str, error: BaseException) -> FaultyBot:
        return FaultyBot(f"{self._title} {what}: {type(error).__name__}: {error}")

    @cached_property
    def accepted(self) -> tuple[str, ...]:
        """The keywords it takes."""
        by_keyword = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return tuple(parameter.name for parameter in self._signature if parameter.kind in by_keyword)

    @cached_property
    def _takes_any(self) -> bool:
        return any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in self._signature)

    @cached_property
    def _signature(self) -> tuple[inspect.Parameter, ...]:
        factory = self.factory
        try:
            return tuple(inspect.signature(factory).parameters.values())
        except (TypeError, ValueError) as error:
            raise self._faulty("does not tell its parameters", error) from error

    def check(self, spec: Spec) -> Spec:
        """The spec with its budget; a `BadSpec` says what it cannot have."""
        budget = spec.budget or self.usual_budget
        self._check_budget(spec, budget)
        given = (*GIVEN, *self.unwritten)
        known = [name for name in self.accepted if name not in given]
        for name in spec.parameters:
            if name in given or (name not in known and not self._takes_any):
                choice = f"it has {', '.join(known)}" if known else "it has none"
                raise BadSpec(f"'{spec}': {self.name} has no parameter '{name}'{did_you_mean(name, known)}; {choice}")
        return Spec(spec.name, budget, spec.settings)

    def _check_budget(self, spec: Spec, budget: Budget | None) -> None:
        if budget is None:
            return
        keyword, amount = ("iterations", "iterations") if budget.milliseconds is None else ("seconds", "a time")
        if keyword not in self.accepted and not self._takes_any:
            raise BadSpec(f"'{spec}': {self.name} takes no budget of {amount}; leave ':{budget}' out")

    def make(self, spec: Spec, names: Names, seed: int, threads: int | None) -> Bot:
        keywords: dict[str, Any] = {"names": names, "seed": own_luck(seed), **spec.parameters}
        if threads is not None and "threads" in self.accepted:
            keywords.setdefault("threads", threads)
        if spec.budget is not None and spec.budget.milliseconds is None:
            keywords["iterations"] = spec.budget.iterations
        elif spec.budget is not None:
            keywords["seconds"] = spec.budget.seconds
        try:
            bot = self.factory(**keywords)
        except ValueError as error:
            raise BadSpec(f"'{spec}': {error}") from error
        except MISHAPS as error:
            raise self._faulty("cannot be made", error) from error
        if not callable(getattr(bot, "choose", None)):
            raise FaultyBot(f"{self._title} has no method choose(view)")
        return bot if self.trusted else PluginBot(bot, names, seed)


class PluginBot(Guarded):
    """Another package's bot: whatever it does, the game goes on."""

    def __init__(self, bot: Bot, names: Names, seed: int) -> None:
        super().__init__(names, seed)
        self.bot = bot
        self._open = True

    def ask(self, view: View, legal: Sequence[Move]) -> Move:
        """It may scribble on the view it is given."""
        try:
            return self.bot.choose(View(view.names, copied(view.state), view.seat))
        except MISHAPS as error:
            raise self.misbehaved("crash", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        if self._open and hasattr(self.bot, "close"):
            with suppress(*MISHAPS):
                self.bot.close()
        self._open = False


def installed() -> dict[str, list[EntryPoint]]:
    """What the installed packages register, by name; more than one where packages disagree."""
    found: dict[str, list[EntryPoint]] = {}
    for point in _sorted(entry_points(group=GROUP)):
        if NAME.fullmatch(point.name) and point not in found.setdefault(point.name, []):
            found[point.name].append(point)
    return found


def _sorted(points: Iterable[EntryPoint]) -> list[EntryPoint]:
    return sorted(points, key=lambda point: (point.name, package_of(point), point.value))


def package_of(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "(unknown)"


def class_of(name: str, points: list[EntryPoint]) -> BotClass:
    if len(points) > 1:
        packages = " and ".join(map(package_of, points))
        raise FaultyBot(f"the bot '{name}' is registered by {packages}: uninstall all but one of them")
    return BotClass(name, points[0].value, package_of(points[0]))
