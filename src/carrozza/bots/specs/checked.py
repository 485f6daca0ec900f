"""Whether a spec names a bot that exists, and sets what can be set. Compiled code is not loaded for it."""

from carrozza.boards.faults import did_you_mean
from carrozza.bots.specs.bot_classes import class_of
from carrozza.bots.specs.levels import LEVELS
from carrozza.bots.specs.limits import check_limits
from carrozza.bots.specs.notation import PROGRAM, BadSpec, Spec, read_spec, split_specs
from carrozza.bots.specs.parameters import COMPILED


def parse_spec(text: str) -> Spec:
    """The bot that a text describes; a `BadSpec`, `UnknownBot` or `FaultyBot` says what is wrong with it.

    >>> str(parse_spec("search:0.5s"))
    'search:500ms'
    >>> parse_spec("random").compiled
    True
    """
    return check(read_spec(text))


def parse_specs(text: str) -> list[Spec]:
    """The bots of a list with commas."""
    return [parse_spec(piece) for piece in split_specs(text)]


def check(spec: Spec) -> Spec:
    """The spec in full, where there is such a bot and it can be set so."""
    if spec.compiled:
        return check_compiled(spec)
    if spec.name == PROGRAM:
        return check_limits(spec)
    if spec.name in LEVELS:
        if spec.budget or spec.settings:
            raise BadSpec(f"'{spec}': {spec.name} is a level, with nothing to set; write {spec.name} alone")
        return spec
    return class_of(spec).check(spec)


def check_compiled(spec: Spec) -> Spec:
    """The same spec, where the compiled bot can be set so."""
    if spec.budget is not None:
        raise BadSpec(f"'{spec}': {spec.name} takes no budget; leave ':{spec.budget}' out")
    known = dict(COMPILED[spec.name])
    for name, value in spec.settings:
        if name not in known:
            choice = f"it has {', '.join(known)}" if known else "it has none"
            raise BadSpec(f"'{spec}': {spec.name} has no parameter '{name}'{did_you_mean(name, known)}; {choice}")
        if isinstance(value, str):
            raise BadSpec(f"'{spec}': {name} is a number, such as {known[name]:g}, and not '{value}'")
    return spec
