"""Opening links: what one has is never lost by it."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from carrozza.words import say
from tests.server.hosting import Host, Hosted
from tests.web.conftest import Visitor
from tools.local_server import Server

REFUSED = "the server responded with a status of 40"
"""What a browser complains of where a test opens a link that opens nothing."""


@pytest.fixture
def api(server: Server) -> Host:
    """The same server, asked without a page."""
    server.client.base_url = server.address
    return Host(server.client, server.port, None)


def kept(page: Page, game: Hosted) -> dict[str, Any]:
    """What the browser keeps of a game."""
    found: dict[str, Any] = json.loads(page.evaluate("localStorage['carrozza.seats']"))[game.id]
    return found


def kept_tokens(page: Page, game: Hosted) -> list[str]:
    return [seat["token"] for seat in kept(page, game)["seats"]]


def sits(page: Page, player: str) -> None:
    """The page shows the table from this player's seat."""
    expect(page.locator(f"[data-player='{player}'].you")).to_be_visible()


@pytest.mark.parametrize("secret", ["seat=junk", "host=junk&watch=junk&join=junk"])
def test_a_link_with_junk_leaves_ones_own_seat(visit: Visitor, server: Server, api: Host, secret: str) -> None:
    game = api.game("new-york", ["Ada", "Bruno"])
    window = visit(server)
    window.forgive(REFUSED)
    page = window.go(f"/g/{game.id}#seat={game.tokens[0]}")
    sits(page, "Ada")
    page.goto("about:blank")
    window.go(f"/g/{game.id}#{secret}")
    expect(page.get_by_text(say("page.friends.bad_link_kept", "en"))).to_be_visible()
    sits(page, "Ada")
    assert kept_tokens(page, game) == [game.tokens[0]]
    page.reload()
    sits(page, "Ada")
    page.evaluate(f"location.hash = '{secret}'")  # as when it is pasted into the address of the open page
    expect(page.get_by_text(say("page.friends.bad_link_kept", "en"))).to_be_visible()
    sits(page, "Ada")
    assert "#" not in page.url and kept_tokens(page, game) == [game.tokens[0]]


def test_a_link_to_another_seat_is_kept_beside_ones_own(visit: Visitor, server: Server, api: Host) -> None:
    game = api.game("new-york", ["Ada", "Bruno"])
    page = visit(server).go(f"/g/{game.id}#seat={game.tokens[0]}")
    sits(page, "Ada")
    page.evaluate(f"location.hash = 'seat={game.tokens[1]}'")
    sits(page, "Bruno")
    page.get_by_role("button", name="Ada", exact=True).click()
    sits(page, "Ada")
    assert kept_tokens(page, game) == [game.tokens[0], game.tokens[1]]
    page.reload()
    sits(page, "Ada")


def test_a_wrong_link_without_a_seat_of_ones_own_says_so(visit: Visitor, server: Server, api: Host) -> None:
    game = api.game("new-york", ["Ada"], seats=[{"kind": "open"}])
    window = visit(server)
    window.forgive(REFUSED)
    page = window.go(f"/g/{game.id}#seat=junk")
    expect(page.get_by_text(say("page.friends.bad_link", "en"), exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=say("page.friends.sit_down", "en"))).to_be_visible()


def test_whoever_comes_back_takes_the_seat_from_the_bot(visit: Visitor, server: Server, api: Host) -> None:
    game = api.game("new-york", ["Ada", "Bruno"], first=0)
    game.ask("POST", "/leave", 1)
    assert game.ask("PUT", "/seats/1", token=game.host, json={"kind": "bot", "bot": "random"}).status_code == 200
    page = visit(server).go(f"/g/{game.id}#seat={game.tokens[1]}")
    page.locator("[data-act=take-back]").click()
    expect(page.locator("[data-act=take-back]")).to_have_count(0)
    assert game.view(1)["players"][1]["kind"] == "person"


def test_a_seat_in_a_rematch_waits_for_whoever_had_it(visit: Visitor, server: Server, api: Host) -> None:
    game = api.game("new-york", ["Ada", "Bruno"])
    game.play(random.Random(2))
    again = Hosted(api, game.ask("POST", "/rematch", 0).json())
    link = f"/g/{again.id}#join={again.created['invite']}"
    stranger = visit(server).go(link)
    expect(stranger.get_by_text(say("page.friends.reserved", "en", player="Bruno"))).to_be_visible()
    expect(stranger.get_by_text(say("page.friends.all_reserved", "en"))).to_be_visible()
    expect(stranger.get_by_role("button", name=say("page.friends.sit_down", "en"))).to_have_count(0)
    bruno = visit(server)
    page = bruno.go(f"/g/{game.id}#seat={game.tokens[1]}")
    expect(page.locator(".ending")).to_be_visible()
    bruno.go(link).get_by_role("button", name=say("page.friends.sit_down", "en")).click()
    expect(page.locator("main.table")).to_be_visible()
    assert [seat["seat"] for seat in kept(page, again)["seats"]] == [1]
