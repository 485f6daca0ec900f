"""The page in a real browser: how soon a first visitor sees a board, and a player the table."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from benchmarks.timing import Effort, Measure, Measures
from tools.browser import Visit, browser
from tools.local_server import served
from tools.page import build

GROUP: Final = "Page, in Chromium on the same machine"


def measure_page(effort: Effort) -> Measures:
    build()
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        with served(database, Path(folder)) as server, browser() as chrome:
            visits = [_visit(Visit(chrome, server.address)) for _ in range(effort.runs + 1)][1:]
    empty, board, table = zip(*visits, strict=True)
    yield Measure(GROUP, "an empty answer (/health)", "ms", empty)
    yield Measure(GROUP, "first visit, until a board is seen", "ms", board)
    yield Measure(GROUP, "from 'Play' to the table", "ms", table)
    ratios = tuple(one / other for one, other in zip(board, empty, strict=True))
    yield Measure(GROUP, "a first visit to an empty answer", "ratio", ratios)


def _visit(window: Visit) -> tuple[float, float, float]:
    """In a window of its own, with nothing kept from any other."""
    try:
        empty = _until(window.page, "body", lambda: window.go("/health"))
        board = _until(window.page, ".poster svg", lambda: window.go("/"))
        play = window.page.get_by_role("button", name="Play", exact=True)
        return empty, board, _until(window.page, "main.table svg.carrozza", play.click)
    finally:
        window.close()


def _until(page: Page, seen: str, begin: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    begin()
    page.wait_for_selector(seen, state="visible")
    return 1000 * (time.perf_counter() - began)
