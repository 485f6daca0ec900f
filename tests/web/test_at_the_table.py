"""At the table in real life: friends, one device, reloads, lost lines, keyboards, phones, languages."""

from playwright.sync_api import Page, expect

from carrozza.game.words import say
from tests.server.serving import Server
from tests.web.browsing import PHONE
from tests.web.conftest import Visitor
from tests.web.travelling import Traveller, Typist, choose_on_first_page, play_together, see_result

SMALLEST = "new-york"
SOMETHING_TO_DO = ":is(.ending, [data-act=open-curtain], .action.yours, [data-act=pass-device])"


def start(page: Page, board: str = SMALLEST, language: str = "en") -> None:
    """A game against one bot, from the first page."""
    choose_on_first_page(page, board, language=language)
    page.get_by_role("button", name=say("page.landing.play", language), exact=True).click()


def shown(page: Page) -> tuple[str | None, str | None, list[str]]:
    """The number and phase of the game on the screen, and the cards in the hand."""
    table = page.locator("main.table")
    table.wait_for()
    hand = page.locator(".hand-area button").all()
    return (
        table.get_attribute("data-number"),
        table.get_attribute("data-phase"),
        [card.get_attribute("aria-label") or "" for card in hand],
    )


def draw_first_card(page: Page) -> None:
    """Into the middle of a turn: one card drawn, the second to come."""
    Traveller(page).decide()
    page.locator(".action.yours").wait_for()
    page.locator("main.table[data-phase=turn]").wait_for()
    page.locator("[data-draw=deck].can").click()
    page.locator("main.table[data-phase=second]").wait_for()


def test_two_browsers_play_each_other(visit: Visitor, server: Server) -> None:
    host = visit(server).go("/friends")
    host.locator(f"input[type=radio][value='{SMALLEST}']").check(force=True)
    host.get_by_label(say("page.setup.your_name", "en")).fill("Ada")
    host.get_by_role("button", name=say("page.setup.set_friends", "en")).click()
    link = host.get_by_label(say("page.friends.invite", "en"), exact=True).input_value()
    guest = visit(server).page
    guest.goto(link)
    assert "#" not in guest.url
    guest.get_by_label(say("page.setup.your_name", "en")).fill("Bruno")
    guest.get_by_role("button", name=say("page.friends.sit_down", "en")).click()
    play_together(Traveller(host, seed=1), Traveller(guest, seed=2))
    assert see_result(host) == see_result(guest)
    host.get_by_role("button", name=say("page.ending.rematch", "en")).click()
    guest.get_by_role("button", name=say("page.ending.rematch_set", "en")).click()
    for page in (host, guest):
        page.locator("[data-offer]").first.wait_for()
    assert host.url == guest.url


def test_around_one_device_a_curtain_hides_the_hands(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/new")
    page.locator(f"input[type=radio][value='{SMALLEST}']").check(force=True)
    page.get_by_role("button", name=say("page.setup.set_device", "en")).click()
    traveller, curtains = Traveller(page), 0
    for _ in range(1000):
        page.locator(f"{SOMETHING_TO_DO} >> visible=true").first.wait_for()
        if page.locator("[data-act=open-curtain]").is_visible():
            curtains += 1
            assert not page.locator(".hand-area button").first.is_visible()
        if traveller.decide() == "over":
            break
    assert curtains > 4
    assert len(see_result(page)) == 2


def test_a_reload_in_the_middle_of_a_turn(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    start(page)
    draw_first_card(page)
    before = shown(page)
    page.reload()
    page.locator("main.table[data-phase=second]").wait_for()
    assert shown(page) == before
    page.locator("[data-draw=deck].can").click()
    page.locator("main.table:not([data-phase=second])").wait_for()


def test_a_server_that_is_killed_in_the_middle_of_a_turn(visit: Visitor, own_server: Server) -> None:
    window = visit(own_server)
    page = window.go("/")
    start(page)
    draw_first_card(page)
    before = shown(page)
    own_server.kill()
    page.get_by_text(say("page.table.offline", "en")).wait_for()
    own_server.start()
    expect(page.get_by_text(say("page.table.offline", "en"))).to_have_count(0, timeout=60_000)
    assert shown(page) == before
    page.locator("[data-draw=deck].can").click()
    page.locator("main.table:not([data-phase=second])").wait_for()
    window.forgive("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket")


def test_offline_and_back(visit: Visitor, server: Server) -> None:
    window = visit(server)
    page = window.go("/")
    start(page)
    traveller = Traveller(page)
    traveller.decide()
    page.locator(".action.yours").wait_for()
    window.context.set_offline(True)
    page.get_by_text(say("page.shell.offline", "en")).wait_for()
    window.context.set_offline(False)
    expect(page.get_by_text(say("page.shell.offline", "en"))).to_have_count(0)
    traveller.play(3)
    window.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")


def test_a_whole_game_by_keyboard(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    start(page)
    Typist(page).play()
    assert len(see_result(page)) == 2


def test_a_whole_game_on_a_phone(visit: Visitor, server: Server) -> None:
    page = visit(server, size=PHONE).go("/")
    start(page)
    traveller = Traveller(page)
    traveller.play(4)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow == 0
    traveller.play()
    assert len(see_result(page)) == 2


def test_in_italian_from_the_first_page_to_the_last(visit: Visitor, server: Server) -> None:
    page = visit(server, locale="it-IT").go("/")
    assert page.locator("html").get_attribute("lang") == "it"
    start(page, language="it")
    page.get_by_text(say("page.table.opening_tickets", "it")).wait_for()
    Traveller(page).play()
    assert len(see_result(page, language="it")) == 2
    page.get_by_role("columnheader", name=say("part.tickets", "it")).wait_for()


def test_the_language_changes_at_once(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).wait_for()
    page.get_by_role("button", name=say("page.shell.language_it", "en"), exact=True).click()
    page.get_by_role("button", name=say("page.landing.play", "it"), exact=True).wait_for()
    assert page.locator("html").get_attribute("lang") == "it"


def test_another_game_with_the_same_people(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    start(page)
    Traveller(page).play()
    see_result(page)
    finished = page.url
    page.get_by_role("button", name=say("page.ending.rematch", "en")).click()
    page.locator("[data-offer]").first.wait_for()
    assert page.url != finished
    page.goto(f"{server.address}/replay")
    page.get_by_text(say("page.replay.yours", "en")).wait_for()
