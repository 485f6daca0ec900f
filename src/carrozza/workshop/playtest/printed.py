"""The figures of the printed boards, beside which a new board's are put: `python -m docs.playtests` makes them."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from carrozza.workshop.playtest.model import KeyFigures

FILE: Final = "printed.json"
_TABLE: Final = TypeAdapter(tuple[KeyFigures, ...])


@cache
def printed_figures() -> tuple[KeyFigures, ...]:
    return _TABLE.validate_json((files("carrozza.workshop.playtest") / FILE).read_bytes())


def write_printed(figures: Sequence[KeyFigures]) -> Path:
    """In a source checkout."""
    file = Path(__file__).with_name(FILE)
    rounded = [json.loads(of.model_dump_json(), parse_float=lambda text: round(float(text), 4)) for of in figures]
    file.write_text(json.dumps(rounded, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    printed_figures.cache_clear()
    return file


def most(printed: Sequence[KeyFigures], of: Callable[[KeyFigures], float | None], otherwise: float) -> float:
    """The largest on any printed board."""
    return max((value for figures in printed if (value := of(figures)) is not None), default=otherwise)


def least(printed: Sequence[KeyFigures], of: Callable[[KeyFigures], float | None], otherwise: float) -> float:
    return min((value for figures in printed if (value := of(figures)) is not None), default=otherwise)
