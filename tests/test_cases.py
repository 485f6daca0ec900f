"""The referee's cases: each holds, and together they cover every rule."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import carrozza
from carrozza.game.referee import judge_file
from carrozza.game.referee.report import report
from carrozza.kernel.rules import IDS

FILES = sorted((Path(__file__).parent / "cases").glob("*.json"))
SOURCES = Path(carrozza.__file__).parent
RULES = IDS[1:]

NEVER_REFUSES = {
    "S1": "the deal is no player's choice",
    "S2": "the sweep of the first row is no player's choice",
    "S4": "where refused tickets go is no player's choice",
    "S5": "who starts is settled before the first choice; a move out of turn breaks T1",
    "T3": "it ends a game",
    "D4": "it only allows: a blind locomotive is an ordinary card",
    "D5": "the new deck is no player's choice",
    "D6": "the sweep is no player's choice",
    "D9": "it only allows: any number of cards in hand",
    "C4": "it discards and scores",
    "U5": "it says when cards are discarded, and that the question is always put",
    "U6": "it only allows: extra cards need no trains",
    "K2": "where refused tickets go is no player's choice",
    "K3": "it only allows: any number of tickets; no move gives one away",
    "K5": "it scores",
    "B3": "it only allows: a station where no route is",
    "B4": "it scores",
    "B5": "it scores",
    "B6": "it scores",
    "W1": "a claim before the start cities breaks S6, which asks for them first",
    "W4": "it scores",
    "W5": "it settles an order of scoring",
    "W6": "it scores",
    "W7": "a triple's routes are refused by C5 and C6",
    "W8": "it does not score",
    "A4": "it scores",
    "N1": "it scores",
    "E1": "it ends a game; a move after that breaks E5",
    "E2": "it scores",
    "E3": "it scores",
    "E4": "it names the winners",
}
REFUSING = frozenset(RULES) - frozenset(NEVER_REFUSES)


@cache
def case_in(file: Path) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return made


def names_of(files: list[Path]) -> list[str]:
    return [file.stem for file in files]


def is_lawful(case: dict[str, Any]) -> bool:
    """Every move of it is played."""
    expect = case["expect"]
    return expect.get("illegal") is None and not expect.get("malformed")


def refuses(case: dict[str, Any], rule: str) -> bool:
    """It expects a refusal that names this rule."""
    refused = [expected for expected in [case["expect"].get("illegal")] if expected is not None]
    refused += case["expect"].get("not_legal", [])
    return any(expected.get("rule") == rule for expected in refused)


@pytest.mark.parametrize("file", FILES, ids=names_of(FILES))
def test_the_case_holds(file: Path) -> None:
    verdict = judge_file(file)
    assert verdict.ok, report(verdict)


@pytest.mark.parametrize("file", FILES, ids=names_of(FILES))
def test_the_case_says_what_it_is_about(file: Path) -> None:
    case = case_in(file)
    assert case["name"] == file.stem
    assert case["rules"] and set(case["rules"]) <= set(RULES)
    assert case["why"].endswith(".")
    assert case["expect"], "a case that expects nothing cannot fail"


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_has_a_case_that_is_played(rule: str) -> None:
    assert any(rule in case["rules"] and is_lawful(case) for case in map(case_in, FILES))


@pytest.mark.parametrize("rule", sorted(REFUSING))
def test_the_rule_has_a_case_that_is_refused(rule: str) -> None:
    assert any(rule in case["rules"] and refuses(case, rule) for case in map(case_in, FILES))


def test_the_rules_that_refuse_are_those_the_sources_refuse_with() -> None:
    """Keeps the table above honest: no rule hides there that a player can be refused by."""
    kernel = (SOURCES / "kernel" / "refusals.py").read_text(encoding="utf-8")
    found = set(re.findall(r"rules\.([A-Z]\d)\b", kernel))
    for source in sorted((SOURCES / "game").rglob("*.py")):
        if source.parent.name != "sentences":
            found |= set(re.findall(r'"([A-Z]\d)"', source.read_text(encoding="utf-8")))
    assert found == REFUSING
