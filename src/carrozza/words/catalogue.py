"""The sentences of each language, read from its file when they are first needed."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
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


@lru_cache(maxsize=4096)
def say_number(key: str, language: str, number: int) -> str:
    """A sentence that only needs a number; each is made once, as the same few are said all the time.

    >>> say_number("count.cards", "en", 2)
    '2 cards'
    """
    return say(key, language, number=number)


@cache
def catalogue(language: str) -> Mapping[str, Sentence]:
    """Every sentence of a language, by its key."""
    if language not in LANGUAGES:
        raise ValueError(f"no language '{language}'; choose {' or '.join(LANGUAGES)}")
    from importlib.resources import files  # on first use: slower to import than all the rest of this room

    file = files("carrozza.words") / f"{language}.toml"
    return read(file.read_text(encoding="utf-8"), file.name)


def read(text: str, source: str) -> dict[str, Sentence]:
    """The sentences of a TOML text, keyed `table.name` or `table.part.name`; `source` names it in a fault."""
    import tomllib

    sentences: dict[str, Sentence] = {}
    for table, entries in tomllib.loads(text).items():
        if not isinstance(entries, dict):
            raise ValueError(f"{source}: '{table}' stands outside every [table]")
        sentences.update(_sentences(entries, table, source))
    return sentences


def _sentences(entries: Mapping[str, Any], table: str, source: str) -> Iterator[tuple[str, Sentence]]:
    for name, entry in entries.items():
        key = f"{table}.{name}"
        if isinstance(entry, dict) and not {"one", "other"} & entry.keys():
            yield from _sentences(entry, key, source)
        else:
            yield key, _sentence(entry, f"{source}: '{key}'")


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
