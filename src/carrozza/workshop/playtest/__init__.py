"""Bots play a board thousands of times: what each ticket is worth, what is used, who wins, and what to mend."""

from importlib import import_module
from typing import TYPE_CHECKING

from carrozza.workshop.playtest.model import Finding, KeyFigures, PlaytestReport

__all__ = ["Finding", "KeyFigures", "PlaytestReport", "playtest", "report_html"]

if TYPE_CHECKING:
    from carrozza.workshop.playtest.page import report_html
    from carrozza.workshop.playtest.playtesting import playtest
else:
    _HOMES = {"playtest": "playtesting", "report_html": "page"}

    def __getattr__(name: str) -> object:
        """What plays and what draws is imported when it is used: a server describes reports without it."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
