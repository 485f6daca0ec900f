"""The workshop's editor in a real browser: how long a frame takes while a city is dragged by the mouse."""

import math
import statistics
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from benchmarks.timing import Effort, Measure, Measures
from carrozza.words import say
from tools.browser import Visit, browser
from tools.local_server import served
from tools.page import build

GROUP: Final = "Editor, in Chromium on the same machine"
CITIES: Final = ("denver", "chicago", "nashville")
STEPS: Final = 120
"""Of the mouse, for each city."""
REACH: Final = 60
"""Pixels by which the mouse leaves the city's place."""
NOTE_FRAMES: Final = """() => {
  const noted = { frames: [], work: [] };
  window.noted = noted;
  let moved = false, busy = false, before = 0;
  addEventListener("pointermove", () => (moved = true), true);
  const frame = (now) => {
    if (busy) noted.frames.push(now - before);
    if (moved) {
      const done = new MessageChannel();
      done.port1.onmessage = () => noted.work.push(performance.now() - now);
      done.port2.postMessage(0);
    }
    [moved, busy, before] = [false, moved, now];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
"""Of each frame in which the mouse has moved: the time from its begin until the next one begins, and until its own work
is done: the move, the layout, what the browser draws."""


def measure_dragging(effort: Effort) -> Measures:
    build()
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        with served(database, Path(folder)) as server, browser() as chrome:
            runs = [_frames(Visit(chrome, server.address)) for _ in range(effort.runs)]
    for name, key in (("a frame", "frames"), ("work in a frame", "work")):
        listed = [run[key] for run in runs]
        medians = tuple(statistics.median(frames) for frames in listed)
        late = tuple(statistics.quantiles(frames, n=20)[-1] for frames in listed)
        yield Measure(GROUP, f"a city of USA is dragged, {name}", "ms", medians)
        yield Measure(GROUP, f"a city of USA is dragged, {name}, 95 of 100", "ms", late)
    yield Measure(GROUP, "frames in which the city moved", "frames", tuple(float(len(run["frames"])) for run in runs))


def _frames(window: Visit) -> dict[str, list[float]]:
    try:
        page = _editor(window)
        page.evaluate(NOTE_FRAMES)
        for city in CITIES:
            _drag(page, city)
        noted: dict[str, list[float]] = page.evaluate("window.noted")
        assert len(noted["frames"]) >= 100, len(noted["frames"])
        return noted
    finally:
        window.close()


def _editor(window: Visit) -> Page:
    """A copy of USA, with its layout."""
    page = window.go("/workshop")
    page.get_by_role("radio", name=say("page.workshop.start_board", "en")).check()
    page.get_by_label(say("page.workshop.which_board", "en")).select_option("usa")
    page.locator("[data-act=begin]").click()
    page.locator(".city").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page


def _drag(page: Page, city: str) -> None:
    """Twice around a circle that begins and ends at the city's place."""
    box = page.locator(f".city[data-city={city}] .dot").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        angle = 4 * math.pi * step / STEPS
        page.mouse.move(x + REACH * math.sin(angle), y + REACH * (math.cos(angle) - 1))
    page.mouse.up()
