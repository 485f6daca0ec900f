"""Bots play a board thousands of times: what each ticket is worth, what is used, who wins, and what to mend."""

from carrozza.workshop.playtest.model import Finding, KeyFigures, PlaytestReport
from carrozza.workshop.playtest.page import report_html
from carrozza.workshop.playtest.playtesting import playtest

__all__ = ["Finding", "KeyFigures", "PlaytestReport", "playtest", "report_html"]
