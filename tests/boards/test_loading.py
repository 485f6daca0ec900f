"""Boards are found by name, or read from a map maker's own file."""

import subprocess
import sys
from pathlib import Path

import pytest

from carrozza.boards import BoardError, load

ISLE = Path(__file__).parent / "isle.toml"
TWO_RULESETS = "\n[rulesets.easy]\nopening_hand = 5\n[rulesets.hard]\nopening_hand = 1\n"


@pytest.fixture
def two_rulesets(tmp_path: Path) -> Path:
    file = tmp_path / "isle.toml"
    file.write_text(ISLE.read_text(encoding="utf-8") + TWO_RULESETS, encoding="utf-8")
    return file


def test_a_board_is_shown_in_one_line() -> None:
    assert repr(load("usa")) == str(load("usa")) == "<Board usa: 36 cities, 100 routes, 30 tickets>"


def test_an_own_file_is_a_board() -> None:
    board = load(ISLE)
    assert (board.id, board.map, board.ruleset, board.full_title) == ("isle", "isle", None, "The Isle")
    assert [city.id for city in board.cities] == ["ayr", "bute", "cowal", "dunoon"]
    assert board.rules.trains == 12
    assert board.rules.draw_tickets == 3, "what a file leaves out is as on the USA board"
    assert load(str(ISLE)) == board


def test_routes_and_tickets_are_named_after_their_cities() -> None:
    board = load(ISLE)
    assert [route.id for route in board.routes] == [
        "ayr-bute",
        "ayr-cowal",
        "bute-cowal-blue",
        "bute-cowal-green",
        "ayr-dunoon-1",
        "ayr-dunoon-2",
        "cowal-dunoon",
    ]
    assert [ticket.id for ticket in board.tickets] == [
        "ayr-cowal",
        "ayr-dunoon",
        "bute-ayr",
        "bute-dunoon",
        "cowal-bute",
    ]


def test_a_given_id_stays(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    text = ISLE.read_text(encoding="utf-8").replace(
        '{ a = "ayr",   b = "cowal"', '{ id = "pier", a = "ayr", b = "cowal"'
    )
    file.write_text(text, encoding="utf-8")
    assert load(file).routes[1].id == "pier"


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    file.write_text(ISLE.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert load(file) == load(ISLE)


@pytest.mark.parametrize(("ruleset", "hand"), [("easy", 5), ("hard", 1)])
def test_a_ruleset_is_chosen_in_two_ways(two_rulesets: Path, ruleset: str, hand: int) -> None:
    board = load(two_rulesets, ruleset)
    assert (board.id, board.map, board.ruleset) == (f"isle-{ruleset}", "isle", ruleset)
    assert (board.rules.opening_hand, board.rules.trains) == (hand, 12)
    assert load(f"{two_rulesets}#{ruleset}") == board


def test_the_ruleset_must_be_chosen(two_rulesets: Path) -> None:
    with pytest.raises(BoardError, match=r"has easy, hard; choose one, as in '.*isle\.toml#easy'"):
        load(two_rulesets)


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [("esy", r"no ruleset 'esy' \(did you mean 'easy'\?\)"), ("basic", "choose easy, hard")],
)
def test_an_unknown_ruleset_is_refused(two_rulesets: Path, ruleset: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        load(two_rulesets, ruleset)


def test_two_choices_must_agree(two_rulesets: Path) -> None:
    with pytest.raises(BoardError, match="'#easy' and 'hard' disagree"):
        load(f"{two_rulesets}#easy", "hard")
    assert load(f"{two_rulesets}#easy", "easy").ruleset == "easy"


def test_a_board_without_rulesets_has_none_to_choose() -> None:
    with pytest.raises(BoardError, match="only one set of rules"):
        load(ISLE, "easy")


def test_a_shipped_board_takes_its_ruleset_apart_too() -> None:
    assert load("italy", "basic") is load("italy-basic")
    assert load("italy-basic", "basic") is load("italy-basic")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("eurpoe", r"no board 'eurpoe' \(did you mean 'europe'\?\); choose usa, europe, new-york"),
        ("USA", r"no board 'USA' \(did you mean 'usa'\?\)"),
        ("italy", r"\(did you mean 'italy-basic' or 'italy-advanced'\?\)"),
        ("atlantis", r"no board 'atlantis'; choose .*, give the path of a \.toml or \.carrozza-board file, or name"),
        ("", "no board ''"),
    ],
)
def test_an_unknown_name_is_answered_with_the_known_ones(name: str, message: str) -> None:
    with pytest.raises(BoardError, match=message) as unknown:
        load(name)
    assert str(unknown.value).startswith(f"no board '{name}'")


def test_a_shipped_board_has_no_other_rulesets() -> None:
    with pytest.raises(BoardError, match="no board 'usa-basic'"):
        load("usa", "basic")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.toml", "cannot be read: No such file or directory"),
        (".toml", "cannot be read"),
        ("a\0.toml", "null"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / ".toml").mkdir()
    with pytest.raises(BoardError, match=message):
        load(tmp_path / name)


def test_boards_load_without_the_compiler() -> None:
    """Listing boards must not wait for Numba, which brings NumPy along."""
    code = "import sys; from carrozza.boards import load; load('usa'); print('numpy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
