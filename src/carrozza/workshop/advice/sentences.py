"""Advice in sentences: what is unusual, against what the printed boards have, and how to mend it."""

from carrozza.boards.model import Frozen
from carrozza.words import say
from carrozza.workshop.advice.model import Advice, Repair, Severity, Value
from carrozza.workshop.printed import Range

COLOUR = "colour"
"""The value that is said in the word of its language, as of several routes: 'rosse'."""


class ShownAdvice(Frozen):
    """A piece of advice as a page shows it beside the thing it is about, in one language."""

    code: str
    severity: Severity
    place: str
    also: tuple[str, ...]
    subjects: tuple[str, ...]
    measure: float | None
    printed: Range | None
    what: str
    mend: str
    repair: Repair | None


def shown(advice: Advice, language: str = "en") -> ShownAdvice:
    """The advice with its sentences."""
    said = {key: _said(key, value, language) for key, value in _values(advice, language).items()}
    return ShownAdvice(
        **{key: getattr(advice, key) for key in ShownAdvice.model_fields if key not in ("what", "mend")},
        what=say(f"advice.{advice.code}.what", language, **said),
        mend=say(f"advice.{advice.code}.mend", language, **said),
    )


def _values(advice: Advice, language: str) -> dict[str, Value]:
    """The values of its sentences, its measure and the printed boards' range among them."""
    values: dict[str, Value] = {} if advice.measure is None else {"measure": advice.measure}
    if advice.printed is not None:
        low, high = (_figure(limit, language) for limit in advice.printed)
        values["printed"] = low if low == high else say("advice.range", language, low=low, high=high)
        values |= {"least": low, "most": high}
    return values | dict(advice.values)


def _said(key: str, value: Value, language: str) -> Value:
    if key == COLOUR:
        return say(f"card.{value}", language, number=2)
    return value if isinstance(value, str) or key == "number" else _figure(value, language)


def _figure(value: float, language: str) -> str:
    """A number with as many decimals as it needs, two at most and none beyond ten.

    >>> _figure(1.25, "it"), _figure(93.286, "en"), _figure(3.0, "en")
    ('1,25', '93', '3')
    """
    text = f"{value:.0f}" if abs(value) >= 10 else f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", say("advice.decimal", language))
