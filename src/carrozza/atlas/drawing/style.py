"""The style sheet of a drawing. Every rule stands under the drawing's own class, so that a page can overrule it."""

from collections.abc import Iterator, Mapping
from functools import cache

from carrozza.atlas.drawing.palette import (
    DARK,
    DAY_SPACES,
    INK,
    LIGHT,
    NIGHT_SPACES,
    PAPER,
    SEATS,
    SPACES,
    TRAINS,
    Space,
    Theme,
)
from carrozza.atlas.fonts import STACKS
from carrozza.atlas.sizes import LABEL_SIZE

_INKED = "fill:none;stroke:{ink}"

RULES: Mapping[str, str] = {
    "text": f"font-family:{STACKS['sans']};font-weight:700;fill:{{ink}}",
    ".page": "fill:{page}",
    ".sea": "fill:{sea}",
    ".shore": "fill:none;stroke:{shore};stroke-linejoin:round",
    ".shoal": "fill:none;stroke:{sea};stroke-linejoin:round",
    ".streets": "fill-rule:evenodd;stroke:none",
    ".street": "fill:none;stroke:{state};stroke-width:5",
    ".graticule": "fill:none;stroke:{shore};stroke-width:3;stroke-opacity:.75",
    ".ridge": "fill:{land};stroke:{ridge};stroke-width:6;stroke-linejoin:round;stroke-linecap:round",
    ".shade": "fill:{ridge};fill-opacity:.55",
    ".land": "fill:{land};fill-rule:evenodd;stroke:{coast};stroke-width:7;stroke-linejoin:round",
    ".lakes": "fill:{sea};fill-rule:evenodd;stroke:{coast};stroke-width:5;stroke-linejoin:round",
    ".rivers": "fill:none;stroke:{river};stroke-width:11;stroke-linejoin:round;stroke-linecap:round",
    ".borders": "fill:none;stroke:{border};stroke-width:10;stroke-dasharray:40 16 10 16;stroke-linejoin:round",
    ".states": "fill:none;stroke:{state};stroke-width:8;stroke-dasharray:24 18;stroke-linejoin:round",
    ".sign": "stroke-width:0",
    ".way": "fill:none;stroke:{soft};stroke-width:.7;stroke-opacity:.55;stroke-dasharray:1.6 1.2",
    ".wake": "fill:none;stroke:{wake};stroke-width:12;stroke-dasharray:.9 2.1",
    ".hit": "fill:none;stroke:none;stroke-width:12;pointer-events:stroke",
    ".plate": f"fill:{PAPER};stroke:{{accent}};stroke-width:1.1",
    ".wheel": f"fill:{INK}",
    ".dot-edge": "fill:{ink}",
    ".dot-ring": "fill:{page}",
    ".dot-heart": "fill:{accent}",
    ".star": "fill:{accent};stroke:{ink};stroke-width:.7;stroke-linejoin:round",
    ".label": f"font-size:{LABEL_SIZE}px;stroke:{{halo}};stroke-width:1.9;stroke-linejoin:round;paint-order:stroke",
    ".rule": _INKED + ";stroke-width:.5",
    ".rule-bold": _INKED + ";stroke-width:1.2",
    ".track": "fill:none;stroke:{page};stroke-width:1.3",
    ".track-bed": _INKED + ";stroke-width:2.3",
    ".panel": "fill:{page};stroke:{ink};stroke-width:1",
    ".brass": "fill:{accent}",
    ".brass-rule": "fill:none;stroke:{accent};stroke-width:.5",
    ".inked": "fill:{ink}",
    ".softened": "fill:{soft}",
    ".rose-ring": "fill:{page};fill-opacity:.55;stroke:{ink};stroke-width:.5",
    ".rose-degrees": "fill:none;stroke:{ink};stroke-width:1;stroke-dasharray:.4 1.184",
    ".rose-light": "fill:{page};stroke:{ink};stroke-width:.35;stroke-linejoin:round",
    ".rose-shade": "fill:{ink};stroke:{ink};stroke-width:.35;stroke-linejoin:round",
    ".vignette": "fill:none;stroke:{soft};stroke-width:.55;stroke-linejoin:round;stroke-linecap:round;opacity:.88",
    ".vignette .pale": "fill:{page}",
    ".vignette .dark": "fill:{soft}",
    ".wash": "stroke:{page};stroke-width:.5",
    ".hairline": "stroke-width:.35",
    ".glow": "fill:{accent};fill-opacity:.35;stroke:{accent};stroke-width:1",
    ".title": f"font-family:{STACKS['serif']}",
    ".head": f"font-family:{STACKS['serif']}",
    ".start": "text-anchor:start",
    ".middle": "text-anchor:middle",
    ".end": "text-anchor:end",
    ".cast": f"fill:none;stroke:{INK};stroke-width:9.4;stroke-opacity:.32;stroke-linecap:round;stroke-linejoin:round",
    ".train": "stroke:{case};stroke-width:1.1",
    ".ghost": "stroke:{case};stroke-width:1.1",
    ".owner-4 .train": "stroke:{black_case}",
    ".case": "fill:{coupling};stroke-linejoin:round",
    ".piece .side": "stroke:none",
    ".piece .shape": "stroke:none",
    ".gleam": f"fill:none;stroke:{PAPER};stroke-width:.8;stroke-opacity:.6;stroke-linecap:round",
    ".lift": "fill:{lift};stroke:{lift};stroke-width:2.4;stroke-linejoin:round",
    ".piece .body": f"stroke:{INK};stroke-width:.6;stroke-linejoin:round",
    ".piece .roof": f"stroke:{INK};stroke-width:.7;stroke-linejoin:round",
    ".chequers": f"fill:none;stroke:{PAPER};stroke-width:.9;stroke-dasharray:1 1",
    ".piece .foot": f"fill:{PAPER};stroke:{INK};stroke-width:.6",
    ".piece .window": f"fill:{PAPER};stroke:none;opacity:.85",
    ".claimed .space rect": "fill:none;stroke:none",
    ".last .train": "stroke:{accent};stroke-width:3.4",
    ".skin": f"fill:#8CC152;stroke:{INK};stroke-width:.6",
    ".eye": f"fill:{INK}",
    ".glint": f"fill:{PAPER}",
    ".smile": f"fill:none;stroke:{INK};stroke-width:.6;stroke-linecap:round",
    ".antennae": f"fill:none;stroke:{INK};stroke-width:.8;stroke-linecap:round",
    ".lit .space rect": "stroke:{accent};stroke-width:2",
    ".lit .train": "stroke:{accent};stroke-width:3.4",
    ".lit .label": "fill:{accent}",
}
"""What each class looks like; names in braces are colours of the theme."""

ON_SCREEN: Mapping[str, str] = {
    ".space rect": "stroke:{edge};stroke-width:.6",
    ".trim": "fill:none;stroke-width:1.5",
    ".masonry": "fill:none;stroke-width:1.8;stroke-linejoin:round",
    ".joints": f"fill:none;stroke:{INK};stroke-width:1.8;stroke-dasharray:.7 2.3",
}
"""Spaces where pieces are drawn too: a bed, two rails or stones in the colour of the route, and its sign."""

ON_PAPER: Mapping[str, str] = {
    ".space rect": "stroke:{outline};stroke-width:.7",
    ".trim": "fill:none;stroke-width:.45;stroke-opacity:.5;stroke-linecap:round",
    ".masonry": f"fill:none;stroke:{INK};stroke-width:1.8;stroke-linejoin:round",
    ".joints": f"fill:none;stroke:{PAPER};stroke-width:.9;stroke-dasharray:1.5 1.5",
}
"""Spaces for real pieces to be put on: wholly in the colour of the route."""


@cache
def style_sheet(theme: Theme) -> str:
    """The rules of a theme; `auto` goes with the reader's own choice of day and night."""
    if theme != "auto":
        return "".join(_rules(theme, DARK if theme == "dark" else LIGHT))
    day, night = list(_rules("auto", LIGHT)), list(_rules("auto", DARK))
    changed = "".join(rule for rule, before in zip(night, day, strict=True) if rule != before)
    return f"{''.join(day)}@media(prefers-color-scheme:dark){{{changed}}}"


def _rules(theme: Theme, colours: Mapping[str, str]) -> Iterator[str]:
    root, printed = f".carrozza-{theme}", theme == "print"
    quiet = NIGHT_SPACES if colours is DARK else DAY_SPACES
    for colour in SPACES:
        for selector, properties in (_printed(colour) if printed else _quiet(colour, quiet[colour])).items():
            yield f"{root} {selector}{{{properties}}}"
    for selector, properties in {**(ON_PAPER if printed else ON_SCREEN), **RULES}.items():
        yield f"{root} {selector}{{{properties.format_map(colours)}}}"
    for seat, colour in enumerate(SEATS):
        paint = TRAINS[colour]
        yield f"{root} .seat-{seat} .body{{fill:{paint.fill}}}"
        yield f"{root} .seat-{seat} .roof{{fill:{paint.shade}}}"
        yield f"{root} .seat-{seat} .side{{fill:{paint.shade}}}"
        yield f"{root} .seat-{seat} .rim{{fill:none;stroke:{paint.sign};stroke-width:.6}}"
        yield f"{root} .seat-{seat} .shape{{fill:{paint.sign}}}"


def _printed(colour: str) -> Mapping[str, str]:
    paint = SPACES[colour]
    return {
        f".route-{colour}": f"fill:{paint.fill}",
        f".route-{colour} .sign": f"fill:{paint.sign};stroke:{paint.sign}",
    }


def _quiet(colour: str, space: Space) -> Mapping[str, str]:
    return {
        f".route-{colour}": f"fill:{space.bed}",
        f".route-{colour} .sign": f"fill:{space.sign};stroke:{space.rail}",
        f".route-{colour} .masonry": f"stroke:{space.rail}",
    }
