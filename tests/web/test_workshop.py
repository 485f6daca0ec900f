"""The whole path of the workshop: a board from a list of cities, edited, checked, laid out, and played by friends."""

import pytest
from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tools.browser import PHONE, serious_findings
from tools.local_server import Server

CITIES = ("Milano", "Torino", "Genova", "Bologna", "Firenze", "Venezia")


def words(key: str, **values: object) -> str:
    return say(f"page.workshop.{key}", "en", **values)


def panel(page: Page, name: str) -> None:
    page.locator(f"[data-panel={name}]").click()


def counted(page: Page, name: str, number: int) -> None:
    expect(page.locator(f"[data-panel={name}] .number")).to_have_text(str(number))


@pytest.mark.slow
def test_from_a_list_of_cities_to_friends_at_the_table(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/workshop")
    page.get_by_label(words("board_title")).fill("Valley")
    page.get_by_label(words("list_cities")).fill("\n".join(CITIES))
    assert serious_findings(page) == []
    page.locator("[data-act=begin]").click()
    counted(page, "cities", len(CITIES))

    rename(page)
    join_by_keyboard(page)
    move_and_take_back(page)
    break_a_rule_and_take_back(page)
    draw_a_coast_over_routes(page)
    assert serious_findings(page) == []
    kept(page)
    lay_out_and_look(page)
    play_with_a_friend(visit, server, page)


def rename(page: Page) -> None:
    row = page.locator("li[data-city=milano]")
    row.get_by_label(words("name")).fill("Mailand")
    expect(page.locator(".city[data-city=mailand] text")).to_have_text("Mailand")


def join_by_keyboard(page: Page) -> None:
    """R at one city, Enter at the other; then T in the same way."""
    routes = int(page.locator("[data-panel=routes] .number").inner_text())
    page.locator(".city[data-city=mailand]").press("r")
    page.locator(".city[data-city=venezia]").press("Enter")
    counted(page, "routes", routes + 1)
    expect(page.locator("li.chosen")).to_contain_text("Mailand–Venezia")
    page.locator("[data-act=undo]").click()
    counted(page, "routes", routes)
    page.locator("[data-act=redo]").click()
    counted(page, "routes", routes + 1)
    page.locator("[data-tool=choose]").click()


def move_and_take_back(page: Page) -> None:
    panel(page, "cities")
    latitude = page.locator("li[data-city=firenze]").get_by_label(words("latitude"))
    before = latitude.input_value()
    page.locator(".city[data-city=firenze]").press("Shift+ArrowUp")
    expect(latitude).not_to_have_value(before)
    page.locator("[data-act=undo]").click()
    expect(latitude).to_have_value(before)


def break_a_rule_and_take_back(page: Page) -> None:
    """The fault stands beside the rule that it is about."""
    panel(page, "rules")
    rule = page.locator("[data-rule=trains]")
    rule.get_by_label(words("rule_trains")).fill("2")
    rule.get_by_label(words("rule_trains")).press("Tab")
    expect(page.locator("[data-rule=last_round_trains] .fault")).to_be_visible()
    page.locator("[data-act=undo]").click()
    expect(page.locator(".fault")).to_have_count(0)


def draw_a_coast_over_routes(page: Page) -> None:
    """A coast lies under what is there already: routes let its points through."""
    panel(page, "board")
    page.locator("[data-act=coast]").click()
    for route in range(3):
        box = page.locator(".route").nth(route).locator("rect").first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_role("button", name=words("coast_close")).click()
    expect(page.get_by_text(words("coast_line", line=1, number=3))).to_be_visible()
    page.locator("[data-act=undo]").click()
    page.get_by_role("button", name=words("done")).click()


def kept(page: Page) -> None:
    expect(page.locator("[data-saved=saved]")).to_be_visible()
    page.reload()
    expect(page.get_by_label(words("board_title"))).to_have_value("Valley")
    expect(page.locator(".city[data-city=mailand]")).to_be_visible()


def lay_out_and_look(page: Page) -> None:
    page.locator("[data-act=finish]").click()
    page.locator("[data-act=lay-out-now]").click()
    page.locator("[data-part=drawing] svg").wait_for()
    assert serious_findings(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=save]").click()
    assert saved.value.suggested_filename == "valley.carrozza-board"
    playtest_and_stop(page)
    page.keyboard.press("Escape")


def playtest_and_stop(page: Page) -> None:
    """What was played until then is shown, and can be saved."""
    page.get_by_label(words("games")).select_option("5000")
    page.locator("[data-act=playtest]").click()
    page.wait_for_function("() => document.querySelector('dialog progress').value > 0")
    page.locator("[data-act=stop-playtest]").click()
    report = page.locator("[data-part=report]")
    expect(report.get_by_role("heading", name=say("playtest.report.findings", "en"))).to_be_visible()
    expect(
        report.get_by_role("img", name=say("playtest.report.heat_label", "en")).locator("rect").first
    ).to_be_visible()
    expect(report.get_by_role("row", name="Old West")).to_be_visible()
    assert serious_findings(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=save-report]").click()
    assert saved.value.suggested_filename == "valley-playtest.html"


def play_with_a_friend(visit: Visitor, server: Server, page: Page) -> None:
    page.locator("[data-act=play]").click()
    page.get_by_role("heading", name="Valley").wait_for()
    page.get_by_role("button", name=say("page.landing.way_friends", "en")).click()
    page.get_by_role("button", name=say("page.setup.set_friends", "en")).click()
    link = page.get_by_label(say("page.friends.invite", "en"), exact=True).input_value()
    friend = visit(server, size=PHONE).page
    friend.goto(link)
    friend.get_by_role("button", name=say("page.friends.sit_down", "en")).click()
    friend.locator("[data-offer]").first.wait_for()
    expect(friend.locator(".city")).to_have_count(len(CITIES))
