"""Around the table: coming together, secrets, languages, lost lines, rules, and how little a first visit takes."""

import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import Visitor
from tests.web.travelling import wait_for_frames
from tools.browser import Visit
from tools.local_server import Server

FIRST_VISIT = 250_000
TOKEN = re.compile(r"#(?:join|seat|watch)=([\w-]{20,})")


def set_table(page: Page, name: str) -> str:
    """A table for two; the link that invites to it."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Set the table").click()
    return page.get_by_label("Invite your friends").input_value()


def test_a_link_brings_a_friend_in(visit: Visitor, server: Server) -> None:
    host, friend = visit(server), visit(server)
    link = set_table(host.go("/friends"), "Ada")
    expect(host.page.get_by_text("1 seat is still free.")).to_be_visible()
    friend.page.goto(link)
    friend.page.get_by_label("Your name").fill("Bruno")
    friend.page.get_by_role("button", name="Sit down").click()
    for page in (host.page, friend.page):
        expect(page.locator("main.table")).to_be_visible()


def test_a_host_seats_bots_and_starts(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/friends")
    page.get_by_role("button", name="Add a seat").click()
    set_table(page, "Ada")
    page.get_by_role("button", name="Start now with 2 bots").click()
    expect(page.locator("main.table")).to_be_visible()


def test_an_open_table_is_found_and_joined_without_a_link(visit: Visitor, server: Server) -> None:
    host, guest = visit(server), visit(server)
    page = host.go("/friends")
    page.get_by_role("switch", name="Show it among the open tables").check()
    set_table(page, "Zenobia")
    guest.go("/open").get_by_role("link", name="Zenobia").click()
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator("main.table")).to_be_visible()


def test_secrets_leave_the_address_at_once_and_reach_no_request(visit: Visitor, server: Server) -> None:
    link = set_table(visit(server).go("/friends"), "Ada")
    found = TOKEN.search(link)
    assert found
    friend = visit(server)
    asked: list[str] = []
    friend.page.on("request", lambda request: asked.append(request.url + str(request.headers.get("referer", ""))))
    friend.page.goto(link)
    expect(friend.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert "#" not in friend.page.url
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator("main.table")).to_be_visible()
    assert found[1] not in "".join(url.partition("#")[0] for url in asked)


def test_a_seat_link_takes_the_seat_to_another_device(visit: Visitor, server: Server) -> None:
    first, second = visit(server), visit(server)
    set_table(first.go("/friends"), "Ada")
    keys = first.page.evaluate("Object.entries(JSON.parse(localStorage['carrozza.seats']))[0]")
    second.go(f"/g/{keys[0]}#seat={keys[1]['seats'][0]['token']}")
    expect(second.page.get_by_role("heading", name="Your own seat")).to_be_visible()


def test_the_game_goes_on_where_sockets_do_not_get_through(visit: Visitor, server: Server) -> None:
    window = visit(server)
    page = window.page
    page.route_web_socket(re.compile("/live$"), _cut)
    window.go("/").get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("main.table")).to_be_visible()
    expect(page.get_by_text("has chosen the opening tickets").first).to_be_attached()  # hidden by the offer


def _cut(socket: WebSocketRoute) -> None:
    socket.close(code=1011)


def test_a_line_that_breaks_is_told_and_mended(visit: Visitor, server: Server) -> None:
    window = visit(server)
    page = window.go("/")
    expect(page.locator(".poster svg")).to_be_visible()
    window.context.set_offline(True)
    page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    notice = page.get_by_text("No connection.")
    expect(notice).to_be_visible()
    window.context.set_offline(False)
    expect(notice).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_contain_text("the rules")
    window.faults.clear()


def test_an_answer_that_set_out_before_the_line_broke_does_not_mend_it(visit: Visitor, server: Server) -> None:
    window = visit(server)
    page, held = window.page, list[Route]()
    page.route(re.compile("/api/bots"), lambda route: held.append(route))
    window.go("/")
    expect(page.locator(".poster svg")).to_be_visible()
    window.context.set_offline(True)
    page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    expect(page.get_by_text("No connection.")).to_be_visible()
    assert held
    for late in held:
        with page.expect_event("requestfinished", lambda done, late=late: done == late.request):
            late.fulfill(json=[])
    wait_for_frames(page)
    expect(page.get_by_text("No connection.")).to_be_visible()
    window.faults.clear()


def test_a_rule_is_found_by_its_link(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/rules/europe#U5")
    expect(page.locator("#U5")).to_be_in_viewport()
    expect(page.locator("#U5")).to_contain_text("asked even when unable to pay")


def test_settings_are_kept(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Italiano").check()
    page.get_by_role("radio", name="Notte").check()
    page.reload()
    expect(page.get_by_role("button", name="Gioca")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_address_that_is_none_says_so(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Page not found")


def test_a_first_visit_takes_little(visit: Visitor, server: Server) -> None:
    window = visit(server)
    received = _received(window)
    window.go("/")
    expect(window.page.locator(".poster svg")).to_be_visible()
    window.page.wait_for_load_state("networkidle")
    assert sum(received) < FIRST_VISIT


def _received(window: Visit) -> list[int]:
    """The sizes on the wire, headers included, of all that will be loaded."""
    sizes: list[int] = []
    session = window.context.new_cdp_session(window.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes
