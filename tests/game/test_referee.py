"""The referee: what a case may say, what a verdict says, and that nothing throws it off."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from carrozza.cli import app
from carrozza.game.referee import Verdict, judge, judge_file, judge_text
from carrozza.game.referee.report import report
from tests.samples import samples

ROW = ["red", "blue", "green", "white", "black"]
PARTS = {"file", "ok", "illegal", "position", "to_move", "finished", "trains", "points", "scores", "winners", "failed"}
SCORE = {
    "routes",
    "tickets",
    "tickets_completed",
    "tickets_failed",
    "stations",
    "longest_path",
    "longest_path_length",
    "globetrotter",
    "attractions",
    "alvin",
    "borrowed",
    "total",
}


def case(**parts: Any) -> dict[str, Any]:
    """Ada to move on the USA board, with three red cards."""
    position = {"to_move": "Ada", "row": ROW, "players": {"Ada": {"hand": {"red": 3}}, "Bruno": {"hand": {"blue": 3}}}}
    return {"board": "usa", "seats": ["Ada", "Bruno"], "seed": 1, "position": position, **parts}


CLAIM = {"player": "Ada", "claim": "boston-montreal-1", "cards": {"red": 2}}
PASS = {"player": "Ada", "pass": True}
FINISH = {"player": "Ada", "finish": True}


def failures(expect: dict[str, Any], *moves: dict[str, Any], **parts: Any) -> list[tuple[str, Any, Any]]:
    verdict = judge(case(moves=list(moves), expect=expect, **parts))
    assert verdict.malformed is None, verdict.malformed
    assert verdict.ok == (not verdict.failed and (verdict.illegal is None or expect.get("illegal") is not None))
    return [(failure.path, failure.expected, failure.found) for failure in verdict.failed]


def faults(raw: object) -> list[str]:
    """What is wrong with a malformed case."""
    verdict = judge(raw)
    assert verdict.exit_status == 2
    assert verdict.malformed
    assert verdict.ok is False
    return verdict.malformed


# The verdict


def test_a_verdict_is_complete() -> None:
    verdict = judge(case(moves=[CLAIM]), "case.json").as_json()
    assert set(verdict) == PARTS
    assert verdict["file"] == "case.json"
    assert verdict["ok"] is True
    assert (verdict["illegal"], verdict["scores"], verdict["winners"], verdict["failed"]) == (None, None, None, [])
    assert (verdict["to_move"], verdict["finished"]) == ("Bruno", False)
    assert verdict["trains"] == {"Ada": 43, "Bruno": 45}
    assert verdict["points"] == {"Ada": 2, "Bruno": 0}
    position = verdict["position"]
    assert position["to_move"] == "Bruno"
    assert sorted(position["row"]) == sorted(ROW)
    assert len(position["deck"]) == 110 - 5 - 6
    assert position["discard"] == {"red": 2}
    assert len(position["tickets"]) == position["tickets_left"] == 30
    assert position["players"]["Ada"] == {
        "hand": {"red": 1},
        "tickets": [],
        "routes": ["boston-montreal-1"],
        "stations": [],
        "markers": [],
        "trains": 43,
        "points": 2,
        "offered": [],
        "dealt": [],
        "refused": [],
        "drew_refused": 0,
        "known": {},
        "unseen": {"red": 3},
        "catches": 0,
    }


def test_a_verdict_on_a_finished_game_has_scores_and_winners() -> None:
    verdict = judge(case(moves=[CLAIM, {"player": "Bruno", "finish": True}])).as_json()
    assert (verdict["finished"], verdict["to_move"]) == (True, None)
    assert set(verdict["scores"]) == {"Ada", "Bruno"}
    for score in verdict["scores"].values():
        assert set(score) == SCORE
    assert verdict["scores"]["Ada"]["total"] == 2 + 10
    assert verdict["winners"] == ["Ada"]


def test_winners_stand_in_the_order_of_the_seats() -> None:
    assert judge(case(moves=[FINISH])).winners == ["Ada", "Bruno"]


def test_a_verdict_on_a_refusal_stops_before_it() -> None:
    wrong = {"player": "Bruno", "claim": "boston-montreal-2", "cards": {"blue": 2}}
    verdict = judge(case(moves=[CLAIM, wrong, {"player": "Bruno", "draw": ["deck"]}]))
    assert (verdict.ok, verdict.exit_status) == (False, 1)
    assert verdict.illegal is not None
    assert (verdict.illegal.move, verdict.illegal.rule) == (1, "C6")
    assert "Ada" in verdict.illegal.message
    before = judge(case(moves=[CLAIM]))
    assert (verdict.position, verdict.to_move) == (before.position, before.to_move)


def test_a_choice_of_several_steps_is_played_whole_or_not_at_all() -> None:
    verdict = judge(case(moves=[{"player": "Ada", "draw": ["red", "locomotive"]}]))
    assert verdict.illegal is not None
    assert verdict.position == judge(case()).position


def test_same_case_same_verdict() -> None:
    raw = {"board": "old-west", "seats": ["Ada", "Bruno", "Carla"], "seed": 5}
    assert judge(raw).as_json() == judge(raw).as_json()
    assert judge(raw).position != judge({**raw, "seed": 6}).position


def test_without_a_position_the_first_seat_starts_in_the_opening() -> None:
    verdict = judge({"board": "usa", "seats": ["Ada", "Bruno"], "seed": 3})
    assert verdict.ok
    assert verdict.to_move == "Ada"
    assert verdict.position is not None
    offered = {name: player["offered"] for name, player in verdict.position["players"].items()}
    assert [len(tickets) for tickets in offered.values()] == [3, 3]
    keeps = [{"player": name, "keep": offered[name][:2]} for name in ("Bruno", "Ada")]
    after = judge({"board": "usa", "seats": ["Ada", "Bruno"], "seed": 3, "moves": keeps})
    assert (after.ok, after.to_move) == (True, "Ada")


# Expectations


def test_nothing_expected_is_met() -> None:
    assert failures({}) == []


def test_an_object_is_met_by_one_that_has_more() -> None:
    assert failures({"trains": {"Ada": 45}}) == []
    assert failures({"position": {"players": {"Ada": {"hand": {"red": 3}}}}}) == []
    assert failures({"trains": {"Ada": 44}}) == [("trains.Ada", 44, 45)]
    assert failures({"position": {"players": {"Ada": {"hand": {"red": 2}}}}}) == [
        ("position.players.Ada.hand.red", 2, 3)
    ]


def test_lists_are_met_exactly() -> None:
    deck = judge(case()).position["deck"]  # type: ignore[index]
    assert failures({"position": {"deck": deck}}) == []
    assert len(failures({"position": {"deck": deck[:-1]}})) == 1
    assert len(failures({"position": {"deck": deck[::-1]}})) == 1
    assert failures({"winners": ["Ada", "Bruno"]}, FINISH) == []
    assert failures({"winners": ["Bruno", "Ada"]}, FINISH) == [("winners", ["Bruno", "Ada"], ["Ada", "Bruno"])]
    assert failures({"winners": ["Ada"]}, FINISH) == [("winners", ["Ada"], ["Ada", "Bruno"])]


def test_the_row_is_met_in_any_order() -> None:
    assert failures({"position": {"row": ROW[::-1]}}) == []
    assert len(failures({"position": {"row": ROW[:4]}})) == 1
    assert len(failures({"position": {"row": [*ROW[:4], "red"]}})) == 1


def test_a_count_of_zero_is_met_by_a_colour_that_is_not_there() -> None:
    expect = {"position": {"players": {"Ada": {"hand": {"blue": 0, "locomotive": 0}}}, "discard": {"red": 0}}}
    assert failures(expect) == []
    assert failures({"position": {"discard": {"red": 1}}}) == [("position.discard.red", 1, 0)]


@pytest.mark.parametrize(
    "expect",
    [
        {"scores": {"Ada": {"totl": 0}}},
        {"scores": {"Ada": {"total": {"points": 0}}}},
        {"scores": {"Zoe": 0}},
        {"trains": {"Zoe": 0}},
        {"points": {"Zoe": 0}},
        {"position": {"players": {"Ada": {"staions": 0}}}},
        {"position": {"last_turn": 0}},
    ],
    ids=str,
)
def test_zero_is_not_met_by_a_slip_of_the_pen(expect: dict[str, Any]) -> None:
    """Only a colour may be left out of its counts: else a misspelt expectation would always hold."""
    assert len(failures(expect, FINISH)) == 1


def test_what_no_verdict_has_is_not_met() -> None:
    ((path, expected, found),) = failures({"tains": {"Ada": 45}})
    assert (path, expected) == ("tains", {"Ada": 45})
    assert "no such part" in found


def test_values_are_met_by_their_like_only() -> None:
    assert failures({"to_move": "Ada", "finished": False, "scores": None, "winners": None, "illegal": None}) == []
    assert failures({"finished": 0}) == [("finished", 0, False)]
    assert failures({"trains": {"Ada": True}}) == [("trains.Ada", True, 45)]
    assert failures({"trains": {"Ada": "45"}}) == [("trains.Ada", "45", 45)]
    assert failures({"trains": 45}) == [("trains", 45, {"Ada": 45, "Bruno": 45})]
    assert failures({"scores": {"Ada": {"total": 0}}}) == [("scores", {"Ada": {"total": 0}}, None)]
    assert failures({"to_move": None}) == [("to_move", None, "Ada")]


def test_every_failure_is_listed_with_both_values() -> None:
    verdict = judge(case(expect={"to_move": "Bruno", "trains": {"Ada": 1, "Bruno": 45}, "points": {"Bruno": 7}}))
    assert verdict.as_json()["failed"] == [
        {"path": "to_move", "expected": "Bruno", "found": "Ada"},
        {"path": "trains.Ada", "expected": 1, "found": 45},
        {"path": "points.Bruno", "expected": 7, "found": 0},
    ]
    assert verdict.exit_status == 1


def test_a_refusal_may_be_expected_with_or_without_its_rule() -> None:
    for expected in ({"move": 0, "rule": "T2"}, {"move": 0}, {"rule": "T2"}, {}):
        assert failures({"illegal": expected}, PASS) == []
    assert failures({"illegal": {"move": 0, "rule": "D3"}}, PASS) == [("illegal.rule", "D3", "T2")]
    assert failures({"illegal": {"move": 1, "rule": "T2"}}, PASS) == [("illegal.move", 1, 0)]


def test_a_refusal_that_does_not_come_is_a_failure() -> None:
    assert failures({"illegal": {"move": 0}}, CLAIM) == [("illegal", {"move": 0}, None)]
    assert failures({"illegal": {}}, CLAIM) == [("illegal", {}, None)]


def test_a_refusal_nobody_expected_is_not_well() -> None:
    assert judge(case(moves=[PASS])).exit_status == 1
    assert judge(case(moves=[PASS], expect={"to_move": "Ada"})).exit_status == 1
    assert judge(case(moves=[PASS], expect={"illegal": None})).exit_status == 1


def test_a_fault_may_be_expected() -> None:
    broken = case(board="atlantis", expect={"malformed": True})
    verdict = judge(broken)
    assert (verdict.ok, verdict.exit_status) == (True, 0)
    assert verdict.malformed
    assert failures({"malformed": True}) == [("malformed", True, False)]
    assert failures({"malformed": False}) == []
    assert judge({**broken, "expect": {"malformed": False}}).exit_status == 2


def test_legal_moves_are_tried_and_not_played() -> None:
    draw = {"player": "Ada", "draw": ["red", "deck"]}
    assert failures({"legal": [CLAIM, draw, CLAIM], "to_move": "Ada", "trains": {"Ada": 45}}) == []
    ((path, expected, found),) = failures({"legal": [CLAIM, PASS]})
    assert (path, expected) == ("legal[1]", "legal")
    assert found.startswith("T2: ")


def test_moves_that_are_not_legal_are_tried_and_not_played() -> None:
    assert failures({"not_legal": [{"move": PASS, "rule": "T2"}, {"move": PASS}], "to_move": "Ada"}) == []
    assert failures({"not_legal": [{"move": CLAIM, "rule": "C5"}]}) == [("not_legal[0]", "C5", "legal")]
    assert failures({"not_legal": [{"move": CLAIM}]}) == [("not_legal[0]", "illegal", "legal")]
    ((path, expected, found),) = failures({"not_legal": [{"move": PASS, "rule": "D3"}]})
    assert (path, expected) == ("not_legal[0].rule", "D3")
    assert found.startswith("T2: ")


def test_moves_are_tried_from_the_position_before_a_refusal() -> None:
    assert failures({"illegal": {"move": 0}, "legal": [CLAIM]}, PASS) == []


def test_after_the_end_no_move_is_legal() -> None:
    assert failures({"not_legal": [{"move": CLAIM, "rule": "E5"}, {"move": FINISH, "rule": "E5"}]}, FINISH) == []


# Moves


def test_a_draw_may_be_split_over_two_moves() -> None:
    one, two = {"player": "Ada", "draw": ["red"]}, {"player": "Ada", "draw": ["deck"]}
    whole = judge(case(moves=[{"player": "Ada", "draw": ["red", "deck"]}]))
    assert judge(case(moves=[one, two])).position == whole.position
    assert judge(case(moves=[one])).to_move == "Ada"


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (["red", "red", "red"], "D1"),
        (["yellow"], "D1"),
        (["deck", "yellow"], "D1"),
    ],
    ids=str,
)
def test_draws_that_are_refused(cards: list[str], rule: str) -> None:
    verdict = judge(case(moves=[{"player": "Ada", "draw": cards}]))
    assert verdict.illegal is not None
    assert verdict.illegal.rule == rule


def test_tickets_may_be_drawn_and_kept_in_two_moves() -> None:
    drawn = judge(case(moves=[{"player": "Ada", "draw_tickets": True}]))
    assert drawn.position is not None
    offered = drawn.position["pending"]["offered"]
    kept = {"player": "Ada", "keep": offered[:1]}
    in_two = judge(case(moves=[{"player": "Ada", "draw_tickets": True}, kept]))
    in_one = judge(case(moves=[{"player": "Ada", "draw_tickets": {"keep": offered[:1]}}]))
    assert in_two.ok and in_one.ok
    assert in_two.position == in_one.position


def test_a_ticket_is_kept_once() -> None:
    drawn = judge(case(moves=[{"player": "Ada", "draw_tickets": True}])).position
    assert drawn is not None
    twice = [drawn["pending"]["offered"][0]] * 2
    verdict = judge(case(moves=[{"player": "Ada", "draw_tickets": {"keep": twice}}]))
    assert verdict.illegal is not None
    assert verdict.illegal.rule == "K1"


def test_the_wrong_player_is_refused() -> None:
    for move in (
        {"draw": ["deck"]},
        {"claim": "boston-montreal-1"},
        {"draw_tickets": True},
        {"pass": True},
        {"keep": ["boston-miami"]},
    ):
        verdict = judge(case(moves=[{"player": "Bruno", **move}]))
        assert verdict.illegal is not None
        assert verdict.illegal.rule == "T1"


EUROPE = {
    "board": "europe",
    "seats": ["Ada", "Bruno"],
    "seed": 1,
    "position": {"row": ROW, "deck": ["green", "blue", "white"], "players": {"Ada": {"hand": {"green": 4}}}},
}
TUNNEL = {"player": "Ada", "claim": "venezia-zurich", "cards": {"green": 2}}


def test_a_tunnel_may_be_answered_with_the_claim_or_after_it() -> None:
    pay = {"tunnel": {"pay": {"green": 1}}}
    with_it = judge({**EUROPE, "moves": [{**TUNNEL, **pay}]})
    after_it = judge({**EUROPE, "moves": [TUNNEL, {"player": "Ada", **pay}]})
    assert with_it.ok and with_it.position == after_it.position
    assert with_it.trains["Ada"] == 43
    declined = judge({**EUROPE, "moves": [{**TUNNEL, "tunnel": "decline"}]})
    assert declined.ok and declined.trains["Ada"] == 45
    unanswered = judge({**EUROPE, "moves": [TUNNEL]})
    assert unanswered.position is not None
    assert unanswered.position["pending"] == {
        "phase": "tunnel",
        "route": "venezia-zurich",
        "laid": {"green": 2},
        "turned": {"green": 1, "blue": 1, "white": 1},
        "due": 1,
        "offered": [],
    }


def test_where_nothing_extra_is_due_paying_nothing_is_accepted() -> None:
    calm = {**EUROPE, "position": {**EUROPE["position"], "deck": ["red", "blue", "white"]}}  # type: ignore[dict-item]
    answers: tuple[dict[str, Any], ...] = ({}, {"tunnel": {"pay": {}}})
    for answer in answers:
        verdict = judge({**calm, "moves": [{**TUNNEL, **answer}]})
        assert verdict.ok and verdict.trains["Ada"] == 43


# Markers: where neither the claim nor the next move names one, it is skipped

WEST = {
    "board": "old-west",
    "seats": ["Ada", "Bruno"],
    "seed": 1,
    "position": {
        "to_move": "Ada",
        "row": ROW,
        "players": {
            "Ada": {"hand": {"red": 4}, "markers": ["albuquerque"]},
            "Bruno": {"hand": {"white": 2}, "markers": ["durango"]},
        },
    },
}
WEST_CLAIM = {"player": "Ada", "claim": "albuquerque-roswell", "cards": {"red": 2}}
MARKER = {"city": "roswell", "cards": {"red": 2}}
DRAW = {"player": "Bruno", "draw": ["deck"]}


def markers_after(*moves: dict[str, Any]) -> list[str]:
    verdict = judge({**WEST, "moves": list(moves)})
    assert verdict.ok, report(verdict)
    assert verdict.position is not None
    placed: list[str] = verdict.position["players"]["Ada"]["markers"]
    return placed


def test_a_marker_may_be_placed_with_the_claim_or_after_it() -> None:
    assert markers_after({**WEST_CLAIM, "marker": MARKER}) == ["albuquerque", "roswell"]
    assert markers_after(WEST_CLAIM, {"player": "Ada", "marker": MARKER}) == ["albuquerque", "roswell"]
    assert markers_after({**WEST_CLAIM, "marker": {"city": "roswell"}}, DRAW) == ["albuquerque", "roswell"]


def test_a_marker_may_be_skipped_in_words_or_in_silence() -> None:
    assert markers_after({**WEST_CLAIM, "marker": None}, DRAW) == ["albuquerque"]
    assert markers_after(WEST_CLAIM, {"player": "Ada", "marker": None}, DRAW) == ["albuquerque"]
    assert markers_after(WEST_CLAIM, DRAW) == ["albuquerque"]


def test_a_marker_nobody_names_is_skipped_at_the_end_of_the_moves_too() -> None:
    verdict = judge({**WEST, "moves": [WEST_CLAIM], "expect": {"to_move": "Bruno"}})
    assert verdict.ok
    assert verdict.position is not None
    assert "pending" not in verdict.position


def test_moves_are_tried_before_the_marker_is_skipped() -> None:
    placing = {"player": "Ada", "marker": MARKER}
    elsewhere = {"player": "Ada", "marker": {"city": "denver", "cards": {"red": 2}}}
    expect = {
        "to_move": "Bruno",
        "legal": [placing, {"player": "Ada", "marker": None}, DRAW],
        "not_legal": [{"move": elsewhere, "rule": "W3"}, {"move": {"player": "Ada", "draw": ["deck"]}, "rule": "T1"}],
    }
    verdict = judge({**WEST, "moves": [WEST_CLAIM], "expect": expect})
    assert verdict.ok, report(verdict)


def test_a_marker_once_skipped_is_too_late() -> None:
    verdict = judge({**WEST, "moves": [WEST_CLAIM, DRAW, {"player": "Ada", "marker": MARKER}]})
    assert verdict.illegal is not None
    assert (verdict.illegal.move, verdict.illegal.rule) == (2, "T1")


def test_a_refused_marker_takes_its_claim_back() -> None:
    verdict = judge({**WEST, "moves": [{**WEST_CLAIM, "marker": {"city": "denver"}}]})
    assert verdict.illegal is not None
    assert verdict.illegal.rule == "W3"
    assert verdict.trains == {"Ada": 40, "Bruno": 40}


# Cases that make no sense


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"board": "atlantis"}, "board: no board 'atlantis'"),
        ({"board": 3}, "board: "),
        ({"board": None}, "board: "),
        ({"board": "nowhere.toml"}, "board: nowhere.toml"),
        ({"seats": "Ada"}, "seats: "),
        ({"seats": ["Ada"]}, "seats: usa is for 2 to 5 players, not 1"),
        ({"seats": ["Ada", "Ada"]}, "seats: two players have the same name"),
        ({"seats": ["Ada", 3]}, "seats[1]: "),
        ({"seats": []}, "seats: usa is for 2 to 5 players, not 0"),
        ({"variants": ["alvin"]}, "variants: usa has no variant 'alvin'"),
        ({"seed": "one"}, "seed: "),
        ({"seed": 1.5}, "seed: "),
        ({"seed": 2**128}, f"seed: Input should be less than {2**128}"),
        ({"seed": True}, "seed: "),
        ({"sed": 1}, "sed: unknown key"),
        ({"position": []}, "position: "),
        ({"position": {"rows": []}}, "position.rows: unknown key"),
        ({"position": {"row": ["mauve"]}}, "position.row[0]: no colour 'mauve'"),
        ({"position": {"players": {"Ada": {"trains": 46}}}}, "position.players.Ada.trains: 0 on routes and 46 left"),
        ({"position": {"players": {"Ada": {"hand": {"red": -1}}}}}, "position.players.Ada.hand.red: "),
        ({"position": {"players": {"Ada": {"hand": {"red": 13}}}}}, "position: 1 more red cards"),
        ({"moves": {}}, "moves: "),
        ({"moves": [3]}, "moves[0]: "),
        ({"moves": [{"player": "Ada"}]}, "moves[0]: makes no choice: name one of keep, start, draw"),
        ({"moves": [{"pass": True}]}, "moves[0].player: is missing"),
        ({"moves": [{"player": "Zoe", "pass": True}]}, "moves[0].player: no player 'Zoe'"),
        ({"moves": [{"player": "Ada", "dance": True}]}, "moves[0].dance: unknown key"),
        ({"moves": [{"player": "Ada", "pass": True, "draw": ["red"]}]}, "moves[0]: a move is one choice, not draw and"),
        ({"moves": [{"player": "Ada", "pass": False}]}, "moves[0].pass: "),
        ({"moves": [{"player": "Ada", "finish": "now"}]}, "moves[0].finish: "),
        ({"moves": [{"player": "Ada", "draw": []}]}, "moves[0].draw: "),
        ({"moves": [{"player": "Ada", "draw": "red"}]}, "moves[0].draw: "),
        ({"moves": [{"player": "Ada", "draw": ["mauve"]}]}, "moves[0].draw"),
        ({"moves": [{"player": "Ada", "claim": "here-there"}]}, "moves[0].claim: no route 'here-there'"),
        ({"moves": [{**CLAIM, "cards": {"mauve": 1}}]}, "moves[0].cards"),
        ({"moves": [{**CLAIM, "cards": {"red": -1}}]}, "moves[0].cards.red: "),
        ({"moves": [{**CLAIM, "cards": {"red": "2"}}]}, "moves[0].cards.red: "),
        ({"moves": [{"player": "Ada", "pass": True, "cards": {}}]}, "moves[0].cards: cards are played with a claim"),
        ({"moves": [{"player": "Ada", "keep": ["here-there"]}]}, "moves[0].keep"),
        ({"moves": [{"player": "Ada", "start": "atlantis"}]}, "moves[0].start: no city 'atlantis'"),
        ({"moves": [{"player": "Ada", "station": "atlantis"}]}, "moves[0].station: no city"),
        ({"moves": [{"player": "Ada", "alvin": "atlantis"}]}, "moves[0].alvin: no city"),
        ({"moves": [{"player": "Ada", "marker": {"city": "atlantis"}}]}, "moves[0].marker.city: no city"),
        ({"moves": [{"player": "Ada", "marker": {}}]}, "moves[0].marker.city: is missing"),
        ({"moves": [{"player": "Ada", "draw_tickets": {"keep": ["x-y"]}}]}, "moves[0].draw_tickets.keep"),
        ({"expect": []}, "expect: "),
        ({"expect": {"legal": {}}}, "expect.legal: is not a list of moves"),
        ({"expect": {"legal": [{"player": "Ada"}]}}, "expect.legal[0]: makes no choice"),
        ({"expect": {"legal": [{"player": "Zoe", "pass": True}]}}, "expect.legal[0].player: no player 'Zoe'"),
        ({"expect": {"not_legal": [PASS]}}, "expect.not_legal[0].move: is missing"),
        ({"expect": {"not_legal": [{"move": {"player": "Zoe", "pass": True}}]}}, "expect.not_legal[0].move.player: no"),
        ({"expect": {"not_legal": [{"move": {"player": "Ada"}}]}}, "expect.not_legal[0].move: makes no choice"),
        ({"expect": {"not_legal": [{"move": PASS, "rule": 3}]}}, "expect.not_legal[0].rule: "),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_makes_no_sense_is_told_with_its_place(parts: dict[str, Any], told: str) -> None:
    assert any(fault.startswith(told) for fault in faults(case(**parts))), faults(case(**parts))


@pytest.mark.parametrize(
    ("move", "place"),
    [
        ({**TUNNEL, "tunnel": {"pya": {}}}, "moves[0].tunnel"),
        ({**TUNNEL, "tunnel": 3}, "moves[0].tunnel"),
        ({**TUNNEL, "tunnel": "declined"}, "moves[0].tunnel"),
        ({**TUNNEL, "tunnel": {"pay": {"green": -1}}}, "moves[0].tunnel.pay.green"),
        ({"player": "Ada", "draw_tickets": False}, "moves[0].draw_tickets"),
        ({"player": "Ada", "draw_tickets": {"keep": 3}}, "moves[0].draw_tickets.keep"),
    ],
    ids=str,
)
def test_places_are_those_of_the_file(move: dict[str, Any], place: str) -> None:
    """A path names keys and indices of the JSON, never types of the program."""
    paths = [fault.split(": ")[0] for fault in faults({**EUROPE, "moves": [move]})]
    assert any(path == place or path.startswith(f"{place}.") for path in paths)
    for path in paths:
        assert path.startswith("moves[0].")
        assert not {"Payment", "KeepChoice", "literal"} & set(path.replace("[", ".").split("."))


@pytest.mark.parametrize("choice", ["keep", "start", "draw", "claim", "draw_tickets", "station", "tunnel", "alvin"])
def test_null_is_no_choice(choice: str) -> None:
    """Only a marker may be null, which skips it."""
    for player in ("Ada", "Bruno"):
        (fault,) = faults({**EUROPE, "moves": [{"player": player, choice: None}]})
        assert fault.startswith(f"moves[0].{choice}: ") or fault.startswith("moves[0]: ")


@pytest.mark.parametrize("choice", ["pass", "finish"])
def test_null_is_no_pass_and_no_end(choice: str) -> None:
    (fault,) = faults(case(moves=[{"player": "Ada", choice: None}]))
    assert fault.startswith("moves[0]")


def test_null_beside_a_claim_is_no_answer() -> None:
    verdict = judge({**EUROPE, "moves": [{**TUNNEL, "tunnel": None}]})
    assert verdict.malformed or verdict.position == judge({**EUROPE, "moves": [TUNNEL]}).position


def test_all_that_is_wrong_is_told_at_once() -> None:
    told = faults(case(position={"row": ["mauve"]}, moves=[{"player": "Zoe", "pass": True}], expect={"legal": 3}))
    assert [fault.split(":")[0] for fault in told] == ["position.row[0]", "moves[0].player", "expect.legal"]


def test_points_that_no_game_has_are_told() -> None:
    for points in (40_000, -40_000, 10**30):
        (fault,) = faults(case(position={"players": {"Ada": {"points": points}}}))
        assert fault.startswith("position.players.Ada.points: ")


@pytest.mark.parametrize("raw", [None, 3, "case", [], [case()], True, 1.5], ids=str)
def test_what_is_no_object_is_no_case(raw: object) -> None:
    faults(raw)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "nonsense",
        '{"board": "usa",}',
        '{"board": NaN}',
        '{"board": Infinity}',
        '{"seed": ' + "9" * 5000 + "}",
        "[" * 100_000,
        '{"a":' * 100_000,
        "\ufeff{}",
        "\x00",
        '{"board": "usa"} {"board": "usa"}',
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_what_is_no_json_is_malformed(text: str) -> None:
    verdict = judge_text(text, "case.json")
    assert verdict.exit_status == 2
    assert verdict.malformed
    json.dumps(verdict.as_json(), allow_nan=False)


def nested(levels: int, opening: str = "[", closing: str = "]") -> str:
    return opening * levels + "1" + closing * levels


@pytest.mark.parametrize("levels", [50, 200, 300, 900])
@pytest.mark.parametrize("place", ['"expect": {"trains": %s}', '"position": %s', '"moves": [%s]', '"why": %s'])
def test_deep_nesting_is_judged_or_malformed(levels: int, place: str) -> None:
    for deep in (nested(levels), nested(levels, '{"a":', "}")):
        text = '{"board": "usa", "seats": ["Ada", "Bruno"], ' + place % deep + "}"
        assert_printable(judge_text(text))


@pytest.mark.parametrize(
    "part",
    [
        '"seats": ["Ada", "\\ud800"]',
        '"seats": ["Ada", "Bruno"], "expect": {"to_move": "\\ud800"}',
        '"seats": ["Ada", "Bruno"], "expect": {"\\ud800": 1}',
        '"seats": ["Ada", "Bruno"], "\\ud800": 1',
        '"seats": ["Ada", "Bruno"], "variants": ["\\ud800"]',
        '"seats": ["Ada", "Bruno"], "moves": [{"player": "\\ud800", "pass": true}]',
        '"seats": ["Ada", "Bruno"], "expect": {"trains": {"Ada": 1e999}}',
        '"seats": ["Ada", "Bruno"], "expect": {"trains": {"Ada": -1e999}}',
        '"seats": ["Ada", "Bruno"], "expect": {"trains": {"Ada": 1e-999}}',
        '"seats": ["Ada\\u0000", "\\u001b[31mBruno"]',
    ],
)
def test_odd_values_are_judged_or_malformed(part: str) -> None:
    assert_printable(judge_text('{"board": "usa", ' + part + "}"))


def assert_printable(verdict: Verdict) -> None:
    """Can be said to people and to programs: as UTF-8, and as JSON that any reader takes."""
    report(verdict).encode("utf-8")
    json.dumps(verdict.as_json(), ensure_ascii=False, allow_nan=False).encode("utf-8")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("board", "variants", "seats", "seed", "position", "moves", "expect", "name", "rules", "why")
MOVE_KEYS = ("keep", "start", "draw", "claim", "cards", "tunnel", "draw_tickets", "station", "marker", "alvin", "pass")
PLAYER_KEYS = ("hand", "tickets", "routes", "stations", "markers", "trains", "points", "offered")
POSITION_KEYS = (
    "to_move",
    "row",
    "deck",
    "discard",
    "rest",
    "tickets",
    "tickets_left",
    "alvin",
    "last_turns",
    "pending",
)


@settings(max_examples=samples(150))
@given(st.sampled_from(KEYS), json_values)
def test_any_value_in_a_case_is_judged_or_malformed(key: str, value: object) -> None:
    assert_printable(judge(case(**{key: value})))


@settings(max_examples=samples(150))
@given(st.sampled_from(MOVE_KEYS), json_values)
def test_any_value_in_a_move_is_judged_or_malformed(key: str, value: object) -> None:
    for move in ({"player": "Ada", key: value}, {**CLAIM, key: value}):
        assert_printable(judge(case(moves=[move], expect={"legal": [move], "not_legal": [{"move": move}]})))


@settings(max_examples=samples(150))
@given(st.sampled_from(POSITION_KEYS), st.sampled_from(PLAYER_KEYS), json_values)
def test_any_value_in_a_position_is_judged_or_malformed(key: str, of_player: str, value: object) -> None:
    assert_printable(judge(case(position={key: value})))
    assert_printable(judge(case(position={"players": {"Ada": {of_player: value}}})))


# Files and the command

runner = CliRunner()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """One file of every sort, by what is to be said of it."""
    made = {name: tmp_path / f"{name}.json" for name in ("good", "illegal", "failed", "broken", "binary", "empty")}
    made["good"].write_text(json.dumps(case(moves=[CLAIM], expect={"to_move": "Bruno"})), encoding="utf-8")
    made["illegal"].write_text(json.dumps(case(moves=[PASS])), encoding="utf-8")
    made["failed"].write_text(json.dumps(case(expect={"to_move": "Bruno"})), encoding="utf-8")
    made["broken"].write_text("{", encoding="utf-8")
    made["binary"].write_bytes(b'{"board": "\xff\xfe"}')
    made["empty"].write_text("", encoding="utf-8")
    made["missing"] = tmp_path / "missing.json"
    made["folder"] = tmp_path
    return made


STATUS = {"good": 0, "illegal": 1, "failed": 1, "broken": 2, "binary": 2, "empty": 2, "missing": 2, "folder": 2}


@pytest.mark.parametrize("name", STATUS)
def test_the_exit_status_tells_how_a_file_fared(files: dict[str, Path], name: str) -> None:
    assert judge_file(files[name]).exit_status == STATUS[name]
    for options in ([], ["--json"]):
        ended = runner.invoke(app, ["referee", str(files[name]), *options])
        assert ended.exit_code == STATUS[name]
        assert str(files[name]) in ended.stdout
        assert "Traceback" not in ended.output


def test_the_worst_file_decides_and_every_file_is_judged(files: dict[str, Path]) -> None:
    for names, status in ((["good", "good"], 0), (["good", "failed"], 1), (["broken", "illegal", "good"], 2)):
        ended = runner.invoke(app, ["referee", *(str(files[name]) for name in names)])
        assert ended.exit_code == status
        headlines = [line for line in ended.stdout.splitlines() if not line.startswith(" ")]
        assert [line.split(": ")[0] for line in headlines] == [str(files[name]) for name in names]


def test_json_is_one_line_a_file(files: dict[str, Path]) -> None:
    ended = runner.invoke(app, ["referee", "--json", *map(str, files.values())])
    assert ended.exit_code == 2
    verdicts = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [verdict["file"] for verdict in verdicts] == [str(file) for file in files.values()]
    assert [verdict["ok"] for verdict in verdicts] == [STATUS[name] == 0 for name in files]
    for name, verdict in zip(files, verdicts, strict=True):
        assert set(verdict) == (PARTS | {"malformed"} if STATUS[name] == 2 else PARTS)


def test_a_dash_reads_standard_input() -> None:
    for raw, status in ((case(moves=[CLAIM]), 0), (case(moves=[PASS]), 1), ([], 2)):
        ended = runner.invoke(app, ["referee", "-", "--json"], input=json.dumps(raw))
        assert ended.exit_code == status
        assert json.loads(ended.stdout)["file"] == "-"


def test_the_report_says_what_happened(files: dict[str, Path]) -> None:
    good, illegal, failed = (report(judge_file(files[name])) for name in ("good", "illegal", "failed"))
    assert "holds" in good and "Ada 2, Bruno 0" in good
    assert "does not hold" in illegal and "move 0 is illegal (T2): " in illegal
    assert "to_move: expected Bruno, found Ada" in failed
    assert "malformed" in report(judge_file(files["broken"]))
    ended = report(judge(case(moves=[CLAIM, {"player": "Bruno", "finish": True}])))
    assert "Ada: 12 (routes 2, longest_path 10)" in ended
    assert "won by Ada" in ended
