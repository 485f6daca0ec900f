"""Views sent as changes: whoever keeps its view up to date with them holds exactly the view of everybody else."""

import json
from typing import Any

import pytest

from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.tables.access import Access
from carrozza.server.store import Event, Kind, Role, TokenRow
from carrozza.server.views.feed import Feed
from carrozza.server.views.view_json import changed_fields, view_bytes
from tests.playing import Dice, choose
from tests.server.test_views import live_game_of, row_of
from tests.setups import FULL_SETUPS, Setup


def feed_of(live_game: LiveGame, seat: int | None, **wanted: bool) -> Feed:
    role = Role.WATCH if seat is None else Role.SEAT
    token = TokenRow("hash", live_game.game_id, role, seat)
    access = Access(live_game, token, begun=True, seats_changed_at=live_game.folded.seats_changed_at)
    return Feed(access, None, 0, "it" if seat == 1 else "en", **wanted)


class Viewer:
    """Keeps a view by the messages that it is sent."""

    def __init__(self, live_game: LiveGame, seat: int | None, *, described: bool = True) -> None:
        self.live_game, self.seat = live_game, seat
        self.feed = feed_of(live_game, seat, described=described, changes=True)
        self.view: dict[str, Any] = {}
        self.moves: list[int] = []
        self.types: list[str] = []

    def hear(self, *, quiet: bool = False) -> None:
        for message in map(json.loads, self.feed.messages(quiet=quiet)):
            self.types.append(message["type"])
            if message["type"] == "view":
                self.view = message["view"]
            elif message["type"] == "changes":
                assert message["changes"].keys() <= self.view.keys()
                self.view = {**self.view, **message["changes"]}
            self.moves += [move["number"] for move in message.get("moves", ())]

    def view_of_others(self) -> Any:
        """As it is made for somebody who has seen nothing before, without anything kept of earlier views."""
        fresh = live_game_of(self.live_game.folded)
        return json.loads(view_bytes(fresh, self.seat, self.feed.language, described=self.feed.described))


def play_one(live_game: LiveGame, dice: Dice) -> None:
    folded = live_game.folded
    assert folded.game is not None
    seat = folded.undecided()[0]
    move = choose(folded.game, dice)
    live_game._fold(Event("k7f3", folded.number + 1, Kind.MOVE, seat, str(move), None, 0.0))


def take_back(live_game: LiveGame) -> None:
    seat = live_game.folded.last_actor
    if seat is not None and live_game.folded.can_undo(seat):
        live_game._fold(Event("k7f3", live_game.number + 1, Kind.UNDO, seat, "", None, 0.0))


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_changes_add_up_to_the_view_at_every_step_of_a_game(table: Setup) -> None:
    live_game, dice = live_game_of(FoldedLog(row_of(table, 8))), Dice(8)
    viewers = [Viewer(live_game, seat, described=False) for seat in (None, *range(table.seats))]
    while live_game.state != "finished":
        for viewer in viewers:
            viewer.hear()
        looked_at = viewers[live_game.number % len(viewers)]
        assert looked_at.view == looked_at.view_of_others()
        play_one(live_game, dice)
        if live_game.number % 7 == 0:
            take_back(live_game)
    for viewer in viewers:
        viewer.hear()
        assert viewer.view == viewer.view_of_others() and viewer.view["finished"] and viewer.view["scores"]
        assert viewer.moves == list(range(1, live_game.number + 1))
        assert viewer.types.count("view") == 1


@pytest.mark.parametrize("table", FULL_SETUPS[:2], ids=str)
def test_the_description_follows_when_the_game_is_quiet(table: Setup) -> None:
    live_game, dice = live_game_of(FoldedLog(row_of(table, 8))), Dice(8)
    viewer = Viewer(live_game, 1)
    viewer.hear()
    assert viewer.view == viewer.view_of_others() and not viewer.feed.owes_description()
    for number in range(30):
        before = viewer.view["description"]
        play_one(live_game, dice)
        viewer.hear()
        assert viewer.view["description"] == before and viewer.feed.owes_description()
        if number % 3 == 0:
            viewer.hear(quiet=True)
            assert viewer.view == viewer.view_of_others() and not viewer.feed.owes_description()


def test_another_language_is_told_from_the_start() -> None:
    live_game, dice = live_game_of(FoldedLog(row_of(FULL_SETUPS[0], 8))), Dice(8)
    viewer = Viewer(live_game, 0)
    viewer.hear()
    play_one(live_game, dice)
    viewer.hear()
    viewer.feed.again("it")
    viewer.hear()
    assert viewer.types[-1] == "view" and viewer.view["language"] == "it" and viewer.view == viewer.view_of_others()


def test_who_does_not_ask_for_changes_is_sent_whole_views() -> None:
    live_game, dice = live_game_of(FoldedLog(row_of(FULL_SETUPS[0], 8))), Dice(8)
    feed = feed_of(live_game, 0)
    for _ in range(3):
        kinds = [json.loads(message)["type"] for message in feed.messages()]
        assert "view" in kinds and "changes" not in kinds and not feed.owes_description()
        play_one(live_game, dice)


def test_only_what_differs_is_a_change() -> None:
    same = ["a", "b"]
    before = {"number": 1, "row": same, "hand": {"red": 1}, "tickets": ["x"]}
    after = {"number": 2, "row": same, "hand": {"red": 1}, "tickets": ["x", "y"]}
    assert changed_fields(before, after) == {"number": 2, "tickets": ["x", "y"]}
