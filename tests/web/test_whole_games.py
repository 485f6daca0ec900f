"""From the first page to the final table, on every board, by what the page itself offers.

The shortest game is played by clicks to its end. On the other boards the middle of the game goes on without the page.
"""

import pytest

from carrozza import boards
from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import Traveller, choose_on_first_page, play_to_the_last_round, see_result
from tools.local_server import Server

SHORTEST = "new-york"
BY_CLICKS = 8
"""Decisions at the beginning of the other games."""
GAMES = [*((name, ()) for name in boards.names()), ("old-west", ("alvin",))]


@pytest.mark.parametrize(("board", "variants"), GAMES, ids=["-".join((name, *variants)) for name, variants in GAMES])
def test_a_whole_game(visit: Visitor, server: Server, board: str, variants: tuple[str, ...]) -> None:
    page = visit(server, in_background=True).go("/")
    choose_on_first_page(page, board, variants, opponents=1)
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    traveller = Traveller(page)
    if board != SHORTEST:
        traveller.play(BY_CLICKS)
        play_to_the_last_round(server, page)
    traveller.play()
    scores = see_result(page)
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    page.get_by_role("link", name=say("page.ending.replay", "en")).click()
    page.get_by_role("button", name=say("page.replay.last", "en")).click()
    page.get_by_text(say("page.replay.count", "en")).wait_for()
