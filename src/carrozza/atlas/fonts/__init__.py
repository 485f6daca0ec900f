"""The fonts of the drawings: how wide a text is, and the files for a page, a picture or a print."""

import json
import unicodedata
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

Family = Literal["sans", "serif"]
Face = tuple[Family, bool]

FAMILIES: Final[dict[Family, str]] = {"sans": "Carrozza Sans", "serif": "Carrozza Serif"}
"""The names of the families, as in CSS."""

STACKS: Final[dict[Family, str]] = {
    "sans": "'Carrozza Sans', 'Source Sans 3', 'Segoe UI', system-ui, sans-serif",
    "serif": "'Carrozza Serif', Fraunces, 'Carrozza Sans', Georgia, serif",
}
"""Values of CSS `font-family`: ours, then what stands in where it is missing."""

FACES: Final[tuple[Face, ...]] = (("sans", False), ("sans", True), ("serif", False), ("serif", True))


def text_width(text: str, size: float, family: Family = "sans", bold: bool = False) -> float:
    """How wide a line of text is, in the unit of `size`. Kerning may make it a little narrower.

    A character that our fonts do not have counts as wide as another font would draw it, roughly.
    """
    widths = _widths(family, bold)
    text = unicodedata.normalize("NFC", text)
    return size * sum(widths.get(character) or _unknown(character) for character in text) / 1000


def font_css(faces: Iterable[Face] = FACES, text: str | None = None) -> str:
    """`@font-face` rules with these faces inside, for an SVG or a page that stands alone.

    Where `text`, all the words in these faces, is given, only what it needs of them: for capitals alone very little.
    """
    needed = None if text is None else set(unicodedata.normalize("NFC", text))
    return "\n".join(_rule(*face, part) for face in faces for part in _needed_parts(face, needed))


def _needed_parts(face: Face, needed: set[str] | None) -> list[str]:
    if needed is not None and all(map(_is_capital, needed)):
        return ["capitals"]
    parts = _parts(*face)
    return [part for part in parts if part == "common" or needed is None or not needed.isdisjoint(parts[part])]


def font_folder() -> Path:
    """The folder with the TTF files."""
    return Path(str(files(__package__))) / "files"


def has(character: str, family: Family = "sans") -> bool:
    """Whether our own font can draw this character."""
    return character in _widths(family, False)


def _stem(family: Family, bold: bool) -> str:
    return f"carrozza-{family}-{'bold' if bold else 'regular'}"


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads((font_folder() / "widths.json").read_text(encoding="utf-8"))
    return table


@cache
def _widths(family: Family, bold: bool) -> dict[str, int]:
    if family not in FAMILIES:
        raise ValueError(f"no font family '{family}'; choose {' or '.join(FAMILIES)}")
    groups = _table()[family]["bold" if bold else "regular"]
    return {character: int(width) for width, characters in groups.items() for character in characters}


def _unknown(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 1000 if unicodedata.east_asian_width(character) in "WF" else 600


@cache
def _parts(family: Family, bold: bool) -> dict[str, frozenset[str]]:
    common = frozenset(character for character in _widths(family, bold) if _is_common(character))
    return {"common": common, "more": frozenset(_widths(family, bold)) - common}


def _is_capital(character: str) -> bool:
    return 0x20 <= ord(character) < 0x5B or 0xC0 <= ord(character) < 0xDF or character in "–’"


def _is_common(character: str) -> bool:
    return ord(character) < 0x100 or 0x2000 <= ord(character) != 0x2116


@cache
def _rule(family: Family, bold: bool, part: str) -> str:
    data = b64encode((font_folder() / f"{_stem(family, bold)}-{part}.woff2").read_bytes()).decode()
    common = "U+0-FF,U+2000-2115,U+2117-2FFF"
    reach = "U+100-1FFF,U+2116" if part == "more" else common
    return (
        f"@font-face{{font-family:'{FAMILIES[family]}';font-weight:{700 if bold else 400};unicode-range:{reach};"
        f"src:url(data:font/woff2;base64,{data})format('woff2')}}"
    )
