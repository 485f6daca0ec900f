"""Learners at the page: they play guided games by keyboard or by touch, as proposed or not.

`python -m tests.web.guided FOLDER` plays the guided game of every board, or of those named after it, by keyboard and by
touch, in both languages, with and without wrong turns, and leaves a picture of every step in the folder.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from tests.web.travelling import READY, Traveller, Typist, wait_for_frames
from tools.browser import PATIENCE_MS, PHONE, Visit, browser, serious_findings
from tools.local_server import served
from tools.page import build

NOTE = "aside[data-guide]"
SAID = """() => {
  const note = document.querySelector("aside[data-guide]");
  if (!note) return null;
  const text = note.querySelector("p:last-of-type").textContent;
  return {id: note.dataset.guide, text, next: note.querySelector("[data-act=guide-next]") !== null};
}"""
COVERED = """() => {
  const note = document.querySelector("aside[data-guide]").getBoundingClientRect();
  const overlap = box => Math.max(0, Math.min(note.right, box.right) - Math.max(note.left, box.left))
    * Math.max(0, Math.min(note.bottom, box.bottom) - Math.max(note.top, box.top));
  const guided = document.querySelectorAll("[data-guided], .stage .route.lit .space");
  const onMap = document.querySelectorAll(".route.lit .space, .city-ring");
  return [...(document.querySelector("[data-guided]") ? guided : onMap)]
    .filter(spot => overlap(spot.getBoundingClientRect()) > 1).map(spot => spot.outerHTML.slice(0, 120));
}"""
"""What the note is about and lies on nevertheless. Where it points at a part of the table, rings belong to tickets."""
MOVED_ON = """last => {
  const note = document.querySelector("aside[data-guide]");
  return !note || note.dataset.guide !== last;
}"""


class Learner(Traveller):
    """Listens to the guide before every move."""

    wrong = False
    """Whether to do something else than is proposed, and first something that is not allowed."""
    pictures: Path | None = None

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.told: dict[str, str] = {}
        self.repeated: list[str] = []
        self.covered: list[str] = []
        self.refusals = 0
        self._ended: set[str] = set()
        self._tried: set[str] = set()

    def decide_if_asked(self) -> str:
        if self.page.evaluate(READY, self.number) == "asked":
            self._listen()
        return super().decide_if_asked()

    def _listen(self) -> None:
        """Reads every note that waits to be read, up to one that proposes a move."""
        while said := self._said():
            self._note(said["id"], said["text"])
            if not said["next"]:
                return
            self._go_on(said["id"])

    def _said(self) -> dict[str, str] | None:
        wait_for_frames(self.page)
        found: dict[str, str] | None = self.page.evaluate(SAID)
        return found

    def _note(self, id: str, text: str) -> None:
        if id in self._ended and id not in ("refused", "instead"):
            self.repeated.append(id)
        if id not in self.told and self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{len(self.told):02}-{id}.png")
        self.told.setdefault(id, text)
        if id != "refused":  # it says why, and points at nothing
            self.covered += [f"{id}: {spot}" for spot in self.page.evaluate(COVERED)]

    def _go_on(self, id: str) -> None:
        self._click("[data-act=guide-next]")
        self.page.wait_for_function(MOVED_ON, arg=id, timeout=PATIENCE_MS)
        self._ended.add(id)

    def _answer(self) -> None:
        proposed = self._proposed()
        if not self.wrong or proposed is None or not self._go_astray(proposed):
            super()._answer()
        if proposed is not None:
            self._ended.add(proposed)

    def _proposed(self) -> str | None:
        said = self._said()
        return said["id"] if said and not said["next"] else None

    def _go_astray(self, proposed: str) -> bool:
        """Tries what is not allowed, once at each step; then does another thing than is proposed, if there is one."""
        if proposed not in self._tried:
            self._tried.add(proposed)
            self._try_forbidden(proposed)
        if proposed == "row" and self.page.locator("[data-draw=tickets].can").count():
            self._click("[data-draw=tickets].can")
            self._click("[data-act=draw-tickets]")
            return True
        if proposed in ("claim", "claim_gray"):
            self._click("[data-draw].can:not([data-draw=tickets])")
            return True
        return False

    def _try_forbidden(self, proposed: str) -> None:
        """Cards while tickets are chosen, tickets as a second card: refused, and explained."""
        if proposed not in ("tickets", "second", "drawn", "drawn_more", "tunnel_turned", "start", "marker"):
            return
        self.page.evaluate(
            "what => document.querySelector(`[data-draw=${what}]`).click()",
            "tickets" if proposed == "second" else "deck",
        )
        self.page.locator(f"{NOTE}[data-guide=refused]").wait_for()
        self.refusals += 1
        self.page.keyboard.press("Escape")
        self._note("refused", str(self.page.evaluate(SAID)["text"]))
        self._go_on("refused")

    def hear_the_count(self) -> None:
        """The final count step by step, with what the guide says of each."""
        self.page.locator(f"{NOTE}[data-guide^=count]").wait_for()
        while not self.told.get("count-result"):
            said = self._said()
            if said:
                self._note(said["id"], said["text"])
            if not self.told.get("count-result"):
                self.page.keyboard.press("ArrowRight")


KEYS = {"[data-act=list]": "r", "[data-draw=tickets].can": "t", "[data-draw].can:not([data-draw=tickets])": "d"}
"""Single keys for what is pressed most often."""


class TypingLearner(Learner, Typist):
    """By keyboard alone."""

    def _click(self, selector: str, place: int = 0) -> None:
        if selector in KEYS:
            self.page.keyboard.press(KEYS[selector])
        else:
            super()._click(selector, place)

    def _go_on(self, id: str) -> None:
        self.page.keyboard.press("g")
        super()._go_on(id)


class TouchingLearner(Learner):
    """By touch alone."""

    def _click(self, selector: str, place: int = 0) -> None:
        self.page.locator(selector).nth(place).tap()

    def hear_the_count(self) -> None:
        self.page.locator(f"{NOTE}[data-guide^=count]").wait_for()
        while not self.told.get("count-result"):
            said = self._said()
            if said:
                self._note(said["id"], said["text"])
            if not self.told.get("count-result"):
                self.page.locator(".steps button").nth(2).tap()


def start_lesson(page: Page, lesson: str = "new-york") -> None:
    page.locator(f"[data-lesson='{lesson}']").click()
    page.locator(f"{NOTE}[data-guide=welcome]").wait_for()


LESSONS = ("new-york", "usa", "europe", "italy-basic", "italy-advanced", "old-west", "old-west alvin")
WAYS = (
    ("keyboard", "it", "light", True),
    ("touch", "en", "dark", True),
    ("keyboard", "en", "dark", False),
    ("touch", "it", "light", False),
)
"""How, in which language, by day or by night, and whether with wrong turns."""
ENDLESS = 1000
"""More decisions than a game has."""


def take(chrome: Browser, address: str, lesson: str, way: str, language: str, theme: str, wrong: bool, to: Path) -> str:
    """One learner's game; says how it went."""
    size = PHONE if way == "touch" else (1440, 757)
    visit = Visit(chrome, address, size, locale=language, color_scheme=theme, in_background=True)
    page = visit.go("/guide")
    start_lesson(page, lesson)
    learner = (TouchingLearner if way == "touch" else TypingLearner)(page, seed=3)
    learner.wrong = wrong
    learner.pictures = to / "-".join((lesson.replace(" ", "-"), way, language, theme, "wrong" if wrong else "right"))
    learner.pictures.mkdir(parents=True)
    findings = serious_findings(page)
    learner.play(ENDLESS)
    learner.hear_the_count()
    findings += serious_findings(page)
    visit.forgive("409", "422")
    faults = [*visit.faults, *findings, *learner.covered, *(f"said again: {id}" for id in learner.repeated)]
    visit.close()
    told = " ".join(learner.told)
    return f"{learner.pictures.name}: {learner.moves} moves, {learner.refusals} refusals, told {told}; faults {faults}"


def main(folder: Path, lessons: Sequence[str] = LESSONS) -> int:
    build()
    with TemporaryDirectory() as made, served(f"{made}/games.sqlite", Path(made)) as server, browser() as chrome:
        for lesson in lessons:
            for way, language, theme, wrong in WAYS if lesson == "new-york" else WAYS[:2]:
                print(take(chrome, server.address, lesson, way, language, theme, wrong, folder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:] or LESSONS))
