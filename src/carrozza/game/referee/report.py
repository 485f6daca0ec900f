"""A verdict as text for people."""

import json
from collections.abc import Iterator

from carrozza.game.referee.model import Verdict


def report(verdict: Verdict) -> str:
    return "\n".join((f"{verdict.file}: {_headline(verdict)}", *(f"  {line}" for line in _lines(verdict))))


def _headline(verdict: Verdict) -> str:
    if verdict.malformed:
        return "malformed, as expected" if verdict.ok else "malformed"
    if verdict.ok:
        return "holds"
    return "does not hold"


def _lines(verdict: Verdict) -> Iterator[str]:
    yield from verdict.malformed or ()
    if verdict.malformed:
        return
    if verdict.illegal is not None:
        yield f"move {verdict.illegal.move} is illegal ({verdict.illegal.rule}): {verdict.illegal.message}"
    for failure in verdict.failed:
        yield f"{failure.path}: expected {_short(failure.expected)}, found {_short(failure.found)}"
    if verdict.scores is None:
        points = ", ".join(f"{name} {number}" for name, number in verdict.points.items())
        yield f"to move: {verdict.to_move}; points so far: {points}"
        return
    for name, score in verdict.scores.items():
        parts = ", ".join(f"{part} {value}" for part, value in score.items() if _is_part(part, value))
        yield f"{name}: {score['total']} ({parts})"
    yield f"won by {' and '.join(verdict.winners or ())}"


def _is_part(part: str, value: object) -> bool:
    return part not in ("total", "longest_path_length") and isinstance(value, int) and value != 0


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
