"""Moves over HTTP: accepted once, in order, by the rules, and hidden where they are secret."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from carrozza import boards
from tests.server.hosting import Host, Hosted, chosen, hosting

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("moves")) as served:
        yield served


@pytest.fixture
def game(server: Host) -> Hosted:
    return server.game(first=0)


def test_a_new_game_asks_all_for_their_opening_tickets(game: Hosted) -> None:
    view = game.view(0)
    assert view["phase"] == "opening" and view["to_move"] is None
    assert view["undecided"] == ["Ada", "Bruno"] and view["you"] == "Ada"
    assert len(view["offered"]) == 3 and view["fewest_to_keep"] == 2 and not view["tickets"]
    assert all(move.startswith("keep ") for move in view["legal_moves"])


def test_opening_tickets_are_chosen_at_once_and_in_secret(game: Hosted) -> None:
    other = game.view(1)
    before = game.view(0)
    game.move(1, other["legal_moves"][-1], number=other["number"])
    seen = game.view(0)
    assert seen["undecided"] == ["Ada"]
    hidden = ("number", "undecided", "description")
    assert {k: v for k, v in seen.items() if k not in hidden} == {k: v for k, v in before.items() if k not in hidden}
    own = game.view(1)
    assert not own["offered"] and len(own["tickets"]) == 3 and not own["legal_moves"]
    # Ada answers the view from before Bruno's choice, and that is no fault of hers.
    after = game.move(0, before["legal_moves"][0], number=before["number"])
    assert after["phase"] == "turn" and after["to_move"] == "Ada" and len(after["tickets"]) == 2


def test_the_same_id_again_gives_the_same_answer_and_plays_nothing_twice(game: Hosted) -> None:
    game.open()
    number = game.view(0)["number"]
    first = game.try_move(0, "draw deck", number, id="once")
    again = game.try_move(0, "draw deck", number, id="once")
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert game.view(0)["number"] == number + 1


@pytest.mark.parametrize("number", [None, 0, 7])
def test_before_the_game_begins_nothing_is_played(server: Host, number: int | None) -> None:
    """And whatever number is expected, nobody is sent a view, for there is none."""
    refused = server.game(people=["Ada"], seats=[{"kind": "open"}]).try_move(0, "draw deck", number)
    assert (refused.status_code, refused.json()["error"]) == (409, "waiting")


def test_another_seat_may_use_the_same_id(game: Hosted) -> None:
    for seat in (0, 1):
        assert game.try_move(seat, game.view(seat)["legal_moves"][0], id="mine").status_code == 200
    assert game.view(0)["phase"] == "turn"


def test_the_answer_to_a_move_is_its_number(game: Hosted) -> None:
    """The view comes by push, or with the answer where it is asked for."""
    game.open()
    before = game.view(0)["number"]
    made = game.ask("POST", "/moves", 0, json={"move": "draw deck", "number": before})
    assert made.json() == {"number": before + 1}
    late = game.ask("POST", "/moves", 0, json={"move": "draw deck", "number": before})
    assert (late.status_code, late.json()["number"]) == (409, before + 1)
    assert "view" not in late.json()
    asked = game.ask("POST", "/moves?view=true", 0, json={"move": "draw deck"})
    assert asked.json() == {"number": before + 2, "view": game.view(0)}


def test_a_stale_number_gets_the_fresh_view(game: Hosted) -> None:
    game.open()
    number = game.view(0)["number"]
    game.move(0, "draw deck", number)
    late = game.try_move(0, "draw deck", number)
    assert late.status_code == 409
    told = late.json()
    assert told["error"] == "stale" and told["number"] == number + 1
    assert told["view"] == game.view(0)
    ahead = game.try_move(0, "draw deck", number + 7)
    assert ahead.status_code == 409


@pytest.mark.parametrize(("language", "words"), [("en", "It is Ada's turn."), ("it", "È il turno di Ada.")])
def test_a_refusal_names_the_rule_in_the_askers_language(game: Hosted, language: str, words: str) -> None:
    game.open()
    refused = game.try_move(1, "draw deck", params={"language": language})
    assert refused.status_code == 422
    told = refused.json()
    assert (told["error"], told["rule"], told["number"]) == ("illegal", "T1", 2)
    assert told["message"] == words


def test_what_the_rules_refuse_changes_nothing(game: Hosted) -> None:
    game.open()
    before = game.view(0)
    route = boards.load("usa").routes[0]
    for move in (f"claim {route.id} 9 red", "draw purple 2", "station paris 1 red", "pass", "pay 1 red", "no marker"):
        assert game.try_move(0, move).status_code == 422, move
    assert game.view(0) == before


@pytest.mark.parametrize("move", ["jump", "claim nowhere-at-all", "draw pink", "keep x", "finish", "", "claim", "😀"])
def test_what_is_no_move_is_said_to_be_none(game: Hosted, move: str) -> None:
    game.open()
    refused = game.try_move(0, move)
    assert refused.status_code == 422
    assert refused.json()["error"] in ("unknown", "values", "illegal")
    assert "Traceback" not in refused.text
    assert not game.view(0)["finished"]


def test_moves_take_the_token_of_the_seat(game: Hosted) -> None:
    move = {"move": game.view(0)["legal_moves"][0]}
    for token in (game.host, game.created["watch"], game.created["invite"]):
        assert game.ask("POST", "/moves", token=token, json=move).status_code == 403
    for token in (None, "made-up"):
        assert game.ask("POST", "/moves", token=token, json=move).status_code == 401


def test_a_token_opens_only_its_own_game(server: Host, game: Hosted) -> None:
    other = server.game()
    assert game.ask("GET", "/view", token=other.tokens[0]).status_code == 403


def test_of_two_answers_to_one_view_one_wins(game: Hosted) -> None:
    game.open()
    number = game.view(0)["number"]
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(game.try_move, 0, "draw deck", number, f"try {i}") for i in range(4)]
        statuses = sorted(answer.result().status_code for answer in asked)
    assert statuses == [200, 409, 409, 409]
    assert game.view(0)["number"] == number + 1


def test_why_a_route_cannot_be_claimed(game: Hosted) -> None:
    game.open()
    view = game.view(0)
    payable = {move.split()[1] for move in view["legal_moves"] if move.startswith("claim")}
    for route in boards.load("usa").routes:
        told = game.ask("GET", f"/why/{route.id}", 0).json()
        assert told["legal"] == (route.id in payable)
        assert bool(told["payments"]) == (route.id in payable)
        if not told["legal"]:
            assert told["rule"] == "C8" and told["message"]
    claims = [f"claim {route} {cards}" for route in payable for cards in _why(game, route)["payments"]]
    assert sorted(claims) == sorted(move for move in view["legal_moves"] if move.startswith("claim"))


def _why(game: Hosted, route: str) -> dict[str, list[str]]:
    told: dict[str, list[str]] = game.ask("GET", f"/why/{route}", 0).json()
    return told


def test_why_not_now_when_it_is_anothers_turn(game: Hosted) -> None:
    game.open()
    told = [game.ask("GET", f"/why/{route.id}", 1).json() for route in boards.load("usa").routes]
    payable = [one for one in told if one["payments"]]
    assert payable and all((one["legal"], one["rule"]) == (False, "T1") for one in payable)
    assert game.ask("GET", "/why/nowhere", 1).status_code == 404
    assert game.ask("GET", "/why/denver-santa-fe", token=game.created["watch"]).status_code == 403


def test_a_whole_game_ends_with_scores_and_no_more_moves(server: Host) -> None:
    game = server.game("new-york")
    assert {player["points"] for player in game.view(0)["players"]} == {None}, "points are hidden until the end"
    end = game.play(random.Random(5))
    assert end["finished"] and end["phase"] == "over" and end["winners"]
    assert set(end["scores"]) == {"Ada", "Bruno"}
    for player in end["players"]:
        assert player["points"] == end["scores"][player["name"]]["routes"]
    assert game.ask("GET", "").json()["state"] == "finished"
    refused = game.try_move(0, "draw deck")
    assert (refused.status_code, refused.json()["rule"]) == (422, "E5")


def test_a_wrong_name_is_answered_with_the_right_one(server: Host) -> None:
    game = server.game("usa")
    game.open()
    refused = game.try_move(0, "claim denver-santafee").json()
    assert refused["error"] == "unknown"
    assert "'denver-santa-fe'" in refused["message"]
    refused = game.try_move(0, "clam denver-santa-fe").json()
    assert "claim" in refused["message"]


def test_restarting_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    dice = random.Random(3)
    with hosting(tmp_path) as server:
        game = server.game("new-york", first=1)
        first = game.view(0)["legal_moves"][0]
        assert game.try_move(0, first, id="first").status_code == 200
        game.play(dice, 15)
        before = [game.view(seat) for seat in (0, 1, None)]
    with hosting(tmp_path) as server:
        game.server = server
        game.view(1)  # who is there again, as before
        assert [game.view(seat) for seat in (0, 1, None)] == before
        again = game.try_move(0, first, id="first")
        assert again.status_code == 200, "what was accepted before the restart still is"
        another = game.try_move(0, "draw deck", id="first")
        assert (another.status_code, another.json()["error"]) == (409, "id")
        assert game.play(dice)["finished"]


def test_two_processes_at_one_database_take_turns(tmp_path: Path) -> None:
    dice = random.Random(4)
    with hosting(tmp_path) as one, hosting(tmp_path) as other:
        here = one.game()
        there = Hosted(other, here.created)
        for turn in range(24):
            game = (here, there)[turn % 2]
            for seat, view in game.deciding():
                move = chosen(view["legal_moves"], dice)
                game.move(seat, move, view["number"])
                break
        number = here.view(0)["number"]
        assert number == there.view(0)["number"] == 24
        seat, view = next(here.deciding())
        move = view["legal_moves"][0]
        with ThreadPoolExecutor(2) as pool:
            asked = [pool.submit(game.try_move, seat, move, number) for game in (here, there)]
            assert sorted(answer.result().status_code for answer in asked) == [200, 409]
