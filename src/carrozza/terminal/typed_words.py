"""Words as people type them, and the words that may be typed for something."""

import unicodedata

from carrozza.words import say


def folded(text: str) -> str:
    """Without capitals and accents.

    >>> folded("Zürich"), folded("Sì")
    ('zurich', 'si')
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_for(key: str, language: str) -> tuple[str, ...]:
    """What may be typed for something: the words of the language, and the English ones."""
    return tuple(folded(say(key, spoken)) for spoken in (language, "en"))
