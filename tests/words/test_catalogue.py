"""Every language says everything, with the same values, and says it tidily."""

from importlib.resources import files
from string import Formatter

import pytest

from carrozza.boards.model import GRAY, LOCOMOTIVE, PALETTE
from carrozza.game.position import PHASES
from carrozza.kernel import rules
from carrozza.words import languages, say
from carrozza.words.catalogue import catalogue

RULES = tuple(rule for rule in rules.IDS if rule)
REFUSING = (*(rule for rule in RULES if hasattr(rules, rule)), "A3", "A5")
"""Those the kernel refuses with, and two that only come up in a whole turn."""
DECIDED = ("S4", "T2", "T3", "D5", "D6", "D7", "D8", "U5", "K2", "B5", "W5", "W6", "W8", "A5", "E3", "E4")
"""Where the rule books are silent."""
OUR_DECISION = {"en": "our decision)", "it": "decisione nostra)"}
IN_REFUSALS = {"player", "route", "city", "cards", "colour", "length", "number", "owner", "tickets"}
SENTENCES = ("rule.", "refusal.", "expect.", "move.")
AS_WRITTEN = ("terminal.help_text",)

everywhere = pytest.mark.parametrize("language", languages())


def placeholders(key: str, language: str) -> set[str]:
    return {
        field for text in catalogue(language)[key] for _, field, _, _ in Formatter().parse(text) if field is not None
    }


@everywhere
def test_every_language_has_the_same_keys(language: str) -> None:
    assert sorted(catalogue(language)) == sorted(catalogue("en"))


@everywhere
def test_every_language_uses_the_same_placeholders(language: str) -> None:
    differing = [key for key in catalogue("en") if placeholders(key, language) != placeholders(key, "en")]
    assert differing == []


@everywhere
def test_every_placeholder_is_a_plain_name(language: str) -> None:
    fields = {field for key in catalogue(language) for field in placeholders(key, language)}
    assert [field for field in fields if not field.isidentifier()] == []


@everywhere
def test_every_rule_has_its_sentence_and_nothing_else_has(language: str) -> None:
    assert [key for key in catalogue(language) if key.startswith("rule.")] == [f"rule.{rule}" for rule in RULES]


@everywhere
def test_every_rule_that_refuses_says_so_without_any_value(language: str) -> None:
    for rule in REFUSING:
        assert say(f"refusal.{rule}", language)


@everywhere
def test_what_we_decided_is_said_to_be_our_decision(language: str) -> None:
    told = [rule for rule in RULES if OUR_DECISION[language] in say(f"rule.{rule}", language)]
    assert told == sorted(DECIDED, key=RULES.index)


def test_refusals_use_only_values_that_every_move_can_give() -> None:
    refusals = [key for key in catalogue("en") if key.startswith("refusal.") and key != "refusal.wrong_moment"]
    assert {field for key in refusals for field in placeholders(key, "en")} <= IN_REFUSALS


@everywhere
def test_every_phase_says_what_is_expected(language: str) -> None:
    for phase in PHASES.values():
        assert say(f"expect.{phase}", language, number=2)


@everywhere
def test_every_kind_of_card_has_a_name(language: str) -> None:
    names = [say(f"card.{kind}", language) for kind in (*PALETTE, GRAY, LOCOMOTIVE)]
    assert len(set(names)) == len(names)


@everywhere
def test_one_and_many_are_written_apart_only_where_they_differ(language: str) -> None:
    """Two equal texts would be one text too many."""
    pairs = (files("carrozza.words") / f"{language}.toml").read_text(encoding="utf-8").count(".one = ")
    assert sum(one != other for one, other in catalogue(language).values()) == pairs


@everywhere
def test_texts_are_tidy(language: str) -> None:
    for key, sentence in catalogue(language).items():
        for text in sentence:
            assert text, key
            if key not in AS_WRITTEN:
                assert text == " ".join(text.split()), f"{key} has stray spaces: {text!r}"


@everywhere
def test_sentences_begin_and_end_as_sentences(language: str) -> None:
    for key, sentence in catalogue(language).items():
        if key.startswith(SENTENCES):
            for text in sentence:
                assert text[0].isupper() or text[0] in "{1", f"{key}: {text!r}"
                assert text.endswith((".", "{expected}")), f"{key}: {text!r}"
