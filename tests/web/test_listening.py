"""For those who listen instead of looking, see little, or have colours of their own."""

from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import READY, Traveller, Typist, choose_on_first_page
from tools.local_server import Server

SAID = "[role=log] p"
REMEMBER_WHAT_IS_SAID = """() => {
  window.said = [];
  const note = changes => {
    const added = changes.flatMap(change => [...change.addedNodes]).filter(node => node.tagName === "P");
    window.said.push(...added.map(node => node.textContent));
  };
  new MutationObserver(note).observe(document.querySelector("[role=log]"), { childList: true });
}"""
IS_ALL_SAID = """() => {
  const told = [...document.querySelectorAll(".log li")].map(entry => entry.innerText.trim());
  const newest = told.at(-1);
  return window.said.join(" ").split(newest).length - 1 === told.filter(entry => entry === newest).length;
}"""
IS_FOCUS_LOST = "() => document.activeElement === null || document.activeElement === document.body"


def sit_down(page: Page) -> None:
    choose_on_first_page(page, "new-york")
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()


class Listener(Typist):
    """Plays without a mouse, and never without a place on the page."""

    def _answer(self) -> None:
        assert not self.page.evaluate(IS_FOCUS_LOST), f"the focus is lost before move {self.number}"
        super()._answer()


def test_what_is_asked_is_said_after_what_has_happened(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    sit_down(page)
    page.evaluate(REMEMBER_WHAT_IS_SAID)
    listener = Listener(page, seed=4)
    listener.play(12)
    page.wait_for_function(READY, arg=listener.number)
    page.wait_for_function(IS_ALL_SAID)
    said = str(page.evaluate("() => window.said.join(' ')"))
    told = [entry.strip() for entry in page.locator(".log li").all_inner_texts()]
    # Ottavia may choose her tickets before the page begins to remember, or after.
    assert said.removeprefix("Ottavia has chosen the opening tickets. ").startswith("Traveller keeps")
    assert [entry for entry in told[-12:] if entry not in said] == []
    your_turn, second = say("page.table.your_turn", "en"), say("expect.second", "en")
    assert said_before(your_turn, said, told) == {"Ottavia"}
    assert said_before(second, said, told) == {"Traveller"}


def said_before(question: str, said: str, told: list[str]) -> set[str]:
    """Whose moves were told just before each time it was asked."""
    pieces = said.split(question)[:-1]
    return {entry.split()[0] for piece in pieces for entry in told if piece.rstrip().endswith(entry)}


def test_the_focus_goes_where_the_page_goes_on(visit: Visitor, server: Server) -> None:
    page = visit(server, in_background=True).go("/")
    sit_down(page)
    expect(page.locator("[aria-labelledby=asked]:focus")).to_have_count(1)
    Listener(page).play()
    page.get_by_role("button", name=say("page.ending.to_the_result", "en")).press("Enter")
    page.locator(".ending td.total").first.wait_for()
    expect(page.locator("#ending-title")).to_be_focused()


class Neighbours(Traveller):
    """Two at one device: each has heard what was said before passing it on, and the next finds nothing of it."""

    heard = 0

    def _click(self, selector: str, place: int = 0) -> None:
        if selector == "[data-act=pass-device]":
            self.page.locator(SAID).first.wait_for(state="attached")
            self.heard += 1
        elif selector == "[data-act=open-curtain]":
            expect(self.page.locator(SAID)).to_have_count(0)
        super()._click(selector, place)


def test_the_next_at_the_device_does_not_hear_what_the_last_was_told(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/new")
    page.locator("input[type=radio][value='new-york']").check(force=True)
    page.get_by_role("button", name=say("page.setup.set_device", "en")).click()
    neighbours = Neighbours(page, thrift=1)
    while neighbours.decide() != "curtain" or neighbours.heard < 3:
        assert neighbours.moves < 30, "nobody ever passed the device on"


def test_forced_colours_still_tell_what_is_chosen(visit: Visitor, server: Server) -> None:
    page = visit(server, forced_colors="active").go("/")
    knob = "element => getComputedStyle(element).backgroundColor"
    page.get_by_role("button", name=say("page.shell.settings", "en")).click()
    ground = page.get_by_role("dialog").evaluate(knob)
    assert page.locator(".knob").first.evaluate(knob) != ground
    page.keyboard.press("Escape")
    sit_down(page)
    marks = page.locator(".box > *")
    expect(marks.first).to_be_hidden()
    page.locator("[data-offer]").first.check(force=True)
    expect(marks.first).to_be_visible()
    expect(marks.nth(1)).to_be_hidden()
    colours = page.locator("[data-draw] .card, .hand .card").evaluate_all(f"cards => cards.map({knob})")
    assert len(set(colours)) > 1
