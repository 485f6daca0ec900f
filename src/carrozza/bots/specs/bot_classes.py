"""Bots that are Python classes: search and networks, those that packages register, and those in a file of one's own."""

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.specs.levels import LEVELS
from carrozza.bots.specs.notation import CLASS_FILE, NAME, PROGRAM, BadSpec, Budget, Spec
from carrozza.bots.specs.parameters import COMPILED

GROUP: Final = "carrozza.bots"
"""The group of entry points by which a package adds bots."""
GIVEN: Final = ("names", "seed", "seconds", "iterations")
"""Keywords that a class is given without their being written as parameters."""
ERRORS: Final = (Exception, SystemExit)
"""What other people's code may raise; Ctrl-C is not among it."""

Factory = Callable[..., Any]


class UnknownBot(ValueError):
    """A name that no bot has."""


class FaultyBot(ValueError):
    """A class bot that cannot be used: which one, where it comes from, and why."""


@dataclass(frozen=True)
class BotClass:
    """A class of bots, loaded when it is first needed. A spec sets its keyword parameters."""

    name: str
    place: str
    """Where it is, as `package.module:Class` or `path/to/file.py:Class`."""
    origin: str = "the package carrozza"
    usual_budget: Budget | None = None
    known: tuple[str, ...] | None = None
    """The keywords it takes, where they are known without loading it."""
    trusted: bool = False
    """Whether it is our own: others are wrapped, so that their faults do not stop a game."""

    @cached_property
    def factory(self) -> Factory:
        try:
            found = self._load()
        except FaultyBot:
            raise
        except ERRORS as error:
            raise self.faulty(f"cannot be loaded from {self.place}", error) from error
        if not callable(found):
            raise FaultyBot(f"{self.title}: {self.place} is not a class, nor a function that makes a bot")
        made: Factory = found
        return made

    def _load(self) -> Any:
        module, _, attribute = self.place.partition(":")
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found

    @property
    def title(self) -> str:
        return f"the bot '{self.name}' of {self.origin}"

    def faulty(self, what: str, error: BaseException) -> FaultyBot:
        return FaultyBot(f"{self.title} {what}: {type(error).__name__}: {error}")

    @cached_property
    def accepted(self) -> tuple[str, ...]:
        """The keywords it takes."""
        if self.known is not None:
            return self.known
        by_keyword = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return tuple(parameter.name for parameter in self._signature if parameter.kind in by_keyword)

    @cached_property
    def _takes_any(self) -> bool:
        if self.known is not None:
            return False
        return any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in self._signature)

    @cached_property
    def _signature(self) -> tuple[inspect.Parameter, ...]:
        factory = self.factory
        try:
            return tuple(inspect.signature(factory).parameters.values())
        except (TypeError, ValueError) as error:
            raise self.faulty("has no signature that Python can read", error) from error

    def check(self, spec: Spec) -> Spec:
        """The spec with its budget; a `BadSpec` says what it cannot have."""
        budget = spec.budget or self.usual_budget
        self._check_budget(spec, budget)
        settable = [name for name in self.accepted if name not in GIVEN]
        for name in spec.parameters:
            if name in GIVEN or (name not in settable and not self._takes_any):
                choice = f"it has {', '.join(settable)}" if settable else "it has none"
                hint = did_you_mean(name, settable)
                raise BadSpec(f"'{spec}': {self.name} has no parameter '{name}'{hint}; {choice}")
        return Spec(spec.name, budget, spec.settings, file=spec.file, class_name=spec.class_name)

    def _check_budget(self, spec: Spec, budget: Budget | None) -> None:
        if budget is None:
            return
        keyword, amount = ("iterations", "iterations") if budget.milliseconds is None else ("seconds", "a time")
        if keyword not in self.accepted and not self._takes_any:
            raise BadSpec(f"'{spec}': {self.name} takes no budget of {amount}; leave ':{budget}' out")

    def make(self, spec: Spec, **given: Any) -> Any:
        """Call the class with what the spec sets and, of what is given, what it takes."""
        takes_all = GIVEN if self._takes_any else ()
        keywords = {name: value for name, value in given.items() if name in (*self.accepted, *takes_all)}
        keywords |= spec.parameters
        if spec.budget is not None and spec.budget.milliseconds is None:
            keywords["iterations"] = spec.budget.iterations
        elif spec.budget is not None:
            keywords["seconds"] = spec.budget.seconds
        factory = self.factory
        try:
            bot = factory(**keywords)
        except ValueError as error:
            raise BadSpec(f"'{spec}': {error}") from error
        except ERRORS as error:
            raise self.faulty("cannot be made", error) from error
        if not callable(getattr(bot, "choose", None)):
            raise FaultyBot(f"{self.title} has no method choose(view)")
        return bot


class FileBotClass(BotClass):
    """A class in a Python file that belongs to no package."""

    def _load(self) -> Any:
        path, _, attribute = self.place.rpartition(":")
        file = Path(path)
        if not file.is_file():
            raise FaultyBot(f"no file {path}: check the path; it is looked for from the current folder")
        try:
            module = _module_of(file.resolve(), file.stat().st_mtime_ns)
        except ERRORS as error:
            raise FaultyBot(f"{path} cannot be loaded: {_where(error, file)}") from error
        if not hasattr(module, attribute):
            classes = _own_classes(module)
            has = f"it has {', '.join(classes)}" if classes else "it has no class"
            raise FaultyBot(f"{path} has no class '{attribute}'{did_you_mean(attribute, classes)}; {has}")
        found = getattr(module, attribute)
        if isinstance(found, type) and not callable(getattr(found, "choose", None)):
            raise FaultyBot(f"{path}: {attribute} is not a bot: it has no method choose(view)")
        return found


@lru_cache(maxsize=32)
def _module_of(file: Path, changed: int) -> ModuleType:
    """The file as a module; loaded again where it has changed. Its own folder is searched for what it imports."""
    name = f"carrozza_bot_{file.stem}_{sha256(str(file).encode()).hexdigest()[:8]}"
    source = importlib.util.spec_from_file_location(name, file)
    assert source is not None
    assert source.loader is not None
    module = importlib.util.module_from_spec(source)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    sys.modules[name] = module
    try:
        source.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _where(error: BaseException, file: Path) -> str:
    """The error, and the last line of the file that led to it."""
    said = f"{type(error).__name__}: {error}"
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file.resolve())]
    return f"{said} (line {own[-1].lineno})" if own else said


def _own_classes(module: ModuleType) -> list[str]:
    return [
        name for name, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module.__name__
    ]


SEARCH: Final = BotClass(
    "search",
    "carrozza.bots.search:SearchBot",
    usual_budget=Budget(milliseconds=1000),
    known=("names", "seed", "seconds", "iterations", "threads", "network", "depth", "others"),
    trusted=True,
)
NEURAL: Final = BotClass(
    "neural",
    "carrozza.bots.neural.bot:NeuralBot",
    known=("names", "seed", "temperature", "file", "style"),
    trusted=True,
)
CLASSES: Final = {SEARCH.name: SEARCH, NEURAL.name: NEURAL}


def class_of(spec: Spec) -> BotClass:
    """The class that a spec names."""
    if spec.name == CLASS_FILE:
        return FileBotClass(spec.class_name, f"{spec.file}:{spec.class_name}", f"the file {spec.file}")
    return class_named(spec.name)


def class_named(name: str) -> BotClass:
    if name in CLASSES:
        return CLASSES[name]
    added = installed()
    if name in added:
        return _class_at(name, added[name])
    known = (*names(), *LEVELS)
    choice = f"choose {', '.join(known)}, a program by exec:COMMAND, or a class by FILE.py:CLASS"
    raise UnknownBot(f"no bot '{name}'{did_you_mean(name, known)}; {choice}")


def _class_at(name: str, points: list[EntryPoint]) -> BotClass:
    if len(points) > 1:
        packages = " and ".join(map(_package_of, points))
        raise FaultyBot(f"the bot '{name}' is registered by {packages}: uninstall all but one of them")
    return BotClass(name, points[0].value, f"the package {_package_of(points[0])}")


def names() -> tuple[str, ...]:
    """The names of the bots there are; levels, programs and classes in files are written otherwise."""
    built_in = (*COMPILED, *CLASSES)
    return (*built_in, *(name for name in installed() if name not in (*built_in, *LEVELS, PROGRAM)))


def installed() -> dict[str, list[EntryPoint]]:
    """What the installed packages register, by name; more than one where packages disagree."""
    found: dict[str, list[EntryPoint]] = {}
    for point in _sorted(entry_points(group=GROUP)):
        if NAME.fullmatch(point.name) and point not in found.setdefault(point.name, []):
            found[point.name].append(point)
    return found


def _sorted(points: Iterable[EntryPoint]) -> list[EntryPoint]:
    return sorted(points, key=lambda point: (point.name, _package_of(point), point.value))


def _package_of(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "(unknown)"
