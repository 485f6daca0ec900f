"""At the table in real life: friends, one device, reloads, lost lines, keyboards, phones, languages, and what moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import (
    Traveller,
    Typist,
    choose_on_first_page,
    play_to_the_last_round,
    play_together,
    see_result,
    wait_for_frames,
)
from tools.browser import PHONE, WIDE
from tools.local_server import Server

SMALLEST = "new-york"
WIDEST = "usa"
SOMETHING_TO_DO = ":is(.ending, [data-act=open-curtain], .action.yours, [data-act=pass-device])"

NOTE_MOTION = """() => {
  window.moved = [];
  const note = (element, {duration, delay}, frames) => element.closest(".table, .sky") && moved.push({
    what: element.getAttribute("class"), route: element.closest(".route")?.id ?? null, duration, delay,
    changes: [...new Set(frames.flatMap(Object.keys))].filter(
      name => !["offset", "computedOffset", "easing", "composite"].includes(name)),
  });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    note(this, options, frames);
    return animate.call(this, frames, options);
  };
  addEventListener("animationstart", ({target, animationName}) => {
    const begun = target.getAnimations().find(motion => motion.animationName === animationName);
    if (begun) note(target, begun.effect.getTiming(), begun.effect.getKeyframes());
  }, true);
}"""
"""Notes every animation that begins at the table, as it is declared."""
SKIP_ONCE = """() => {
  const watch = new MutationObserver(() => {
    const skip = document.querySelector("[data-act=skip]");
    if (!skip) return;
    watch.disconnect();
    skip.click();
    const look = (turns) => turns > 0 ? queueMicrotask(() => look(turns - 1)) : (window.afterSkipping = {
      flights: document.querySelectorAll(".sky .flight").length,
      trains: [...document.querySelectorAll(".train")].flatMap(train => train.getAnimations()).length,
    });
    look(9);
  });
  watch.observe(document.body, {childList: true, subtree: true});
}"""
"""Presses `skip` as soon as it is there, and notes what still moves before anything else can happen."""
DOUBLE_TAP = """stage => {
  for (const type of ["pointerdown", "pointerup", "pointerdown", "pointerup"])
    stage.dispatchEvent(new PointerEvent(type, {pointerId: 1, pointerType: "touch", bubbles: true}));
}"""
NEARNESS = """([least, most]) => {
  const near = new DOMMatrix(getComputedStyle(document.querySelector(".sheet-of-map")).transform).a;
  return least <= near && near <= most;
}"""
"""Whether the board is seen so many times nearer than whole."""


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
    host = visit(server, in_background=True).go("/friends")
    host.locator(f"input[type=radio][value='{SMALLEST}']").check(force=True)
    host.get_by_label(say("page.setup.your_name", "en")).fill("Ada")
    host.get_by_role("button", name=say("page.setup.set_friends", "en")).click()
    link = host.get_by_label(say("page.friends.invite", "en"), exact=True).input_value()
    guest = visit(server, in_background=True).page
    guest.goto(link)
    assert "#" not in guest.url
    guest.get_by_label(say("page.setup.your_name", "en")).fill("Bruno")
    guest.get_by_role("button", name=say("page.friends.sit_down", "en")).click()
    travellers = Traveller(host, seed=1), Traveller(guest, seed=2)
    play_together(*travellers, turns=6)
    play_to_the_last_round(server, host, guest)
    play_together(*travellers)
    assert see_result(host) == see_result(guest)
    host.get_by_role("button", name=say("page.ending.rematch", "en")).click()
    guest.get_by_role("button", name=say("page.ending.rematch_set", "en")).click()
    for page in (host, guest):
        page.locator("[data-offer]").first.wait_for()
    assert host.url == guest.url


def test_around_one_device_a_curtain_hides_the_hands(visit: Visitor, server: Server) -> None:
    page = visit(server, in_background=True).go("/new")
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
        if curtains == 6 and traveller.number < 0:
            play_to_the_last_round(server, page)
    assert curtains > 6
    assert len(see_result(page)) == 2
    before = page.url
    page.get_by_role("button", name=say("page.ending.rematch", "en")).click()
    page.locator("[data-act=open-curtain]").click()
    page.locator("[data-offer]").first.wait_for()
    assert page.url != before


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
    page.get_by_text(say("page.shell.offline", "en")).wait_for()
    own_server.start()
    expect(page.get_by_text(say("page.shell.offline", "en"))).to_have_count(0, timeout=60_000)
    assert shown(page) == before
    page.locator("[data-draw=deck].can").click()
    page.locator("main.table:not([data-phase=second])").wait_for()
    window.forgive("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")


ANNOUNCED = """() => [...document.querySelectorAll("[role=status], [role=alert], [role=log] > *")]
  .map(element => element.innerText.trim()).filter(Boolean)"""
"""What screen readers are given to read out."""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_lost_connection_is_announced_once(visit: Visitor, server: Server, size: tuple[int, int]) -> None:
    window = visit(server, size=size)
    page = window.go("/")
    start(page)
    page.locator("[data-offer]").first.wait_for()
    window.context.set_offline(True)
    window.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    page.get_by_text(say("page.shell.offline", "en")).wait_for()
    about_it = [text for text in page.evaluate(ANNOUNCED) if "connect" in text]
    assert about_it == [say("page.shell.offline", "en")], "beside what a bot may have just done"


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


def test_a_whole_game_by_keyboard_and_another_with_the_same_people(visit: Visitor, server: Server) -> None:
    page = visit(server, in_background=True).go("/")
    start(page)
    Typist(page).play()
    assert len(see_result(page)) == 2
    finished = page.url
    page.get_by_role("button", name=say("page.ending.rematch", "en")).click()
    page.locator("[data-offer]").first.wait_for()
    assert page.url != finished
    page.goto(f"{server.address}/replay")
    page.get_by_text(say("page.replay.yours", "en")).wait_for()


def test_on_a_phone_and_in_italian_from_the_first_page_to_the_last(visit: Visitor, server: Server) -> None:
    page = visit(server, size=PHONE, locale="it-IT", in_background=True).go("/")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    start(page, language="it")
    page.get_by_text(say("page.table.opening_tickets", "it")).wait_for()
    traveller = Traveller(page)
    traveller.play(4)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow == 0
    play_to_the_last_round(server, page)
    traveller.play()
    assert len(see_result(page, language="it")) == 2
    page.get_by_role("columnheader", name=say("part.tickets", "it")).wait_for()


def test_the_language_changes_at_once(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).wait_for()
    page.get_by_role("button", name=say("page.shell.language_it", "en"), exact=True).click()
    page.get_by_role("button", name=say("page.landing.play", "it"), exact=True).wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "it")


def motions(page: Page, what: str) -> list[dict[str, Any]]:
    """Plays until something of that class has moved, and returns everything that has."""
    traveller = Traveller(page, thrift=0.2)
    for _ in range(60):
        traveller.decide()
        wait_for_frames(page)
        moved: list[dict[str, Any]] = page.evaluate("moved")
        if any(what in motion["what"].split() for motion in moved):
            return moved
    raise AssertionError(f"no .{what} ever moved")


def middle_of(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_motion_is_brief_and_trains_land_one_after_another(visit: Visitor, server: Server) -> None:
    window = visit(server, reduced_motion="no-preference")
    window.page.add_init_script(f"({NOTE_MOTION})()")
    page = window.go("/")
    start(page)
    moved = motions(page, "train")
    assert {motion["what"] for motion in moved if not 150 <= motion["duration"] <= 250} == set()
    assert any("flight" in motion["what"] for motion in moved)
    trains = [motion for motion in moved if "train" in motion["what"].split()]
    for route in {train["route"] for train in trains}:
        delays = [train["delay"] for train in trains if train["route"] == route]
        assert delays == [60 * place for place in range(len(delays))]


def test_reduced_motion_only_fades(visit: Visitor, server: Server) -> None:
    window = visit(server, reduced_motion="reduce")
    window.page.add_init_script(f"({NOTE_MOTION})()")
    page = window.go("/")
    start(page)
    moved = motions(page, "train")
    assert {change for motion in moved for change in motion["changes"]} == {"opacity"}
    assert {motion["delay"] for motion in moved} == {0}


def test_skipping_ends_whatever_moves(visit: Visitor, server: Server) -> None:
    page = visit(server, reduced_motion="no-preference").go("/")
    choose_on_first_page(page, WIDEST, opponents=3)
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()
    page.evaluate(SKIP_ONCE)
    traveller = Traveller(page)
    while page.evaluate("window.afterSkipping === undefined"):
        assert traveller.decide() != "over", "nothing was ever to be skipped"
    assert page.evaluate("window.afterSkipping") == {"flights": 0, "trains": 0}


def test_cards_are_carried_onto_a_route(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    start(page)
    Traveller(page).decide()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    page.mouse.move(*middle_of(page.locator(".stack").first))
    page.mouse.down()
    page.mouse.move(500, 400, steps=3)
    route = page.locator(".route.can").first
    name = route.get_attribute("id")
    page.mouse.move(*middle_of(route.locator(".space").first), steps=3)
    expect(route.locator(".ghost")).to_have_count(route.locator(".space").count())
    page.mouse.up()
    page.locator(f"#{name}.claimed").wait_for()


def test_what_is_begun_is_cancelled_by_escape_or_a_press_beside_it(visit: Visitor, server: Server) -> None:
    page = visit(server).go("/")
    start(page)
    Traveller(page).decide()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    stack = page.locator(".stack").first
    stack.click()
    expect(stack).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(stack).to_have_attribute("aria-pressed", "false")
    stack.click()
    expect(stack).to_have_attribute("aria-pressed", "true")
    page.locator(".stage").click(position={"x": 100, "y": 500})
    expect(stack).to_have_attribute("aria-pressed", "false")
    page.mouse.move(*middle_of(stack))
    page.mouse.down()
    page.mouse.move(500, 400, steps=3)
    expect(page.locator(".flying")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".flying")).to_have_count(0)
    page.mouse.up()
    expect(stack).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("r")
    listed = page.locator("[data-listed]")
    listed.first.wait_for()
    page.mouse.click(5, 880)
    expect(listed).to_have_count(0)


NOTE_DIALOG = """(name) => {
  window.noted = new Promise((resolve) => {
    const look = () => {
      const dialog = document.querySelector(`[role=dialog][aria-label="${name}"]`);
      const link = dialog?.querySelector("a")?.getAttribute("href");
      if (!link) return requestAnimationFrame(look);
      const { x, y, width, height } = dialog.getBoundingClientRect();
      resolve({ x, y, width, height, link });
    };
    look();
  });
}"""
"""Where a dialog first stood: the next position may close it before a slow test looks."""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_refusal_is_where_the_finger_is(visit: Visitor, server: Server, size: tuple[int, int]) -> None:
    window = visit(server, size=size)
    page = window.go("/")
    start(page)
    draw_first_card(page)
    tickets = page.locator("[data-draw=tickets]")
    pressed = tickets.bounding_box()
    assert pressed is not None
    page.evaluate(NOTE_DIALOG, say("page.table.not_allowed", "en"))
    page.mouse.click(*middle_of(tickets))
    said = page.evaluate("() => window.noted")
    assert re.fullmatch(r"/rules/new-york#\w+", said["link"])
    assert said["x"] < pressed["x"] + pressed["width"] and pressed["x"] < said["x"] + said["width"]
    assert min(abs(said["y"] - pressed["y"] - pressed["height"]), abs(pressed["y"] - said["y"] - said["height"])) < 60
    window.forgive("the server responded with a status of 4")


def test_a_wide_board_on_a_phone(visit: Visitor, server: Server) -> None:
    """It fills its place, a double tap shows all of it, and it comes near to what is decided and goes back."""
    page = visit(server, size=PHONE).go("/")
    start(page, WIDEST)
    Traveller(page).decide()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    page.wait_for_function(NEARNESS, arg=[1.15, 2])
    hint = page.get_by_text(say("page.table.look_around", "en"))
    expect(hint).to_be_visible()
    page.locator("[data-act=list]").click()
    page.locator("[data-listed]").first.click()
    page.wait_for_function(NEARNESS, arg=[2.2, 3])
    page.keyboard.press("Escape")
    page.wait_for_function(NEARNESS, arg=[1.15, 2])
    page.locator(".stage").evaluate(DOUBLE_TAP)
    page.wait_for_function(NEARNESS, arg=[1, 1])
    expect(hint).to_have_count(0)
