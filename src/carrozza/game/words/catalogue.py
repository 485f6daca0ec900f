"""The sentences of each language, read from its file when they are first needed."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

LANGUAGES: Final = ("en", "it")


class Sentence(NamedTuple):
    """What is said of one thing and of any other number of things; most sentences make no difference."""

    one: str
    other: str


def languages() -> tuple[str, ...]:
    """The languages the game speaks."""
    return LANGUAGES


def say(key: str, language: str = "en", **values: object) -> str:
    """The sentence of that key, with its values filled in; `number` chooses between one and many.

    >>> say("count.cards", number=1), say("count.cards", "it", number=3)
    ('1 card', '3 carte')
    """
    sentence = catalogue(language).get(key)
    if sentence is None:
        raise ValueError(f"no words for '{key}'; add it to every language of the catalogue")
    text = sentence.one if values.get("number", 1) == 1 else sentence.other
    try:
        return text.format_map(values)
    except KeyError as missing:
        given = ", ".join(values) or "nothing"
        raise ValueError(f"'{key}' needs a value for {missing}; given: {given}") from None


@cache
def catalogue(language: str) -> Mapping[str, Sentence]:
    """Every sentence of a language, by its key."""
    if language not in LANGUAGES:
        raise ValueError(f"no language '{language}'; choose {' or '.join(LANGUAGES)}")
    from importlib.resources import files  # on first use: slower to import than all the rest of this room

    file = files("carrozza.game.words") / f"{language}.toml"
    return read(file.read_text(encoding="utf-8"), file.name)


def read(text: str, source: str) -> dict[str, Sentence]:
    """The sentences of a TOML text, keyed `table.name`; `source` names it where something is wrong."""
    import tomllib

    sentences: dict[str, Sentence] = {}
    for table, entries in tomllib.loads(text).items():
        if not isinstance(entries, dict):
            raise ValueError(f"{source}: '{table}' stands outside every [table]")
        for name, entry in entries.items():
            sentences[f"{table}.{name}"] = _sentence(entry, f"{source}: '{table}.{name}'")
    return sentences


def _sentence(entry: Any, where: str) -> Sentence:
    if isinstance(entry, str):
        return Sentence(entry, entry)
    if (
        isinstance(entry, dict)
        and sorted(entry) == ["one", "other"]
        and all(isinstance(t, str) for t in entry.values())
    ):
        return Sentence(**entry)
    raise ValueError(f"{where} must be a text, or two texts 'one' and 'other'")
