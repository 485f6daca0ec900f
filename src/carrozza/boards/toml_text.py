"""A document as the text of a board file, one entry a line, as the shipped ones are written."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LISTS = ("cities", "routes", "tickets")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(document: Mapping[str, Any]) -> str:
    """The text of the board file that says what the document says.

    >>> print(to_toml({"id": "isle", "cities": [{"id": "ayr", "lat": 55.5}], "rules": {"trains": 12}}), end="")
    id = "isle"
    <BLANKLINE>
    cities = [
      { id = "ayr", lat = 55.5 },
    ]
    <BLANKLINE>
    [rules]
    trains = 12
    """
    plain = [f"{_key(key)} = {_value(value)}" for key, value in document.items() if not _is_block(key, value)]
    blocks = [block for key, value in document.items() if _is_list(key, value) for block in _list_block(key, value)]
    tables = [table for key, value in document.items() if isinstance(value, Mapping) for table in _table((key,), value)]
    return "\n\n".join(part for part in ("\n".join(plain), *blocks, *tables) if part) + "\n"


def _is_block(key: str, value: Any) -> bool:
    return _is_list(key, value) or isinstance(value, Mapping)


def _is_list(key: str, value: Any) -> bool:
    return key in LISTS and isinstance(value, Sequence) and not isinstance(value, str)


def _list_block(key: str, entries: Sequence[Any]) -> Iterator[str]:
    yield "\n".join((f"{_key(key)} = [", *(f"  {_value(entry)}," for entry in entries), "]"))


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    """A heading with its keys; tables in tables are headings of their own down to the second level."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping) and len(path) == 1}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key not in inner]
    if lines or not inner:
        yield "\n".join((f"[{'.'.join(map(_key, path))}]", *lines))
    for key, value in inner.items():
        yield from _table((*path, key), value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case Mapping():
            items = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{ {items} }}" if items else "{}"
        case Sequence():
            return f"[{', '.join(map(_value, value))}]"
        case int() | float():
            return repr(value)
    raise ValueError(f"a board file cannot hold {value!r}")


def _text(text: str) -> str:
    """A text in quotes; JSON's escapes are those of TOML, but for one."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
