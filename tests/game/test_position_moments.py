"""A position can be taken, written, read back and played on at any moment of a game."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from carrozza.game import FlawedInput, Game, PositionDocument, View
from carrozza.kernel.state import OPENING, STATE
from tests.playing import Dice, play_on
from tests.samples import samples
from tests.setups import FULL_SETUPS, SETUPS, Setup

PAIRS = tuple(setup for setup in SETUPS if setup.seats == 2 and setup.board in ("europe", "old-west"))
EVERY_PHASE = {"opening", "start", "turn", "second", "tunnel", "tickets_drawn", "move_alvin", "marker"}


def resumed(game: Game, seed: int = 99) -> Game:
    """The game as somebody finds it who is sent its position as text."""
    return Game(game.board_name, position=str(game.position()), seed=seed, variants=game.variants)


def played_through(setup: Setup, seed: int) -> Game:
    game, dice = setup.game(seed), Dice(seed)
    while not game.finished:
        play_on(game, dice, 50)
    return game


def decisions(game: Game) -> Iterator[Game]:
    """The game at each of its decisions, from the last to the first, and at its end."""
    back = game.copy()
    yield back
    while back.history:
        back.undo()
        yield back


def seen(view: View) -> dict[str, Any]:
    """All that a view holds; the ring of the ticket deck from its top, and of old choices only that they were made."""
    held = {name: np.array(getattr(view.state, name)) for name in STATE.names or ()}
    for ring in ("ticket_deck", "ticket_returner"):
        held[ring] = np.roll(held[ring], -int(held["ticket_top"]))
    held["ticket_top"] = np.array(0)
    if view.finished:
        held["turns_left"] = np.array(0)
    if view.state.phase != OPENING:
        held["chosen"] = np.minimum(held["chosen"], 0)
    return {name: value.tolist() for name, value in held.items()}


@pytest.mark.parametrize("setup", (*FULL_SETUPS, *PAIRS), ids=str)
def test_every_decision_reads_back_as_it_was(setup: Setup) -> None:
    """Every third of those that come up all the time, and all others."""
    for game in decisions(played_through(setup, 7)):
        if len(game.history) % (30 // samples(10)) and game.phase in ("opening", "turn", "second"):
            continue
        again = resumed(game)
        assert again.position() == game.position()
        assert (again.phase, again.undecided, again.seats) == (game.phase, game.undecided, game.seats)
        for seat in game.undecided:
            assert again.legal_moves_of(seat) == game.legal_moves_of(seat)
        for viewer in (len(game.history) % len(game.seats), None):
            assert seen(again.view(viewer)) == seen(game.view(viewer)), (len(game.history), viewer)


@pytest.mark.parametrize("setup", (*FULL_SETUPS, *PAIRS), ids=str)
def test_a_game_read_back_goes_on_to_the_same_result(setup: Setup) -> None:
    """What the deck gives is written with each move: a deck that is shuffled anew is a matter of the seed."""
    whole = played_through(setup, 8)
    for game in decisions(whole):
        done = len(game.history)
        if done % (230 // samples(10)) and not (game.phase not in ("turn", "second", "opening") and done % 5 == 0):
            continue
        again = resumed(game)
        for played in whole.history[done:]:
            again.play(played.move, played.player, drawn=played.drawn)
        assert again.finished
        assert again.result() == whole.result()


def test_the_games_above_come_through_every_phase() -> None:
    phases = {game.phase for setup in FULL_SETUPS for game in decisions(played_through(setup, 7))}
    assert phases == EVERY_PHASE | {"over"}


def test_a_finished_game_reads_back_finished() -> None:
    game = played_through(Setup("usa", (), 2), 3)
    again = resumed(game)
    assert again.finished
    assert len(again.legal_moves) == 0
    assert again.result() == game.result()


def test_stopping_in_the_middle_of_a_tunnel_reads_back() -> None:
    game = at_a_tunnel()
    game.finish()
    assert resumed(game).position() == game.position()


# What is pending, as people write it


def at_a_tunnel() -> Game:
    position = {
        "row": ["red", "blue", "blue", "green", "white"],
        "deck": ["white", "locomotive", "black", "yellow"],
        "players": {"Ada": {"hand": {"white": 4, "locomotive": 1}}, "Bruno": {}},
    }
    game = Game("europe", ["Ada", "Bruno"], 1, position=PositionDocument.model_validate(position))
    game.play("claim madrid-pamplona-white 3 white")
    return game


def test_a_tunnel_waits_for_its_answer() -> None:
    position = {
        "row": ["red", "blue", "blue", "green", "white"],
        "players": {"Ada": {"hand": {"white": 1, "locomotive": 1}}},
        "pending": {"phase": "tunnel", "route": "pamplona-madrid-white", "laid": {"white": 3}, "turned": {"white": 1}},
    }
    game = Game("europe", 2, 1, position=PositionDocument.model_validate(position))
    assert [str(move) for move in game.legal_moves] == ["pay 1 white", "pay 1 locomotive", "decline"]
    assert (game.due, game.claimed_route) == (1, "madrid-pamplona-white")
    game.play("pay 1 white")
    assert game.routes("Ada") == ("madrid-pamplona-white",)


def test_a_second_card_is_drawn() -> None:
    position = (
        '{"to_move": "Bruno", "row": ["red", "red", "blue", "green", "locomotive"], "pending": {"phase": "second"}}'
    )
    game = Game("usa", position=position, seed=1)
    assert not game.is_legal("draw locomotive")
    game.play("draw deck")
    assert game.to_move == "Ada"


IMPOSSIBLE: list[tuple[str, dict[str, Any], str, str]] = [
    ("usa", {"phase": "tunnel"}, "pending.route", "is missing"),
    ("usa", {"phase": "tunnel"}, "pending.laid", "is missing"),
    ("usa", {"phase": "second", "route": "denver-helena"}, "pending.route", "no place in the phase 'second'"),
    ("usa", {"phase": "second", "due": 1}, "pending.due", "no place in the phase"),
    ("usa", {"phase": "tickets_drawn"}, "pending.offered", "is missing"),
    ("usa", {"phase": "tickets_drawn", "offered": ["here-there"]}, "pending.offered[0]", "no ticket 'here-there'"),
    (
        "usa",
        {"phase": "tickets_drawn", "offered": ["boston-miami", "toronto-miami", "denver-el-paso", "duluth-houston"]},
        "pending.offered",
        "4 tickets, where 3 are drawn (K1)",
    ),
    ("usa", {"phase": "start"}, "pending.phase", "usa has no start cities"),
    ("usa", {"phase": "marker", "route": "denver-helena"}, "pending.phase", "usa has no markers"),
    ("usa", {"phase": "move_alvin", "route": "denver-helena"}, "pending.phase", "Alvin is not in this game"),
    ("old-west", {"phase": "marker", "route": "pueblo-santa-fe-blue"}, "pending.route", "is not a route of Ada"),
    (
        "europe",
        {"phase": "tunnel", "route": "dieppe-paris", "laid": {"red": 1}, "turned": {"red": 1}},
        "pending.route",
        "is not a tunnel",
    ),
    (
        "europe",
        {"phase": "tunnel", "route": "madrid-pamplona-white", "laid": {"red": 3}, "turned": {"red": 1}},
        "pending.laid",
        "do not pay for 'madrid-pamplona-white' (C2)",
    ),
    (
        "europe",
        {"phase": "tunnel", "route": "madrid-pamplona-white", "laid": {"white": 3}, "turned": {"red": 1}},
        "pending.turned",
        "cost nothing extra",
    ),
    (
        "europe",
        {"phase": "tunnel", "route": "madrid-pamplona-white", "laid": {"white": 3}, "turned": {"white": 4}},
        "pending.turned",
        "4 cards, where this tunnel turns 3 (U1)",
    ),
    (
        "europe",
        {"phase": "tunnel", "route": "madrid-pamplona-white", "laid": {"white": 3}, "turned": {"white": 1}, "due": 2},
        "pending.due",
        "2, where the turned cards cost 1",
    ),
]


@pytest.mark.parametrize(("board", "pending", "path", "told"), IMPOSSIBLE, ids=lambda value: str(value)[:40])
def test_a_moment_that_cannot_be_is_told_with_its_place(
    board: str, pending: dict[str, Any], path: str, told: str
) -> None:
    with pytest.raises(FlawedInput) as flawed:
        Game(board, 2, 1, position=PositionDocument.model_validate({"pending": pending}))
    messages = [flaw.message for flaw in flawed.value.flaws if flaw.path == path]
    assert any(told in message for message in messages), flawed.value


PLAYERS: list[tuple[str, dict[str, Any], str, str]] = [
    ("usa", {"players": {"Ada": {"known": {"red": 1}}}}, "players.Ada.known.red", "than the 0 in the hand"),
    ("usa", {"players": {"Ada": {"unseen": {"red": 1}}}}, "", "1 red cards drawn unseen, where only 0"),
    ("usa", {"players": {"Ada": {"dealt": ["boston-miami"]}}}, "players.Ada.dealt", "nobody is choosing"),
    ("usa", {"players": {"Ada": {"refused": ["boston-miami"]}}}, "players.Ada.refused", "go back to the deck"),
    ("usa", {"players": {"Ada": {"drew_refused": 1}}}, "players.Ada.drew_refused", "no refused tickets are shuffled"),
    ("usa", {"rest": "Ada", "players": {"Bruno": {"unseen": {"red": 1}}}}, "", "13 red cards drawn unseen"),
    ("usa", {"players": {"Ada": {"opening_kept": 1}}}, "players.Ada.opening_kept", "cannot be more than 0"),
    ("usa", {"players": {"Ada": {"catches": 1}}}, "players.Ada.catches", "Alvin is not in this game"),
    ("usa", {"returned": {"boston-miami": "Ada"}}, "returned.boston-miami", "not among the tickets of the deck"),
    ("usa", {"first": "Zoe"}, "first", "no player 'Zoe'"),
    ("usa", {"passes": 2}, "passes", "at most 1"),
    ("usa", {"finished": True, "pending": {"phase": "second"}}, "finished", "nothing pending"),
    (
        "usa",
        {"players": {"Ada": {"dealt": ["boston-miami"], "tickets": []}, "Bruno": {"offered": ["toronto-miami"]}}},
        "players.Ada.tickets",
        "must be among those dealt",
    ),
]


@pytest.mark.parametrize(("board", "position", "path", "told"), PLAYERS, ids=lambda value: str(value)[:40])
def test_what_cannot_be_known_or_chosen_is_told_with_its_place(
    board: str, position: dict[str, Any], path: str, told: str
) -> None:
    with pytest.raises(FlawedInput) as flawed:
        Game(board, 2, 1, position=PositionDocument.model_validate(position))
    messages = [flaw.message for flaw in flawed.value.flaws if flaw.path == path]
    assert any(told in message for message in messages), flawed.value


def test_everything_that_is_wrong_with_a_moment_is_told_at_once() -> None:
    pending = {
        "phase": "tunnel",
        "route": "madrid-pamplona-white",
        "laid": {"red": 3},
        "turned": {"black": 4},
        "due": 1,
    }
    position = PositionDocument.model_validate({"passes": 5, "pending": pending})
    with pytest.raises(FlawedInput) as flawed:
        Game("europe", 2, 1, position=position)
    assert {flaw.path for flaw in flawed.value.flaws} == {"passes", "pending.laid", "pending.turned"}
    assert "di troppo" not in flawed.value.sentence("it")
    assert "queste carte non pagano" in flawed.value.sentence("it")


def test_a_moment_in_which_nothing_can_be_done_is_refused() -> None:
    position = {"row": ["locomotive"] * 2, "rest": "Ada", "pending": {"phase": "second"}}
    with pytest.raises(FlawedInput, match="nothing can be done here"):
        Game("usa", 2, 1, position=PositionDocument.model_validate(position))


def test_a_text_that_is_no_position_tells_everything_that_is_wrong() -> None:
    with pytest.raises(FlawedInput) as flawed:
        PositionDocument.parse('{"rows": [], "discard": {"red": -1}}')
    assert {flaw.path for flaw in flawed.value.flaws} == {"rows", "discard.red"}
    with pytest.raises(FlawedInput):
        PositionDocument.parse("no position")
