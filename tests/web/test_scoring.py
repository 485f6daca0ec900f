"""Scoring a table of the real game at `/score`: by touch on a phone, by keyboard, with and without a connection."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.score_tables import Entered, Table, agrees, case_of
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.game.referee import judge, judge_text
from carrozza.words import say
from tests.web.conftest import Visitor
from tools.browser import PHONE, serious_findings
from tools.local_server import Server

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Blue", "Red", "Green", "Yellow")


def finished(record: str) -> Game:
    """A whole game, with its players called as the page calls colours."""
    text = (GOLDEN / f"{record}.txt").read_text(encoding="utf-8")
    game = Record.parse(text).replay()
    case = json.dumps(case_of(game))
    for old, new in zip(game.seats, NAMES, strict=False):
        case = case.replace(f'"{old}"', f'"{new}"')
    read: dict[str, Any] = json.loads(case)
    ended = Game(read["board"], read["seats"], 1, variants=read["variants"], position=json.dumps(read["position"]))
    ended.finish()
    return ended


@pytest.mark.slow
def test_a_table_is_tapped_in_on_a_phone_while_the_connection_is_lost(visit: Visitor, server: Server) -> None:
    """The count waits for the server, comes by itself, and is the referee's; the result can be shared and corrected."""
    game = finished("new-york-2")
    window = visit(server, size=PHONE, is_mobile=True)
    window.forgive("ERR_INTERNET_DISCONNECTED")
    page = window.go("/score")
    table = Table(page, game, Entered("new-york", (), 2, offline=True), random.Random(1))
    assert serious_findings(page) == []
    table.enter()
    assert serious_findings(page) == []
    shown = table.count()
    assert agrees(shown, judge(case_of(game)).scores, game)
    saved = table.saved_case()
    assert agrees(shown, judge_text(saved).scores, game)
    assert serious_findings(page) == []
    see_shared(visit, server, page, shown)
    page.locator("[data-act=correct]").tap()
    page.locator("[data-step=routes]").tap()
    page.locator("[data-act=undo]").wait_for()


def see_shared(visit: Visitor, server: Server, page: Page, shown: dict[str, dict[str, int]]) -> None:
    """The link shows the same result in a browser that keeps nothing of the table."""
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }")
    page.evaluate("() => { delete Navigator.prototype.share }")
    page.locator("[data-act=link]").tap()
    page.locator(".ending .said").wait_for()
    link = page.evaluate("() => window.copied")
    with page.expect_download() as download:
        page.locator("[data-act=picture]").tap()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    other = visit(server)
    other.page.goto(link)
    other.page.get_by_role("button", name=say("page.ending.to_the_result", "en")).click()
    totals = other.page.locator(".ending td.total").all_inner_texts()
    assert sorted(int(text.replace("−", "-")) for text in totals) == sorted(row["total"] for row in shown.values())


@pytest.mark.slow
def test_a_table_is_entered_by_keyboard_and_kept(visit: Visitor, server: Server) -> None:
    """Routes and tickets from lists; the server's refusal stands at the route it is about; a reload loses nothing."""
    window = visit(server, locale="it")
    window.forgive("422")
    page = window.go("/score")
    for colour in ("green", "yellow"):
        page.locator(f"[data-colour={colour}]").press("Enter")
    page.locator("[data-act=begin]").press("Enter")
    page.locator("[data-pick=portland-seattle-1]").press("Enter")
    page.locator("[data-player=Rosso]").press("Enter")
    page.locator("[data-pick=portland-seattle-2]").press("Enter")
    expect(page.locator("[data-flaw]")).to_contain_text("(C6)")
    expect(page.locator("#route-portland-seattle-2")).to_have_class(re.compile(r"\blit\b"))
    page.locator("[data-act=undo]").press("Enter")
    expect(page.locator("[data-flaw]")).to_have_count(0)
    page.locator("[data-step=tickets]").press("Enter")
    page.get_by_role("searchbox").fill("york angel")
    page.locator("[data-pick]").first.press("Enter")
    expect(page.locator("[data-player=Rosso]")).to_contain_text("−21")
    page.reload()
    expect(page.locator("[data-player=Rosso]")).to_contain_text("−21")
    page.locator("[data-act=count]").press("Enter")
    page.get_by_role("button", name=say("page.ending.to_the_result", "it")).press("Enter")
    assert page.locator(".ending td.total").all_inner_texts() == ["11", "−21"]
