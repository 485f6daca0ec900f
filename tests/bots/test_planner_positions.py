"""Positions in which the planner once went wrong, and what it does in them now."""

import json
from typing import Any

from carrozza.bots import make_bot
from carrozza.game import Game

WESTERN_WAY = ["los-angeles-phoenix", "denver-phoenix", "denver-omaha"]
"""All of the way from Los Angeles to Chicago but the four blue spaces from Omaha."""


def move_in(board: str, players: dict[str, dict[str, Any]], **more: Any) -> str:
    """What the planner plays for Ada, who is to move."""
    game = Game(board, position=json.dumps({"to_move": "Ada", "players": players, **more}), seed=1)
    return str(make_bot("planner", game.names, 0).choose(game.view("Ada")))


def test_the_last_turn_completes_a_ticket_that_the_plan_has_given_up() -> None:
    """Five spaces with the only five cards seemed too much for one turn; any other five are worth the same points."""
    ada = {
        "tickets": ["los-angeles-chicago"],
        "routes": ["los-angeles-phoenix", "denver-omaha", "chicago-omaha"],
        "hand": {"locomotive": 5},
    }
    assert move_in("usa", {"Ada": ada, "Bruno": {"trains": 2}}, last_turns=1) == "claim denver-phoenix 5 locomotive"


def test_the_last_turn_builds_the_station_that_completes_a_ticket() -> None:
    """B5: rather than claim a route of two."""
    ada = {
        "tickets": ["madrid-dieppe"],
        "routes": ["madrid-pamplona-black", "pamplona-paris-green"],
        "hand": {"purple": 2},
    }
    bruno = {"routes": ["dieppe-paris"], "trains": 2}
    assert move_in("europe", {"Ada": ada, "Bruno": bruno}, last_turns=1) == "station dieppe 1 purple"


def test_the_last_turn_prolongs_the_path() -> None:
    """E3: of two routes of the same length, the one where the path of Ada's routes ends."""
    ada = {"routes": WESTERN_WAY, "tickets": ["los-angeles-chicago"], "trains": 4, "hand": {"red": 2, "green": 2}}
    bruno = {"trains": 2, "routes": ["chicago-omaha"]}
    assert move_in("usa", {"Ada": ada, "Bruno": bruno}, last_turns=1).startswith("claim duluth-omaha")


def test_locomotives_go_to_the_last_route_of_the_plan_rather_than_to_another() -> None:
    """One for the four blue spaces that complete the ticket, not two for six black ones that serve none."""
    ada = {
        "tickets": ["los-angeles-chicago"],
        "routes": WESTERN_WAY,
        "hand": {"blue": 3, "black": 4, "locomotive": 2},
    }
    bruno = {"trains": 12, "hand": {"red": 5, "green": 5}}
    assert move_in("usa", {"Ada": ada, "Bruno": bruno}) == "claim chicago-omaha 3 blue 1 locomotive"


def test_cards_that_no_train_is_left_for_are_spent_while_it_waits() -> None:
    """Ten cards more than trains, and no blue one for the plan: five spaces elsewhere are claimed at once."""
    ada = {
        "tickets": ["los-angeles-chicago"],
        "routes": WESTERN_WAY,
        "trains": 14,
        "hand": {"white": 5, "yellow": 5, "red": 5, "green": 5, "black": 4},
    }
    bruno = {"trains": 20, "hand": {"purple": 5}}
    assert move_in("usa", {"Ada": ada, "Bruno": bruno}).startswith("claim ")
