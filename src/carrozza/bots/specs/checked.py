"""Specs: what people and programs write to say which bot they mean."""

from carrozza.bots.compiled.bot import prepare
from carrozza.bots.registry import UnknownBot, check
from carrozza.bots.specs.notation import BadSpec, Budget, Spec, Value, read_spec, split_specs

__all__ = ["BadSpec", "Budget", "Spec", "UnknownBot", "Value", "parse_spec", "parse_specs", "prepare", "split_specs"]


def parse_spec(text: str) -> Spec:
    """The bot that a text describes; a `BadSpec` or `UnknownBot` says what is wrong with it.

    >>> str(parse_spec("search:0.5s"))
    'search:500ms'
    >>> parse_spec("random").compiled
    True
    """
    return check(read_spec(text))


def parse_specs(text: str) -> list[Spec]:
    """The bots of a list with commas."""
    return [parse_spec(piece) for piece in split_specs(text)]
