"""What would you do? Asked at the table by key and by click, shown on the board, and played."""

from playwright.sync_api import Page, Route, expect

from tests.server.serving import new_game
from tests.web.conftest import Visitor
from tools.browser import PHONE, serious_findings
from tools.local_server import Server

HINT = "[data-hint]"
PLAY = "[data-act=play-hint]"
PAST = "number => Number(document.querySelector('main.table').dataset.number) > number"


def number(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-number") or 0)


def warm_up(server: Server) -> None:
    """Until the search can be asked: what is refused meanwhile would count as a fault of the page."""
    person = new_game(server.address, "medium")
    assert person.ask("POST", "hints").status_code == 200


def test_hints_are_asked_for_shown_and_played(visit: Visitor, server: Server) -> None:
    warm_up(server)
    person = new_game(server.address, "medium")
    page = visit(server, size=PHONE, in_background=True, locale="it-IT").go(f"/g/{person.game}#seat={person.token}")
    page.locator("[data-offer]").first.wait_for()

    page.keyboard.press("h")
    page.locator(HINT).first.wait_for()
    expect(page.locator(HINT).first).to_contain_text("Tieni ")
    expect(page.locator(PLAY).first).to_be_focused()
    assert page.locator("[data-reason]").count() > 0
    page.locator("svg.tracing").wait_for()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(HINT)).to_have_count(0)
    expect(page.locator("svg.tracing")).to_have_count(0)

    held: list[Route] = []
    page.route("**/moves?*", lambda route: held.append(route))
    page.locator("[data-act=hints]").click()
    with page.expect_request("**/moves?*"):
        page.locator(PLAY).first.click()
    expect(page.locator("[data-act=hints]")).to_be_disabled()
    page.keyboard.press("h")
    expect(page.locator(PLAY)).to_have_count(0)
    held[0].continue_()
    page.unroute("**/moves?*")

    expect(page.locator("[data-offer]")).to_have_count(0)
    page.locator(".action.yours [data-act=hints]").wait_for()
    before = number(page)
    page.locator("[data-act=hints]").click()
    page.locator(HINT).first.wait_for()
    page.locator(PLAY).first.click()
    page.wait_for_function(PAST, arg=before)
    expect(page.locator(HINT)).to_have_count(0)
    assert person.view()["hints"] == 2
