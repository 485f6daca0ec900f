"""The page at rest: how much of a core each screen takes while nothing happens on it, painting included."""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.timing import Effort, Measure, Measures
from carrozza.game import Game
from docs.screens import FINISHED, LISTED, PEOPLE, RESULT, WAITING, Shot, StagedGame, adas, to_step, write_all
from tools.browser import Visit, browser
from tools.local_server import served
from tools.page import build

GROUP: Final = "Page at rest, in Chromium on the same machine"
DRAWING: Final = ("renderer", "GPU")
"""The processes that run and paint the page."""
STILL: Final = """() => document.readyState === 'complete'
  && document.getAnimations().every(motion => motion.playState !== 'running')"""
SECONDS_A_RUN: Final = 20
"""For one second of effort."""
LONGEST_TO_SETTLE: Final = 20
"""Seconds; what still computes then is no rest, and is measured."""


def others(after: int) -> Callable[[Game], bool]:
    """The first time after so many moves that the second player is to move."""
    return lambda game: len(game.history) >= after and game.phase == "turn" and PEOPLE[1] in game.undecided


YOURS: Final = StagedGame("rest-yours", "usa", 2, 4, adas("turn", 60), persons=2)
OTHERS: Final = StagedGame("rest-others", "usa", 2, 4, others(60), persons=2)
CLOCKED: Final = StagedGame("rest-clocked", "usa", 2, 4, others(60), persons=2, clock=3600)


def to_result_and_table(page: Page) -> None:
    to_step(RESULT)(page)
    page.get_by_role("button", name="Look at the board").click()
    page.locator("main.table").wait_for()


def to_a_paused_count(page: Page) -> None:
    page.locator(".ending").wait_for()
    page.keyboard.press("Home")


@dataclass(frozen=True)
class Screen:
    name: str
    shot: Shot
    alone: bool = True
    """Whether whoever looks has one seat; otherwise all of them, around one device."""

    def storage(self) -> dict[str, str]:
        kept = self.shot.storage()
        if not self.alone or self.shot.game is None:
            return kept
        keys = self.shot.game.keys()
        seats = {self.shot.game.id: {**keys, "seats": keys["seats"][:1], "hotSeat": False}}
        return {**kept, "carrozza.seats": json.dumps(seats)}


SCREENS: Final = (
    Screen("the home page", Shot("landing")),
    Screen("setting up a table", Shot("friends", "/friends")),
    Screen("the open tables", Shot("open", "/open", others=LISTED)),
    Screen("a waiting room", Shot("waiting", game=WAITING)),
    Screen("joining by a link", Shot("join", game=WAITING, stranger=True)),
    Screen("one's own turn", Shot("yours", game=YOURS)),
    Screen("somebody else's turn", Shot("others", game=OTHERS)),
    Screen("somebody else's turn, with a clock", Shot("clocked", game=CLOCKED)),
    Screen("the curtain around one device", Shot("curtain", game=YOURS), alone=False),
    Screen("a paused count", Shot("count", game=FINISHED, act=to_a_paused_count)),
    Screen("a result", Shot("result", game=FINISHED, act=to_step(RESULT))),
    Screen("the board of a finished game", Shot("finished", game=FINISHED, act=to_result_and_table)),
    Screen("a paused replay", Shot("replay", f"/replay?game={FINISHED.id}&move=120", remembered=(FINISHED,))),
    Screen("opening a record", Shot("opener", "/replay")),
    Screen("the rules", Shot("rules", "/rules/europe")),
    Screen("no such page", Shot("lost", "/nowhere")),
)


def measure_rest(effort: Effort) -> Measures:
    build()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        staged = {game: None for screen in SCREENS for game in (*screen.shot.own(), *screen.shot.others)}
        asyncio.run(write_all(database, staged))
        with served(str(database), Path(folder)) as server, browser() as chrome:
            for screen in SCREENS:
                used = _at_rest(chrome, server.address, screen, effort)
                yield Measure(GROUP, screen.name, "% of a core", used)


def _at_rest(chrome: Browser, address: str, screen: Screen, effort: Effort) -> tuple[float, ...]:
    shot = screen.shot
    options: dict[str, Any] = {"color_scheme": shot.theme, "locale": shot.language, "reduced_motion": "no-preference"}
    window = Visit(chrome, address, size=shot.size, **options)
    for key, value in screen.storage().items():
        window.context.add_init_script(f"localStorage.setItem({key!r}, {json.dumps(value)})")
    processes = chrome.new_browser_cdp_session()
    try:
        page = window.go(shot.address())
        page.wait_for_load_state("networkidle")
        shot.act(page)
        page.wait_for_function(STILL, polling=500)
        page.wait_for_load_state("networkidle")
        _settle(processes)
        return tuple(_share(processes, effort.seconds * SECONDS_A_RUN) for _ in range(effort.runs))
    finally:
        processes.detach()
        window.close()


def _settle(processes: CDPSession) -> None:
    """What the page has begun on a busy machine may take a while: until it has computed nothing for a second."""
    for _ in range(LONGEST_TO_SETTLE):
        if _share(processes, 1) == 0:
            return


def _share(processes: CDPSession, seconds: float) -> float:
    """Of a core, in percent, over so many seconds."""
    began, used = time.perf_counter(), _cpu_time(processes)
    time.sleep(seconds)
    return 100 * (_cpu_time(processes) - used) / (time.perf_counter() - began)


def _cpu_time(processes: CDPSession) -> float:
    """The seconds that the page's processes have computed so far."""
    found = processes.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in found if process["type"] in DRAWING))
