"""The report as one HTML file: no script, nothing fetched, every text of the board escaped."""

from carrozza.workshop.playtest.page.report_page import report_html

__all__ = ["report_html"]
