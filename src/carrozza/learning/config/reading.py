"""From TOML and options to a checked configuration, and back."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

import tomlkit
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from carrozza.boards.faults import did_you_mean
from carrozza.learning.config.defaults import USUAL, Tree, merged
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError


def read_tree(file: Path) -> Tree:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise LearningError(f"{file}: cannot be read: {wrong.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise LearningError(f"{file}: is not TOML: {wrong}") from None


def make_config(given: Tree, source: str = "configuration") -> Config:
    """A `LearningError` lists everything that is wrong.

    >>> make_config({"players": [2, 3], "budget": {"minutes": 5}}).budget.minutes
    5.0
    >>> make_config({"budget": {"minuts": 5}})
    Traceback (most recent call last):
      ...
    carrozza.learning.errors.LearningError: configuration: budget.minuts: no such setting (did you mean 'minutes'?)
    """
    device = given.get("device", "cpu")
    usual = USUAL.get(device, {}) if isinstance(device, str) else {}
    try:
        return Config.model_validate(merged(usual, given))
    except ValidationError as wrong:
        faults = [_told(fault) for fault in wrong.errors()]
    if len(faults) == 1:
        raise LearningError(f"{source}: {faults[0]}")
    raise LearningError("\n".join([f"{source} has {len(faults)} faults:", *(f"  {fault}" for fault in faults)]))


def set_values(settings: Sequence[str]) -> Tree:
    """Values given one by one, as on a command line.

    >>> set_values(["league.past_share=0.2", "device=cuda", "players=[2, 3]"])
    {'league': {'past_share': 0.2}, 'device': 'cuda', 'players': [2, 3]}
    """
    tree: Tree = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or not key.strip():
            raise LearningError(f"'{setting}': write KEY=VALUE, such as league.past_share=0.2")
        branch: Any = _value(text.strip())
        for name in reversed(key.strip().split(".")):
            branch = {name: branch}
        tree = merged(tree, branch)
    return tree


def _value(text: str) -> Any:
    """As in TOML; what is no value of TOML is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _told(fault: ErrorDetails) -> str:
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        known = list(_section(fault["loc"][:-1]).model_fields)
        return f"{place}: no such setting{did_you_mean(str(fault['loc'][-1]), known)}"
    message = fault["msg"].removeprefix("Input should be ")
    return f"{place}: {fault['input']!r} cannot be: it must be {message}"


def _section(place: Sequence[int | str]) -> type[BaseModel]:
    found: type[BaseModel] = Config
    for name in place:
        kind = found.model_fields[str(name)].annotation
        found = kind if isinstance(kind, type) and get_origin(kind) is None else get_args(kind)[0]
    return found


def config_tree(config: Config) -> Tree:
    """All its values; what is not set is left out."""
    return config.model_dump(exclude_none=True)


def config_toml(config: Config) -> str:
    """All of it, in TOML that reads back to the same."""
    return tomlkit.dumps(config_tree(config))


def differences(one: Mapping[str, Any], other: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """The keys at which two trees differ.

    >>> list(differences({"a": {"b": 1}, "c": 2}, {"a": {"b": 3}, "c": 2}))
    ['a.b']
    """
    for key in dict.fromkeys([*one, *other]):
        here, there = one.get(key), other.get(key)
        if isinstance(here, Mapping) and isinstance(there, Mapping):
            yield from differences(here, there, f"{place}{key}.")
        elif here != there:
            yield f"{place}{key}"
