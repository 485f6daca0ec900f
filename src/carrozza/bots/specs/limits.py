"""The time that a program may take: `exec:./mybot(start=5s,move=500ms)`."""

from typing import Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.specs.notation import BadSpec, Budget, Spec

LIMITS: Final = {"start": "10s", "move": "2s"}
"""How long a program may take to say hello, and to decide."""


def check_limits(spec: Spec) -> Spec:
    """The spec with its limits written as times; a `BadSpec` says what they cannot be."""
    settings = []
    for name, value in spec.settings:
        if name not in LIMITS:
            hint = f"it has {' and '.join(LIMITS)}"
            raise BadSpec(f"'{spec}': a program has no parameter '{name}'{did_you_mean(name, LIMITS)}; {hint}")
        settings.append((name, str(_limit(spec, name, str(value)))))
    return Spec(spec.name, None, tuple(settings), spec.command)


def _limit(spec: Spec, name: str, text: str) -> Budget:
    try:
        limit = Budget.parse(text)
    except BadSpec:
        limit = Budget()
    if limit.milliseconds is None:
        raise BadSpec(f"'{spec}': {name} is a time, such as {LIMITS[name]} or 500ms, and not '{text}'")
    return limit


def seconds_of(spec: Spec) -> tuple[float, float]:
    """How many seconds a program has to say hello, and to decide."""
    written = {**LIMITS, **spec.parameters}
    start, move = (Budget.parse(str(written[name])).seconds or 0.0 for name in ("start", "move"))
    return start, move
