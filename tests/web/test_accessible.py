"""Every screen, by day and by night, without serious findings of axe-core."""

import httpx
import pytest
from playwright.sync_api import Page

from carrozza.words import say
from tests.server.own_boards import bundle, isle
from tests.web.conftest import Visitor
from tests.web.travelling import Traveller, choose_on_first_page, play_to_the_last_round
from tools.browser import PHONE, WIDE, serious_findings
from tools.local_server import Server

COLOURS_HAVE_CHANGED = "() => Promise.allSettled(document.getAnimations().map(motion => motion.finished))"
"""Settles when no transition is under way any more."""
SCREENS = ("/", "/new", "/friends", "/open", "/rules", "/rules/usa", "/replay", "/nowhere")


@pytest.mark.parametrize("path", SCREENS)
def test_a_screen(visit: Visitor, server: Server, path: str) -> None:
    page = visit(server, color_scheme="light").go(path)
    page.locator("main").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert findings_by_day_and_night(page) == []


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_page_of_an_own_board(visit: Visitor, server: Server, size: tuple[int, int]) -> None:
    uploaded = httpx.post(f"{server.address}/api/boards", json=bundle(isle(notes=["After a map of 1900."])))
    page = visit(server, size=size, color_scheme="light").go(uploaded.json()["page"])
    page.locator(".drawn svg").wait_for()
    page.get_by_text(say("page.own_boards.credits", "en")).click()
    assert findings_by_day_and_night(page) == []


def findings_by_day_and_night(page: Page) -> list[str]:
    """Of a page that was opened by day; at night only its colours are others."""
    found = serious_findings(page)
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for()
    page.evaluate(COLOURS_HAVE_CHANGED)
    return found + serious_findings(page, "color-contrast")


@pytest.mark.parametrize(("theme", "size"), [("light", WIDE), ("dark", PHONE)])
def test_a_game_from_the_opening_to_its_replay(
    visit: Visitor, server: Server, theme: str, size: tuple[int, int]
) -> None:
    page = visit(server, color_scheme=theme, size=size, in_background=True).go("/")
    choose_on_first_page(page, "new-york")
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()
    assert serious_findings(page) == []
    traveller = Traveller(page)
    traveller.play(3)
    page.locator(".action.yours").wait_for()
    assert serious_findings(page) == []
    play_to_the_last_round(server, page)
    traveller.play()
    assert serious_findings(page) == []
    page.get_by_role("button", name=say("page.ending.to_the_result", "en")).click()
    page.locator(".ending td.total").first.wait_for()
    assert serious_findings(page) == []
    page.get_by_role("link", name=say("page.ending.replay", "en")).click()
    for tab in ("log", "hands", "charts"):
        page.get_by_role("tab", name=say(f"page.replay.{tab}", "en")).click()
        assert serious_findings(page) == []


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", WIDE)])
def test_settings_a_waiting_room_and_somebody_who_joins(
    visit: Visitor, server: Server, theme: str, size: tuple[int, int]
) -> None:
    host = visit(server, color_scheme=theme, size=size).go("/friends")
    host.get_by_role("button", name=say("page.shell.settings", "en")).click()
    host.get_by_role("dialog", name=say("page.shell.settings", "en")).wait_for()
    assert serious_findings(host) == []
    host.keyboard.press("Escape")
    host.get_by_role("button", name=say("page.setup.set_friends", "en")).click()
    link = host.get_by_label(say("page.friends.invite", "en"), exact=True).input_value()
    assert serious_findings(host) == []
    guest = visit(server, color_scheme=theme, size=size).page
    guest.goto(link)
    guest.get_by_role("button", name=say("page.friends.sit_down", "en")).wait_for()
    assert serious_findings(guest) == []
