"""Whose trains these are: pieces are told from free spaces by every kind of eye, and a player's network lights up."""

import base64
import io
from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from carrozza.atlas.drawing.palette import SEATS
from carrozza.words import say
from tests.golden.games import FOLDER
from tests.web.conftest import Visitor
from tests.web.travelling import choose_on_first_page, wait_for_frames
from tools.browser import browser, serious_findings
from tools.colour_difference import EYES, NORMAL, Colour, difference
from tools.local_server import Server

Pixels = NDArray[np.uint8]

RECORD = FOLDER / "old-west-6.txt"
"""A game of six: the one board on which every colour has trains."""
SCREENS = ((1342, 1080, 1), (390, 844, 2))
"""A window in which the board is 900 pixels wide, and a phone: width, height, and pixels of the screen to one of the
page. Phones have two or more."""
LEAST: Mapping[str, float] = {eyes: 25.0 if eyes == NORMAL else 15.0 for eyes in EYES}
PLACES = """selector => {
  const box = document.querySelector(".stage").getBoundingClientRect();
  const places = [...document.querySelectorAll(selector)].map((space) => {
    const { a, b, c, d, e, f } = space.getScreenCTM();
    return [a, b, c, d, e, f];
  });
  const isInside = (at, begin, end) => at > begin + 9 && at < end - 9;
  return places.filter(([, , , , x, y]) => isInside(x, box.left, box.right) && isInside(y, box.top, box.bottom));
}"""
BODY = np.array([(x, y, 1.0) for x in np.linspace(-9, 9, 37) for y in np.linspace(-4, 4, 17)])
"""Places all over a space, and so all over the piece on it, in millimetres from its middle."""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """One that paints, as these tests look at the pixels."""
    with browser() as painting:
        yield painting


class Screen:
    """A page on a screen of some size, and what is seen there pixel by pixel."""

    def __init__(self, page: Page, width: int, height: int, density: int) -> None:
        self.page, self.density = page, density
        self.device = page.context.new_cdp_session(page)
        metrics = {"width": width, "height": height, "deviceScaleFactor": density, "mobile": density > 1}
        self.device.send("Emulation.setDeviceMetricsOverride", metrics)
        page.wait_for_function(f"innerWidth === {width} && devicePixelRatio === {density}")
        wait_for_frames(page)

    def picture(self) -> Pixels:
        taken = base64.b64decode(self.device.send("Page.captureScreenshot", {"format": "png"})["data"])
        return np.asarray(Image.open(io.BytesIO(taken)).convert("RGB"))

    def median_colour(self, seen: Pixels, selector: str) -> Colour:
        """The median of all pixels of these spaces, or of the trains on them."""
        places = np.array(self.page.evaluate(PLACES, selector)).reshape(-1, 3, 2)
        x, y = np.floor(BODY @ places * self.density).astype(int).reshape(-1, 2).T
        red, green, blue = np.median(seen[y, x], axis=0).tolist()
        return red, green, blue


def distances(screen: Screen) -> dict[tuple[str, str], float]:
    """By colour and eyes, how far a train is from a free space of its colour."""
    page = screen.page
    page.keyboard.press("Home")
    expect(page.locator(".stage .train")).to_have_count(0)
    free = screen.picture()
    spaces = {colour: screen.median_colour(free, f".route-{colour} .space") for colour in SEATS}
    page.keyboard.press("End")
    for seat in range(len(SEATS)):
        page.locator(f".stage .owner-{seat} .train").first.wait_for()
    late = screen.picture()
    trains = {colour: screen.median_colour(late, f".owner-{seat} .space") for seat, colour in enumerate(SEATS)}
    return {
        (colour, eyes): round(difference(spaces[colour], trains[colour], eyes), 1) for colour in SEATS for eyes in EYES
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_train_is_told_from_a_free_space_of_its_colour(visit: Visitor, server: Server, theme: str) -> None:
    page = visit(server, color_scheme=theme).go("/replay")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".stage .city").first.wait_for()
    for size in SCREENS:
        measured = distances(Screen(page, *size))
        alike = {pair: distance for pair, distance in measured.items() if distance < LEAST[pair[1]]}
        assert alike == {}, (theme, size, measured)
    page.keyboard.press("p")
    expect(page.locator(".stage .caption")).to_contain_text(say("page.network.trains", "en", number=40).split()[-1])
    expect(page.locator(".stage svg.network-lit .route.in-network").first).to_be_visible()
    assert page.locator(".stage .route.in-network").count() == page.locator(".stage .route.owner-0").count()


def test_a_players_network_lights_up_by_mouse_keyboard_and_finger(visit: Visitor, server: Server) -> None:
    page = visit(server, has_touch=True, in_background=True).go("/")
    choose_on_first_page(page, "new-york")
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()
    caption, players = page.locator(".stage .caption"), page.locator("button.player")
    names = players.evaluate_all("buttons => buttons.map((button) => button.dataset.player)")
    expect(caption).to_have_count(0)
    players.nth(1).hover()
    expect(caption).to_contain_text(names[1])
    page.mouse.move(0, 0)
    expect(caption).to_have_count(0)
    page.locator("body").press("p")
    expect(caption).to_contain_text(names[0])
    assert serious_findings(page) == []
    page.keyboard.press("Shift+P")
    expect(caption).to_have_count(0)
    players.first.focus()
    page.keyboard.press("Tab")
    expect(caption).to_contain_text(names[1])
    expect(page.locator("[aria-live=polite]").first).to_contain_text(say("page.network.none", "en", player=names[1]))
    page.keyboard.press("Escape")
    expect(caption).to_have_count(0)
    press_long(page, 1)
    expect(caption).to_contain_text(names[1])
    expect(page.get_by_role("dialog", name=names[1])).to_have_count(0)
    own = page.get_by_role("button", name=say("page.network.own", "en"))
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(own).to_have_attribute("aria-pressed", "true")


def press_long(page: Page, player: int) -> None:
    """A finger that rests on a player until the network lights up, and is lifted then."""
    box = page.locator("button.player").nth(player).bounding_box()
    assert box is not None
    at = {"x": box["x"] + 9, "y": box["y"] + 9}
    device = page.context.new_cdp_session(page)
    device.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.locator(".stage .caption").wait_for()
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
