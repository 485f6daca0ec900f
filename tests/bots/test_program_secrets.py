"""A program learns what its own seat may know, and not a card more."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from carrozza.bots import make_bot
from carrozza.bots.programs.messages import hello, line_of
from carrozza.bots.specs.notation import Spec
from carrozza.game import Game
from carrozza.game.view_model import Player, ViewModel
from carrozza.kernel.imagine import imagine
from tests.bots.test_program import MISCHIEF
from tests.playing import Dice, choose, played
from tests.setups import FULL_SETUPS, Setup

pytestmark = pytest.mark.slow

OPEN = {"hand_size", "known_cards", "ticket_count", "routes", "stations", "markers", "trains", "points"}
OWN = {"hand", "tickets", "offered"}
IN_A_VIEW_OF_VERSION_1 = {
    "type", "seat", "phase", "to_move", "turns", "last_turns", "row", "deck_size", "discard", "tickets_left", "players",
    "alvin", "pending",
}  # fmt: skip
MOVES_WATCHED = 150


def spy(log: Path, name: str = "honest") -> Spec:
    """A program that plays honestly, and writes down everything it is told."""
    ample = (("move", "100s"), ("start", "100s"))
    return Spec("exec", settings=ample, command=(sys.executable, str(MISCHIEF), name, str(log)))


def told(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        yield from value.split()
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for part in pair for text in strings_in(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in strings_in(part))


def check_view_1(view: dict[str, Any], game: Game, seat: str) -> None:
    """Everything in a view of version 1, against the game as it stood: the seat's own things and what lies open."""
    assert set(view) == IN_A_VIEW_OF_VERSION_1 and view["seat"] == seat
    for name, player in view["players"].items():
        assert set(player) == (OPEN | OWN if name == seat else OPEN)
        check_player(player, game, name)
    mine = view["players"][seat]
    assert mine["hand"] == dict(game.hand(seat))
    assert (mine["tickets"], mine["offered"]) == (list(game.tickets(seat)), list(game.offered(seat)))
    check_table(view, game)


def check_view_2(view: dict[str, Any], game: Game, seat: str) -> None:
    """The same of version 2: it is the view model."""
    assert set(view) == {"type", *ViewModel.model_fields} and view["you"] == seat and view["my_turn"]
    ViewModel.model_validate(view)
    for name, player in zip(game.seats, view["players"], strict=True):
        assert set(player) == set(Player.model_fields) and player["name"] == name
        check_player(player, game, name)
    assert view["hand"] == dict(game.hand(seat))
    assert [ticket["id"] for ticket in view["tickets"]] == list(game.tickets(seat))
    assert [ticket["id"] for ticket in view["offered"]] == list(game.offered(seat))
    check_table(view, game)


def check_player(player: dict[str, Any], game: Game, name: str) -> None:
    assert player["hand_size"] == game.hand_size(name)
    assert player["known_cards"] == dict(game.known_cards(name))
    assert player["routes"] == list(game.routes(name))


def check_table(view: dict[str, Any], game: Game) -> None:
    assert view["discard"] == dict(game.discards) and view["row"] == list(game.row)
    assert isinstance(view["deck_size"], int) and isinstance(view["tickets_left"], int)


VERSIONS = {"speaks_1": check_view_1, "honest": check_view_2}


def hidden_tickets(game: Game, seat: str) -> set[str]:
    """Tickets that this seat has no business to know of, unless a route goes by the same name."""
    own = {*game.tickets(seat), *game.offered(seat)}
    return {ticket.id for ticket in game.board.tickets} - own - set(game.board.route_index)


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
@pytest.mark.parametrize("name", VERSIONS)
def test_a_spy_finds_nothing_out(name: str, table: Setup, tmp_path: Path) -> None:
    game, dice, seen = table.game(seed=5), Dice(5), []
    seat = game.seats[1]
    with make_bot(spy(tmp_path / "log", name), game.names, seed=1) as bot:
        for _ in range(MOVES_WATCHED):
            if game.finished:
                break
            if game.to_move == seat:
                seen.append(game.copy())
                game.play(bot.choose(game.view(seat)))
            else:
                game.play(choose(game, dice))
    greeting, *rest, farewell = told(tmp_path / "log")
    views, questions = rest[0::2], rest[1::2]
    assert len(seen) > 15 and [message["type"] for message in views] == ["view"] * len(seen)
    for view, question, then in zip(views, questions, seen, strict=True):
        VERSIONS[name](view, then, seat)
        assert set(question) == {"type", "question", "seconds", "moves"}
        assert question["moves"] == [str(move) for move in then.legal_moves]
        assert not set(strings_in([view, question])) & hidden_tickets(then, seat)
    assert farewell == {"type": "bye", "scores": None, "winners": []} and greeting["seat"] == seat
    assert greeting["seed"] not in (game.seed, 1)


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
@pytest.mark.parametrize("moves", [1, 20, 61])
def test_what_lies_hidden_makes_no_difference(table: Setup, moves: int, tmp_path: Path) -> None:
    """Two games that look the same to a seat: its program is told the same, to the last byte."""
    game = played(table, seed=3, moves=moves)
    seat = game.to_move
    assert seat is not None
    other = game.copy()
    other.state = imagine(game.names.compiled, game.view(seat).state, seed=77)
    assert other.state.tobytes() != game.state.tobytes()
    logs = []
    for number, shown in enumerate((game, other)):
        log = tmp_path / str(number)
        with closing(make_bot(spy(log), shown.names, seed=1)) as bot:
            bot.choose(shown.view(seat))
        logs.append(log.read_bytes())
    assert logs[0] == logs[1] and logs[0].count(b"\n") == 4


def test_hello_tells_the_board_and_the_table() -> None:
    game = Game("old-west", ["Ada", "Bruno"], seed=1, variants=("alvin",))
    message = json.loads(line_of(hello(game.names, "Bruno", 7, 10.0, 2.0)))
    board = message.pop("board")
    assert message == {
        "type": "hello",
        "protocol": 1,
        "protocols": [1, 2],
        "variants": ["alvin"],
        "seats": ["Ada", "Bruno"],
        "seat": "Bruno",
        "seed": 7,
        "limits": {"start": 10.0, "move": 2.0},
    }
    assert board["id"] == "old-west" and len(board["routes"]) == len(game.board.routes)
