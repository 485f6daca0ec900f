"""The one writer of SVG: elements, numbers and paths as text, everything escaped."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NewType

Markup = NewType("Markup", str)
"""Text that is SVG already; anything else goes through `escaped`."""

_FORBIDDEN = {code: None for code in range(32) if chr(code) not in "\t\n\r"} | {0xFFFE: None, 0xFFFF: None}
"""Characters that XML 1.0 has no way to write."""
_TEXT = _FORBIDDEN | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def escaped(text: str) -> Markup:
    """Any text as content of an element."""
    return Markup(text.translate(_TEXT))


def number(value: float, decimals: int = 1) -> str:
    """A number as short as it can be written.

    >>> number(3.04), number(-0.04), number(0.5, 2)
    ('3', '0', '0.5')
    """
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *content: Markup, **attributes: str | float | None) -> Markup:
    """An element; `class_` is written `class`, `data_a` as `data-a`, and what is None is left out.

    >>> element("g", element("circle", r=2.0), class_="city", id=None)
    '<g class="city"><circle r="2"/></g>'
    """
    written = "".join(
        f' {_attribute_name(key)}="{_attribute(value)}"' for key, value in attributes.items() if value is not None
    )
    inside = "".join(content)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def group(content: Iterable[Markup], **attributes: str | float | None) -> Markup:
    return element("g", *content, **attributes)


def joined(content: Iterable[Markup]) -> Markup:
    return Markup("".join(content))


def placed(x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> str:
    """The transformation that puts a shape drawn around (0, 0) in its place."""
    moved = f"translate({number(x)} {number(y)})"
    angle = (angle + 180.0) % 360.0 - 180.0
    turned = f"rotate({number(angle)})" if number(angle) != "0" else ""
    sized = f"scale({number(scale, 3)})" if number(scale, 3) != "1" else ""
    return moved + turned + sized


def upright(angle: float) -> float:
    """The same direction or its opposite, whichever does not stand on its head.

    >>> upright(170.0), upright(-90.0), upright(45.0)
    (-10.0, 90.0, 45.0)
    """
    turned = (angle + 90.0) % 180.0 - 90.0
    return 90.0 if turned == -90.0 else turned


def line_path(points: Iterable[Sequence[float]], *, closed: bool = False, in_tenths: bool = False) -> str:
    """A line through points, in steps from one to the next: shorter than places, and no rounding adds up.

    In tenths everything is ten times as large, and shorter still.

    >>> line_path([(1, 1), (2.26, 1), (2.26, 3)], closed=True)
    'M1 1l1.3 0 0 2z'
    >>> line_path([(1, 1), (0.8, -1.1)])
    'M1 1l-.2-2.1'
    >>> line_path([(1, 1), (0.8, -1.1)], in_tenths=True)
    'M10 10l-2-21'
    """
    tenths = [(round(point[0] * 10), round(point[1] * 10)) for point in points]
    if not tenths:
        return ""
    (x, y), steps = tenths[0], []
    written = str if in_tenths else _tenths
    for to_x, to_y in tenths[1:]:
        if (to_x, to_y) != (x, y):
            steps += [written(to_x - x), written(to_y - y)]
            x, y = to_x, to_y
    start = "M" + _apart(map(written, tenths[0]))
    return start + ("l" + _apart(steps) if steps else "") + ("z" if closed else "")


@cache
def _tenths(value: int) -> str:
    whole, tenth = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole or ''}.{tenth}" if tenth else f"{sign}{whole}"


def _apart(numbers: Iterable[str]) -> str:
    """Numbers with a blank between them only where no minus parts them."""
    return " ".join(numbers).replace(" -", "-")


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _attribute(value: str | float) -> str:
    if isinstance(value, str):
        return value.translate(_ATTRIBUTE)
    return number(value)
