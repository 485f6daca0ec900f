"""Text that cannot be stored or sent: with NUL characters, or with half of a surrogate pair.

PostgreSQL refuses the first, UTF-8 the second. One rule for every address, header, body and message, so that nothing
behind the guard meets either.
"""

import json
import re
from typing import Any

from starlette.types import Scope

_MAY_BE_UNFIT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
"""Escapes of the characters that are looked for: most bodies have none, and need not be parsed for it."""


def has_unfit_head(scope: Scope) -> bool:
    """Whether a path, query or header has such text. Percent-encoding decodes to no surrogates."""
    if "\0" in scope["path"] or b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
        return True
    return any(b"\0" in value for _, value in scope["headers"])


def is_unfit_body(body: bytes) -> bool:
    if b"\0" in body:
        return True
    try:
        body.decode()
    except UnicodeDecodeError:
        return True
    return _MAY_BE_UNFIT.search(body) is not None and _escapes_unfit(body)


def is_unfit_message(text: str) -> bool:
    return "\0" in text or ("\\u" in text and _escapes_unfit(text))


def _escapes_unfit(body: bytes | str) -> bool:
    """Whether a string of the JSON value has such characters; what is no JSON has no escapes."""
    try:
        rest = [json.loads(body)]
    except (ValueError, RecursionError):
        return False
    while rest:
        value: Any = rest.pop()
        if isinstance(value, dict):
            rest += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            rest += value
        elif isinstance(value, str) and not _is_fit(value):
            return True
    return False


def _is_fit(text: str) -> bool:
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False
