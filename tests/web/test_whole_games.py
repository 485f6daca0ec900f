"""From the first page to the final table, on every board, by what the page itself offers."""

import pytest

from carrozza import boards
from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import Traveller, choose_on_first_page, see_result
from tools.local_server import Server

GAMES = [*((name, ()) for name in boards.names()), ("old-west", ("alvin",))]


@pytest.mark.parametrize(("board", "variants"), GAMES, ids=["-".join((name, *variants)) for name, variants in GAMES])
def test_a_whole_game(visit: Visitor, server: Server, board: str, variants: tuple[str, ...]) -> None:
    page = visit(server, in_background=True).go("/")
    choose_on_first_page(page, board, variants, opponents=1)
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    traveller = Traveller(page)
    traveller.play()
    scores = see_result(page)
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    page.get_by_role("link", name=say("page.ending.replay", "en")).click()
    page.get_by_role("button", name=say("page.replay.last", "en")).click()
    page.get_by_text(say("page.replay.count", "en")).wait_for()
