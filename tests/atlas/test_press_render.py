"""SVG becomes PNG and PDF: of the right size, with text as text in our fonts, and always the same."""

import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from carrozza.atlas.fonts import STACKS
from carrozza.atlas.layout_model import Box
from carrozza.atlas.press import PrintError
from carrozza.atlas.render import Page, Plate, View, to_document, to_pdf, to_png, view_box

SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
<style>.sea{{fill:#BCD3DA}}
text{{font-family:{STACKS["sans"]};font-size:12px}} .title{{font-family:{STACKS["serif"]}}}</style>
<rect class="sea" width="100" height="100"/>
<text x="10" y="30">Città &amp; Łódź</text><text class="title" x="10" y="60" font-weight="700">Carrozza</text></svg>"""
POINTS_A_MM = 72 / 25.4


def embedded_fonts(document: bytes) -> set[str]:
    """The names of the fonts of a PDF; fails where one is not inside."""
    names = set()
    for page in PdfReader(BytesIO(document)).pages:
        for font in fonts_of(page["/Resources"]):
            for descendant in font["/DescendantFonts"]:
                descriptor = descendant.get_object()["/FontDescriptor"].get_object()
                assert "/FontFile2" in descriptor
                names.add(str(descriptor["/FontName"]).partition("+")[2])
    return names


def fonts_of(resources: Any) -> Iterator[Any]:
    """The fonts that a page needs, and whatever is drawn on it."""
    resources = resources.get_object()
    for font in resources.get("/Font", {}).values():
        yield font.get_object()
    for drawn in resources.get("/XObject", {}).values():
        yield from fonts_of(drawn.get_object().get("/Resources", DictionaryObject()))


def test_a_picture_has_as_many_pixels_as_asked_for() -> None:
    picture = Image.open(BytesIO(to_png(SVG, 500)))
    assert picture.size == (500, 250)
    assert picture.getpixel((240, 200)) == (0xBC, 0xD3, 0xDA, 0xFF)
    assert picture.getpixel((400, 200)) == (0, 0, 0, 0)


def test_a_pdf_has_the_size_asked_for_and_its_text_is_text() -> None:
    document = PdfReader(BytesIO(to_pdf(SVG, 420, 210, "Città")))
    (page,) = document.pages
    assert float(page.mediabox.width) == pytest.approx(420 * POINTS_A_MM, abs=0.01)
    assert float(page.mediabox.height) == pytest.approx(210 * POINTS_A_MM, abs=0.01)
    assert "Città & Łódź" in page.extract_text()
    assert document.metadata is not None
    assert document.metadata.title == "Città"


def test_fonts_are_inside_and_ours() -> None:
    assert embedded_fonts(to_pdf(SVG, 200, 100)) == {"CarrozzaSans-Regular", "CarrozzaSerif-Bold"}


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert to_pdf(SVG, 200, 100) == to_pdf(SVG, 200, 100)
    assert to_png(SVG, 300) == to_png(SVG, 300)


def test_a_document_has_pages_of_different_sizes() -> None:
    document = PdfReader(BytesIO(to_document([Page(SVG, 210, 297), Page(SVG, 100, 50)])))
    sizes = [round(float(page.mediabox.width) / POINTS_A_MM) for page in document.pages]
    assert sizes == [210, 100]


def test_letters_that_are_not_in_our_fonts_do_not_stop_the_press() -> None:
    assert to_pdf(SVG.replace("Łódź", "東京"), 200, 100).startswith(b"%PDF")


@pytest.mark.parametrize("box", ["", 'viewBox="0 0 100"', 'viewBox="0 0 0 10"', 'viewBox="a b c d"'])
def test_a_drawing_without_a_size_is_refused(box: str) -> None:
    with pytest.raises(PrintError, match="viewBox"):
        view_box(f"<svg {box}></svg>")


def test_a_broken_drawing_is_refused() -> None:
    with pytest.raises(PrintError, match="the drawing cannot be printed"):
        to_pdf(SVG.removesuffix("</svg>"), 200, 100)


@pytest.mark.parametrize("width", [0, -5, 1_000_000])
def test_a_picture_of_impossible_size_is_refused(width: int) -> None:
    with pytest.raises(PrintError, match="pixels wide and high"):
        to_png(SVG, width)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PrintError, match=r"pip install 'carrozza\[print\]'"):
        to_png(SVG, 100)


def test_a_plate_is_in_the_document_once_however_many_pages_show_it() -> None:
    plate = Plate(SVG, 200, 100)
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'
    pages = [Page(blank, 100, 100, View(plate, x, 0, Box(0, 0, 100, 100))) for x in (0, 100)]
    one, two = to_document(pages[:1]), to_document(pages)
    assert len(two) < 1.3 * len(one)
    assert embedded_fonts(two) == {"CarrozzaSans-Regular", "CarrozzaSerif-Bold"}
