"""What calls a player back, and what a device remembers: one visit, two windows."""

from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.test_at_the_table import start
from tools.browser import PHONE, serious_findings
from tools.local_server import Server

HIDE = """(hidden) => {
  Object.defineProperty(Document.prototype, "hidden", {get: () => hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTE = """() => {
  window.noted = [];
  Notification.requestPermission = async () => (noted.push("asked"), "granted");
  Object.defineProperty(Notification, "permission", {get: () => "granted"});
  window.Notification = new Proxy(Notification, {
    construct: (_, [title, {body}]) => (noted.push(`${title}: ${body}`), {}),
  });
  Navigator.prototype.vibrate = () => noted.push("buzz") > 0;
  Navigator.prototype.setAppBadge = async (number) => void noted.push(`badge ${number}`);
}"""
"""Notes what would be shown or felt outside the page."""


def switch(page: Page, key: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name=say(key, "en")).check()
    page.keyboard.press("Escape")


def draw_blind(page: Page) -> None:
    page.locator(".action.yours").wait_for()
    number = page.locator("main.table").get_attribute("data-number")
    page.keyboard.press("d")
    page.wait_for_function("(number) => document.querySelector('main.table').dataset.number !== number", arg=number)


def test_a_player_is_called_back(visit: Visitor, server: Server) -> None:
    window = visit(server, size=PHONE)
    window.context.add_init_script(f"({NOTE})()")
    page = window.go("/")
    assert page.evaluate("noted") == [], "nothing is asked before the player wants it"
    start(page)
    page.locator("[data-offer]").first.wait_for()
    switch(page, "page.alerts.vibration")
    switch(page, "page.alerts.notifications")
    assert page.evaluate("noted") == ["buzz", "asked"]

    other = window.context.new_page()
    other.goto(f"{server.address}/open")
    expect(other).to_have_title("Open tables · Carrozza")
    page.evaluate(HIDE, True)
    expect(page).to_have_title("(1) Your turn – ● Your turn. · Carrozza")
    expect(other).to_have_title("(1) Open tables · Carrozza")
    page.wait_for_function("() => noted.includes('badge 1')")
    page.locator("[data-offer]").first.click()
    page.locator("[data-act=keep]").click()
    for _ in range(2):
        draw_blind(page)
    page.wait_for_function("() => noted.some((each) => each.startsWith('Your turn: New York'))")
    page.evaluate(HIDE, False)
    expect(page).to_have_title("● Your turn. · Carrozza")
    expect(other).to_have_title("Open tables · Carrozza")


def test_a_browser_that_allows_no_notifications_is_told_of(visit: Visitor, server: Server) -> None:
    window = visit(server)
    window.context.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = window.go("/")
    page.get_by_role("button", name="Settings").click()
    wanted = page.get_by_role("switch", name=say("page.alerts.notifications", "en"))
    wanted.click()
    expect(page.get_by_text(say("page.alerts.blocked", "en"))).to_be_visible()
    expect(wanted).not_to_be_checked()
    expect(page.get_by_role("switch", name=say("page.alerts.vibration", "en"))).to_have_count(0)
    assert serious_findings(page) == []


def test_names_are_remembered_and_forgotten(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/new")
    page.get_by_label(say("page.setup.your_name", "en")).fill("Ada")
    page.get_by_label(say("page.setup.name_of", "en", number=2)).fill("Bruno")
    page.get_by_label(say("page.setup.name_of", "en", number=2)).blur()
    offered = page.locator("#remembered-names option")
    expect(offered).to_have_count(2)
    page.goto(f"{server.address}/friends")
    assert [each.get_attribute("value") for each in offered.all()] == ["Bruno", "Ada"]
    assert page.get_by_label(say("page.setup.your_name", "en")).get_attribute("list") == "remembered-names"
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name=say("page.alerts.forget", "en")).click()
    expect(offered).to_have_count(0)


def test_everybody_at_the_table_may_let_others_watch(visit: Visitor, server: Server) -> None:
    host, guest, watcher = (visit(server) for _ in range(3))
    page = host.go("/friends")
    page.get_by_role("button", name=say("page.setup.set_friends", "en")).click()
    invitation = page.locator(".link input").first.input_value()
    joining = guest.page
    joining.goto(invitation)
    joining.get_by_role("button", name=say("page.friends.sit_down", "en")).click()
    joining.locator("[data-act=share]").click()
    link = joining.get_by_label(say("page.table.share_watch", "en")).input_value()
    watcher.page.goto(link)
    expect(watcher.page.get_by_text(say("page.table.watching", "en"))).to_be_visible()
