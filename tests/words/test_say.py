"""`say` finds the sentence, chooses between one and many, fills in the values, and explains what is wrong."""

import subprocess
import sys

import pytest

from carrozza.words import languages, say
from carrozza.words.catalogue import Sentence, read


def test_english_and_italian_are_spoken() -> None:
    assert languages() == ("en", "it")


def test_english_is_spoken_unless_another_language_is_named() -> None:
    assert say("word.route") == say("word.route", "en") == "route"
    assert say("word.route", "it") == say("word.route", language="it") == "linea"


def test_values_are_filled_in() -> None:
    told = say("move.claim", player="Ada", route="Dieppe - Paris", cards="1 red")
    assert told == "Ada claims Dieppe - Paris with 1 red."


def test_a_value_is_never_read_as_a_placeholder() -> None:
    assert say("move.pass", player="{route}") == "{route} passes."


def test_values_a_sentence_does_not_use_are_ignored() -> None:
    assert say("refusal.C1", route="Dieppe - Paris", owner="Ada") == say("refusal.C1")


@pytest.mark.parametrize(
    ("number", "english", "italian"),
    [
        (0, "0 trains", "0 vagoni"),
        (1, "1 train", "1 vagone"),
        (2, "2 trains", "2 vagoni"),
        (-1, "-1 trains", "-1 vagoni"),
    ],
)
def test_the_number_chooses_between_one_and_many(number: int, english: str, italian: str) -> None:
    assert say("count.trains", number=number) == english
    assert say("count.trains", "it", number=number) == italian


def test_one_is_meant_where_no_number_is_given() -> None:
    assert say("card.red", "it") == "rossa"
    assert say("card.red", "it", number=3) == "rosse"


def test_an_unknown_language_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="no language 'fr'; choose en or it"):
        say("word.route", "fr")


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(ValueError, match=r"no words for 'rule\.Z9'"):
        say("rule.Z9")


def test_a_missing_value_is_named() -> None:
    with pytest.raises(ValueError, match=r"'move\.claim' needs a value for 'cards'; given: player, route"):
        say("move.claim", player="Ada", route="Dieppe - Paris")
    with pytest.raises(ValueError, match=r"'move\.pass' needs a value for 'player'; given: nothing"):
        say("move.pass")


def test_a_catalogue_holds_texts_and_pairs_of_texts() -> None:
    text = '[word]\nrow = """the \\\n  row"""\n[count]\ncards.one = "a card"\ncards.other = "cards"\n'
    assert read(text, "xx.toml") == {
        "word.row": Sentence("the row", "the row"),
        "count.cards": Sentence("a card", "cards"),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('row = "row"', r"xx\.toml: 'row' stands outside every \[table\]"),
        ("[word]\nrow = 3", r"xx\.toml: 'word\.row' must be a text, or two texts 'one' and 'other'"),
        ('[word]\nrow.one = "row"', r"'word\.row' must be a text, or two"),
        ('[word]\nrow.one = "row"\nrow.other = 3', r"'word\.row' must be a text, or two"),
    ],
)
def test_a_fault_in_a_catalogue_is_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read(text, "xx.toml")


def test_nothing_is_read_before_the_first_word() -> None:
    """In a fresh interpreter, and without the rest of the room, which reads boards and so TOML."""
    program = """
import sys, types
from pathlib import Path
import carrozza
sys.modules["carrozza.game"] = room = types.ModuleType("carrozza.game")
room.__path__ = [str(Path(carrozza.__file__).parent / "game")]
from carrozza.words import say
assert "tomllib" not in sys.modules and "importlib.resources" not in sys.modules
print(say("word.route", "it"))
assert "tomllib" in sys.modules
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "linea\n", "")
