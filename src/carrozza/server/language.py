"""The language of an answer: asked for in the address, or else by the browser."""

from starlette.requests import HTTPConnection

from carrozza.words import languages


def language_of(connection: HTTPConnection) -> str:
    """Asked for in the address, or else by the browser; else English."""
    asked = connection.query_params.get("language", "")
    if asked in languages():
        return asked
    return preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """The first language of a browser's list that we speak.

    >>> preferred("fr-FR, it;q=0.8, en;q=0.9"), preferred("")
    ('en', 'en')
    """
    wishes: list[tuple[float, int, str]] = []
    for place, wish in enumerate(accepted.split(",")[:20]):
        name, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, name.split("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wishes) if name in languages()), "en")
