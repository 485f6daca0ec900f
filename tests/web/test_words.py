"""What the page says is in the catalogue, in every language, and what the catalogue holds for the page is said."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza.words import languages
from carrozza.words.catalogue import catalogue

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
CARRIED = ("page", "card", "count", "part", "playtest.report")
"""Tables of the catalogue that `web/words.ts` puts into the page."""
KEY = re.compile(rf"""(["'`])((?:{"|".join(map(re.escape, CARRIED))})\.(?:[\w.]|\$\{{[^{{}}`]*\}})+)\1""")
"""A whole string that reads as a key; in a template `${...}` stands for whatever comes there."""


def keys_in(text: str) -> Iterator[str]:
    yield from (found[2] for found in KEY.finditer(text))


def pattern(key: str) -> re.Pattern[str]:
    """What a key may come to: itself, or with anything where a template has a gap."""
    fixed = re.split(r"\$\{[^{}]*\}", key)
    return re.compile(r"\w+".join(re.escape(part) for part in fixed))


def keys_used() -> dict[str, str]:
    """Every key that the page's source writes out, with a file that does."""
    files = [file for file in sorted(WEB.glob("src/**/*")) if file.suffix in (".ts", ".svelte")]
    return {key: str(file.relative_to(WEB)) for file in files for key in keys_in(file.read_text(encoding="utf-8"))}


def test_keys_are_found_plain_and_in_templates() -> None:
    text = (
        """t("page.shell.play") t(`page.shell.theme_${value}`) "pages.of" import "./page.css" say(other, 'card.red')"""
    )
    assert list(keys_in(text)) == ["page.shell.play", "page.shell.theme_${value}", "card.red"]
    assert pattern("page.shell.theme_${value}").fullmatch("page.shell.theme_dark")
    assert not pattern("page.shell.theme_${value}").fullmatch("page.shell.themes")


@pytest.mark.parametrize("language", languages())
def test_every_key_of_the_page_has_words(language: str) -> None:
    known = catalogue(language)
    missing = {key: file for key, file in keys_used().items() if not any(map(pattern(key).fullmatch, known))}
    assert missing == {}


def test_no_words_of_the_page_are_left_over() -> None:
    used = [pattern(key) for key in keys_used()]
    unused = [
        key for key in catalogue("en") if key.startswith("page.") and not any(each.fullmatch(key) for each in used)
    ]
    assert unused == []


def test_the_page_is_given_every_table_it_speaks_from() -> None:
    carried = re.search(r"const TABLES = \[(.*?)\]", (WEB / "words.ts").read_text(encoding="utf-8"))
    assert carried
    assert set(CARRIED) <= set(re.findall(r'"([\w.]+)"', carried[1]))


CALL = re.compile(r"""\bt\(\s*["'`]([\w.]+)["'`]\s*(\)|,\s*\{([^{}]*)\})""")
"""A call with its key, and its values where they are written out."""


def test_sentences_are_given_the_values_they_need() -> None:
    """Of calls whose values are written out: none is missing."""
    lacking = []
    for file in sorted(WEB.glob("src/**/*")):
        if file.suffix not in (".ts", ".svelte"):
            continue
        for key, _, values in CALL.findall(file.read_text(encoding="utf-8")):
            given = set(re.findall(r"(?:^|,)\s*(\w+)", values))
            for text in catalogue("en").get(key, ()):
                needed = set(re.findall(r"\{(\w+)\}", text))
                if "..." not in values and not needed <= given:
                    lacking.append(f"{file.name}: {key} needs {', '.join(sorted(needed - given))}")
    assert lacking == []
