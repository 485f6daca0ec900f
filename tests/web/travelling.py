"""A person at the page: plays by what the page itself offers, with clicks."""

import random
import time
from collections.abc import Sequence

from playwright.sync_api import Page

from carrozza import boards
from carrozza.words import say
from tests.server.hosting import Host, Hosted, chosen
from tools.browser import PATIENCE_MS
from tools.local_server import Server

READY = """last => {
  if (document.querySelector(".ending")) return "over";
  if (document.querySelector("[data-act=open-curtain]")) return "curtain";
  if (document.querySelector("[data-act=pass-device]")) return "pass";
  const table = document.querySelector("main.table");
  if (!table || table.dataset.busy === "true" || Number(table.dataset.number) === last) return false;
  const asked = document.querySelector(".action.yours");
  return asked && !document.querySelector(".action [data-act=skip]") ? "asked" : false;
}"""
"""What the page waits for, once it is past the move with this number."""
OFFERED = """() => {
  const shown = selector => document.querySelectorAll(selector).length;
  return {
    offered: shown("[data-offer]"), decline: shown("[data-act=decline]"), pay: shown("[data-pay]:not([disabled])"),
    noMarker: shown("[data-act=no-marker]"), alvin: shown("[data-alvin]"), pass: shown("[data-act=pass]"),
    list: shown("[data-act=list]"), row: shown("[data-draw].can:not([data-draw=tickets])"),
    tickets: shown("[data-draw=tickets].can"), phase: document.querySelector("main.table").dataset.phase,
  };
}"""


NEWEST_SEATS = "Object.entries(JSON.parse(localStorage['carrozza.seats'])).at(-1)"
"""The game that was begun last in this browser, and what it keeps of it."""
POLL_MS = 30
"""By itself Playwright would look at every frame, and have the page make as many as it can."""
MOST_TABS = 150
"""Far more than any screen has stops."""


def wait_for_frames(page: Page) -> None:
    """Until the page has drawn twice: whatever it does in answer to the last message has begun."""
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


class Traveller:
    """Plays a seat to its end. Chance comes from a seed, so that a failure can be seen again."""

    def __init__(self, page: Page, seed: int = 1, thrift: float = 0.3) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.thrift = thrift
        """How often cards are drawn although a route could be claimed."""
        self.number = -1
        self.moves = 0

    def play(self, turns: int = 1000) -> None:
        """So many decisions, or to the end."""
        for _ in range(turns):
            if self.decide() == "over":
                return

    def decide(self) -> str:
        """Waits for what the page asks, and answers. Says what it was."""
        self.page.wait_for_function(READY, arg=self.number, timeout=PATIENCE_MS, polling=POLL_MS)
        return self.decide_if_asked()

    def decide_if_asked(self) -> str:
        """Answers, if there is something to answer now."""
        ready = str(self.page.evaluate(READY, self.number))
        if ready == "curtain":
            self._click("[data-act=open-curtain]")
            self.number = -1
        elif ready == "pass":
            self._click("[data-act=pass-device]")
        elif ready == "asked":
            self.number = self.shown_number()
            self._answer()
            self.moves += 1
        return ready

    def shown_number(self) -> int:
        return int(self.page.locator("main.table").get_attribute("data-number") or 0)

    def _answer(self) -> None:
        offered = self.page.evaluate(OFFERED)
        if offered["offered"]:
            self._keep(offered["offered"])
        elif offered["decline"]:
            self._click("[data-pay]" if offered["pay"] else "[data-act=decline]")
        elif offered["noMarker"]:
            self._click("[data-act=no-marker]")
        elif offered["alvin"]:
            self._click("[data-alvin]")
        elif offered["pass"]:
            self._click("[data-act=pass]")
        elif offered["phase"] == "start":
            self._choose_listed()
            self._click("[data-act=choose-city]")
        elif offered["list"] and (not offered["row"] or self.chance.random() > self.thrift):
            self._choose_listed()
            self._click("[data-pay]")
        elif offered["row"]:
            self._click("[data-draw].can:not([data-draw=tickets])", self.chance.randrange(offered["row"]))
        else:
            self._click("[data-draw=tickets].can")
            self._click("[data-act=draw-tickets]")

    def _keep(self, offered: int) -> None:
        boxes = self.page.locator("[data-offer]")
        for place in range(offered):
            if self.page.locator("[data-act=keep]").is_enabled():
                break
            boxes.nth(place).check(force=True)
        self._click("[data-act=keep]")

    def _choose_listed(self) -> None:
        self._click("[data-act=list]")
        listed = self.page.locator("[data-listed]")
        listed.first.wait_for()
        listed.nth(self.chance.randrange(listed.count())).click()

    def _click(self, selector: str, place: int = 0) -> None:
        self.page.locator(selector).nth(place).click()


def play_to_the_last_round(server: Server, *pages: Page) -> None:
    """The game goes on by requests alone, for every seat of these pages, which then come back to it: clicking takes a
    hundred times longer."""
    places = [page.url for page in pages]
    games, keys = zip(*(page.evaluate(NEWEST_SEATS) for page in pages), strict=True)
    for page in pages:
        page.goto("about:blank")
    seats = [seat for kept in keys for seat in kept["seats"]]
    server.client.base_url = server.address
    game = Hosted(Host(server.client, server.port, None), {"game": games[0], "seats": seats})
    _play_by_requests(game, random.Random(1))
    for page, place in zip(pages, places, strict=True):
        page.goto(place)


def _play_by_requests(game: Hosted, chance: random.Random) -> None:
    """Without descriptions, which take most of the time."""
    while True:
        for seat in game.tokens:
            view = game.view(seat, describe="false")
            while view["legal_moves"] and view["last_turns"] is None:
                move = {"move": chosen(view["legal_moves"], chance), "number": view["number"]}
                view = game.ask("POST", "/moves?view=true&describe=false", seat, json=move).json()["view"]
            if view["last_turns"] is not None or view["finished"]:
                return
        time.sleep(0.02)  # a bot thinks


def play_together(*travellers: Traveller, turns: int = 1000) -> None:
    """Several people at one table, each at a window of their own, until somebody has made so many decisions more, or to
    the end."""
    playing, most = list(travellers), turns + max(traveller.moves for traveller in travellers)
    while playing and all(traveller.moves < most for traveller in travellers):
        playing = [traveller for traveller in playing if traveller.decide_if_asked() != "over"]
        travellers[0].page.wait_for_timeout(20)


class Typist(Traveller):
    """Plays without ever touching a mouse."""

    def _click(self, selector: str, place: int = 0) -> None:
        self.reach(f"{selector}:not([disabled])", place)
        self.page.keyboard.press("Enter")

    def _keep(self, offered: int) -> None:
        for place in range(offered):
            if self.page.locator("[data-act=keep]").is_enabled():
                break
            self.reach("[data-offer]", place)
            self.page.keyboard.press("Space")
        self._click("[data-act=keep]")

    def reach(self, selector: str, place: int = 0) -> None:
        """Presses Tab until the focus is there."""
        self.page.locator(selector).nth(place).wait_for(state="attached")
        at_it = "([selector, place]) => document.activeElement === document.querySelectorAll(selector)[place]"
        for _ in range(MOST_TABS):
            if self.page.evaluate(at_it, [selector, place]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is out of reach of the keyboard")

    def _choose_listed(self) -> None:
        self._click("[data-act=list]")
        self.page.locator("[data-listed]").first.wait_for()
        self._click("[data-listed]", self.chance.randrange(min(8, self.page.locator("[data-listed]").count())))


def choose_on_first_page(
    page: Page, board: str, variants: Sequence[str] = (), opponents: int = 1, language: str = "en"
) -> None:
    """The board by its picture, then its rules, the opponents and how strong they are."""
    made = boards.load(board)
    page.locator(f"input[type=radio][value='{made.map}']").check(force=True)
    if made.ruleset:
        page.get_by_role("radio", name=say(f"page.setup.ruleset_{made.ruleset}", language)).check(force=True)
    for variant in variants:
        page.get_by_role("switch", name=say(f"page.setup.variant_{variant}", language)).check(force=True)
    while page.locator(".seats li").count() > opponents + 1:
        page.get_by_role("button", name=say("page.shell.fewer", language)).click()
    page.get_by_role("radio", name=say("server.level_easy", language)).check(force=True)


def see_result(page: Page, language: str = "en") -> list[int]:
    """Skips the count and reads the final table: the totals from first to last."""
    page.get_by_role("button", name=say("page.ending.to_the_result", language)).click()
    cells = page.locator(".ending td.total")
    cells.first.wait_for()
    return [int(text.replace("−", "-")) for text in cells.all_inner_texts()]
