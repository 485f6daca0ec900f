"""A text is as wide as it is drawn; the fonts are ours, small and licensed."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from carrozza import boards
from carrozza.atlas.fonts import FACES, FAMILIES, STACKS, Family, font_css, font_folder, has, text_width
from carrozza.atlas.render import to_png

SIZE = 100.0


def ink_width(text: str, family: Family, bold: bool) -> float:
    """How wide the text is when it is drawn, from its first to its last dot of ink."""
    weight = 700 if bold else 400
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 200"><text x="20" y="130" font-size="{SIZE}" '
        f'font-weight="{weight}" font-family="{STACKS[family]}">{text}</text></svg>'
    )
    left, _, right, _ = Image.open(BytesIO(to_png(svg, 1600))).getbbox() or (0, 0, 0, 0)
    return right - left


@pytest.mark.parametrize(("family", "bold"), FACES)
@pytest.mark.parametrize("text", ["HinterlandHH", "Salt Lake City", "0123456789", "Łódź Kraków Zürich"])
def test_a_text_is_as_wide_as_it_is_drawn(text: str, family: Family, bold: bool) -> None:
    assert ink_width(text, family, bold) == pytest.approx(text_width(text, SIZE, family, bold), rel=0.04)


def test_faces_differ() -> None:
    widths = sorted({round(text_width("Carrozza", SIZE, family, bold), 3) for family, bold in FACES})
    assert all(wider > narrower for narrower, wider in pairwise(widths))
    assert len(widths) == len(FACES)


def test_a_width_grows_with_the_size_and_the_text() -> None:
    assert text_width("Roma", 14) == pytest.approx(2 * text_width("Roma", 7))
    assert text_width("Roma", 7) + text_width("Milano", 7) == pytest.approx(text_width("RomaMilano", 7))
    assert text_width("", 7) == 0


def test_digits_of_the_sans_are_all_of_one_width() -> None:
    assert len({text_width(digit, SIZE) for digit in "0123456789"}) == 1
    assert len({text_width(digit, SIZE, bold=True) for digit in "0123456789"}) == 1


def test_an_accent_may_be_a_character_of_its_own() -> None:
    assert text_width("Me\u0301xico", SIZE) == text_width("México", SIZE)


def test_letters_of_other_fonts_have_a_likely_width() -> None:
    assert not has("東")
    assert text_width("東京", SIZE) == 2 * SIZE
    assert 0.3 * SIZE < text_width("ა", SIZE) < SIZE


def test_an_unknown_family_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no font family 'gothic'; choose sans or serif"):
        text_width("Roma", SIZE, "gothic")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", boards.names())
def test_our_fonts_have_every_letter_of_our_boards(name: str) -> None:
    board = boards.load(name)
    words = board.full_title + "".join(city.name for city in board.cities)
    assert [letter for letter in words if not has(letter) or not has(letter, "serif")] == []


@pytest.mark.parametrize("text", ["ĄąČčĐđĞğŁłŐőŘřŞşŠšŽž", "ΑΒΓΩαβγωάή", "АБВЯабвяЁёЇї", "–—‘’“”…€№"])
def test_the_sans_writes_european_names(text: str) -> None:
    assert all(has(letter) for letter in text)


def test_fonts_in_a_page_are_only_what_it_needs() -> None:
    latin, more, everything = font_css([("sans", True)], "Zürich"), font_css([("sans", True)], "Łódź"), font_css()
    assert len(latin) < len(more) < len(everything)
    assert latin.count("@font-face") == 1
    assert more.count("@font-face") == 2
    assert everything.count("@font-face") == 8
    assert "font-weight:700" in latin
    assert all(family in everything for family in FAMILIES.values())
    assert "data:font/woff2;base64," in latin


def test_font_files_are_small_and_come_with_their_licences() -> None:
    assert all(file.stat().st_size < 70_000 for file in font_folder().glob("*.ttf"))
    for family in FAMILIES:
        licence = (font_folder() / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert licence.startswith(("© 2023 Adobe", "Copyright 2020 The Fraunces Project Authors"))
