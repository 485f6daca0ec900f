"""The sentences of a report: findings, and how to mend what they find."""

from carrozza.boards import Board
from carrozza.words import say
from carrozza.workshop.playtest.model import Finding

_SHARES = ("share", "made", "kept", "wins", "more", "printed")
_WHOLE = ("points", "suggested", "players", "seat")
_SHARES_BUT = ("long", "short")
"""Codes whose `printed` is no share."""


def worded(finding: Finding, board: Board, language: str) -> Finding:
    """The same finding with its sentences in a language."""
    values: dict[str, object] = {name: _written(finding, name, language) for name in finding.values}
    values |= _names(finding, board, language)
    return finding.model_copy(
        update={
            "sentence": say(f"playtest.finding.{finding.code}", language, **values),
            "mend": say(f"playtest.mend.{finding.code}", language, **values),
        }
    )


def _names(finding: Finding, board: Board, language: str) -> dict[str, str]:
    subject = finding.subject
    if subject is None:
        return {}
    if finding.code.startswith("ticket"):
        return {"ticket": ticket_name(board, subject)}
    if finding.code == "style":
        return {"style": style_name(subject, language)}
    return {"route": route_name(board, subject)}


def ticket_name(board: Board, ticket: str) -> str:
    found = board.tickets[board.ticket_index[ticket]]
    return f"{city_name(board, found.a)} – {city_name(board, found.b)}"


def route_name(board: Board, route: str) -> str:
    found = board.routes[board.route_index[route]]
    return f"{city_name(board, found.a)} – {city_name(board, found.b)}"


def city_name(board: Board, city: str) -> str:
    return board.cities[board.city_index[city]].name


def style_name(style: str, language: str) -> str:
    """Ours in the reader's language; a spec as it is."""
    return say(f"playtest.style.{style}", language) if style in OWN_STYLES else style


OWN_STYLES = ("planner", "collector", "builder", "blocker")


def _written(finding: Finding, name: str, language: str) -> str:
    value = finding.values[name]
    if isinstance(value, str):
        return value
    if name in _WHOLE:
        return str(round(value))
    if name in _SHARES and not (name == "printed" and finding.code in _SHARES_BUT):
        return percent(value, language)
    if name in ("turns", "printed", "minutes", "score", "margin"):
        return decimal(value, language, 0)
    return decimal(value, language, 2 if name in ("times", "cuts") else 1)


def decimal(value: float, language: str, digits: int = 1) -> str:
    """
    >>> decimal(3.25, "it"), decimal(-0.01, "en")
    ('3,2', '0.0')
    """
    text = f"{value:.{digits}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text.replace(".", ",") if language == "it" else text


def percent(share: float, language: str, digits: int | None = None) -> str:
    """
    >>> percent(0.125, "en"), percent(0.004, "it")
    ('12%', '0,4%')
    """
    if digits is None:
        digits = 1 if 0 < abs(share) < 0.02 else 0
    return f"{decimal(100 * share, language, digits)}%"
