"""SVG made into PNG and PDF: text stays text, set in our own fonts; the same drawing gives the same bytes."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from carrozza.atlas.fonts import FAMILIES, font_folder, has
from carrozza.atlas.layout_model import Box
from carrozza.atlas.print_error import PrintError

Unit = Literal["mm", "pt"]

MAX_PIXELS: Final = 20_000
"""The most pixels a picture is wide or high."""

VIEW_BOX: Final = re.compile(r"""<svg\b[^>]*?\bviewBox=["']([^"']+)["']""")


class Plate(NamedTuple):
    """A drawing that several pages show a part of: it is in the PDF only once."""

    svg: str
    width: float
    height: float


class View(NamedTuple):
    """The part of a plate that a page shows: `x` and `y` are its corner on the plate, `box` is where it lies."""

    plate: Plate
    x: float
    y: float
    box: Box


class Page(NamedTuple):
    """A page: a whole SVG, its size in millimetres, and what is seen beneath it."""

    svg: str
    width: float
    height: float
    beneath: View | None = None


def to_png(svg: str, width_px: int) -> bytes:
    """A picture of the drawing, so many pixels wide; transparent where nothing is drawn."""
    _, _, width, height = view_box(svg)
    height_px = width_px * height / width
    if not 1 <= width_px <= MAX_PIXELS or height_px > MAX_PIXELS:
        raise PrintError(f"a picture is 1 to {MAX_PIXELS} pixels wide and high, not {width_px} x {height_px:.0f}")
    return _typeset((Page(svg, width_px, height_px),), "pt", "png")


def to_pdf(svg: str, width_mm: float, height_mm: float, title: str = "") -> bytes:
    """A PDF of one page, of that size."""
    return to_document((Page(svg, width_mm, height_mm),), title)


def to_document(pages: Sequence[Page], title: str = "") -> bytes:
    """A PDF of all these pages."""
    return _typeset(pages, "mm", "pdf", title)


def view_box(svg: str) -> tuple[float, float, float, float]:
    """The x, y, width and height that the drawing says it shows."""
    found = VIEW_BOX.search(svg)
    try:
        x, y, width, height = map(float, (found[1] if found else "").replace(",", " ").split())
    except ValueError:
        raise PrintError("the drawing has no viewBox with x, y, width and height: it has no size") from None
    if not (width > 0 and height > 0):
        raise PrintError(f"the drawing's viewBox is {width:g} x {height:g}: it shows nothing")
    return x, y, width, height


def _typeset(pages: Sequence[Page], unit: Unit, form: Literal["pdf", "png"], title: str = "") -> bytes:
    typst = _typst()
    source, inputs = _source(pages, unit, title)
    fonts = _fonts(_is_ours(page.svg for page in pages))
    try:
        made: bytes
        made, _ = typst.compile_with_warnings(source, format=form, ppi=72.0, sys_inputs=inputs, font_paths=fonts)
    except typst.TypstError as error:
        raise PrintError(f"the drawing cannot be printed: {error.message}") from error
    return made


def _source(pages: Sequence[Page], unit: Unit, title: str) -> tuple[bytes, dict[str, str]]:
    """The document as typst reads it, and the drawings in it by their names: nothing goes through a file."""
    parts, inputs = [_preamble(title)], {"title": title}
    plates = list(dict.fromkeys(page.beneath.plate for page in pages if page.beneath))
    for number, plate in enumerate(plates):
        inputs[f"plate{number}"] = json.dumps(list(to_pdf(*plate)))
        parts.append(f'#let plate{number} = bytes(json(bytes(sys.inputs.at("plate{number}"))))')
    for number, page in enumerate(pages):
        inputs[f"page{number}"] = page.svg
        size = f"width: {page.width:.4f}{unit}, height: {page.height:.4f}{unit}"
        beneath = _seen(page.beneath, f"plate{plates.index(page.beneath.plate)}") if page.beneath else ""
        drawing = f'image(bytes(sys.inputs.at("page{number}")), format: "svg", fit: "stretch", {size})'
        parts.append(f"#page({size}, margin: 0pt, fill: none)[{beneath}#place(top + left, {drawing})]")
    return "\n".join(parts).encode(), inputs


def _seen(view: View, source: str) -> str:
    """Part of a plate in a box that cuts off the rest."""
    x, y, width, height = (f"{value:.4f}mm" for value in view.box)
    size = f"width: {view.plate.width:.4f}mm, height: {view.plate.height:.4f}mm"
    whole = f'place(top + left, dx: {-view.x:.4f}mm, dy: {-view.y:.4f}mm, image({source}, format: "pdf", {size}))'
    return f"#place(top + left, dx: {x}, dy: {y}, box(clip: true, width: {width}, height: {height}, {whole}))"


def _preamble(title: str) -> str:
    # Without a date the same drawing gives the same bytes. The font is for no text, only lest another be sought.
    named = 'title: sys.inputs.at("title"), ' if title else ""
    return f'#set document({named}author: "Carrozza", date: none)\n#set text(font: "{FAMILIES["sans"]}")'


def _is_ours(texts: Iterable[str]) -> bool:
    return all(has(character) or not character.isprintable() for character in set().union(*texts))


@cache
def _fonts(ours_only: bool) -> Any:
    """Our fonts; where they lack a letter, such as in a city's Japanese name, those of the machine too."""
    return _typst().Fonts(
        include_system_fonts=not ours_only, include_embedded_fonts=False, font_paths=[str(font_folder())]
    )


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise PrintError("PDF and PNG need the extra: pip install 'carrozza[print]'") from None
    return typst
