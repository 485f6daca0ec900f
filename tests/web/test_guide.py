"""The first game in a real browser. `python -m tests.web.guided` takes all lessons, in every way."""

from playwright.sync_api import expect

from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.guided import NOTE, TypingLearner
from tests.web.travelling import READY, wait_for_frames
from tools.browser import serious_findings
from tools.local_server import Server

ALWAYS = {"welcome", "tickets", "way", "turn", "row", "second", "hand", "claimed", "last_round"}
"""What every game comes to, whatever the learner does."""


def test_a_first_game_by_keyboard_in_italian_with_a_wrong_turn_at_every_step(visit: Visitor, server: Server) -> None:
    window = visit(server, locale="it", in_background=True)
    window.forgive("409", "422")
    page = window.go("/")
    page.get_by_role("link", name=say("page.landing.way_guide", "it")).press("Enter")
    page.locator("[data-lesson=new-york]").wait_for()
    assert serious_findings(page) == []
    page.locator("[data-lesson=new-york]").press("Enter")
    page.locator(f"{NOTE}[data-guide=welcome]").wait_for()
    assert serious_findings(page) == []
    learner = TypingLearner(page)
    learner.wrong = True
    learner.play(4)

    page.wait_for_function(READY, arg=learner.number)
    wait_for_frames(page)
    page.reload()  # left, and taken up again
    learner.number = -1
    page.wait_for_function(READY, arg=-1)
    page.locator("[data-act=guide]").wait_for()
    page.keyboard.press("g")  # there is always a way to the guide
    learner.reach("[data-act=guide-end]")
    page.keyboard.press("Enter")
    expect(page.locator(NOTE)).to_have_count(0)
    page.keyboard.press("g")

    learner.play()
    learner.hear_the_count()
    assert serious_findings(page) == []
    assert set(learner.told) >= ALWAYS | {"refused", "count-routes", "count-result"}
    assert learner.refusals >= 2
    assert learner.repeated == []
    assert learner.covered == []

    page.get_by_role("button", name=say("page.ending.rematch", "it")).press("Enter")
    page.locator("[data-offer]").first.wait_for()
    expect(page.locator("[data-act=guide]")).to_have_count(0)  # the next game is one like any other
