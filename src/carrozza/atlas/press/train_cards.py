"""The train cards: a frame in the card's colour, a sun with its sign, a wagon or a taxi of its own.

Drawn in tenths of a millimetre.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from carrozza.atlas.drawing.palette import INK, LIGHT, PAPER, SPACES, mixed
from carrozza.atlas.drawing.shapes import SIGNS, WHEEL, disc
from carrozza.atlas.drawing.svg import Markup, element, group, joined, number
from carrozza.atlas.fonts import text_width
from carrozza.atlas.press.outlines import BRASS, at, box, shape, stroke
from carrozza.atlas.press.pages import written
from carrozza.atlas.press.scenery import GROUND, railway, street
from carrozza.atlas.press.taxis import taxi, yellow_cab
from carrozza.atlas.press.wagons import engine, wagon
from carrozza.boards.model import LOCOMOTIVE
from carrozza.words import say

WIDTH, HEIGHT = 440.0, 680.0
REACH: Final = 60.0
"""How far beyond its edge a card is drawn, for the bleed."""

SUN: Final = (220.0, 228.0, 92.0)
RAYS: Final = 24
FAR: Final = 640.0
"""How long a ray is: beyond any edge."""

PANEL: Final = "M40 590V230C40 130 110 40 220 40S400 130 400 230V590z"
SPECTRUM: Final = ("red", "orange", "yellow", "green", "blue", "purple")


class Traffic(NamedTuple):
    """What goes where on the cards of a board."""

    scenery: Callable[[str | None], Markup]
    coloured: Callable[[str], Markup]
    wild: Callable[[], Markup]
    wild_name: str


TRAFFIC: Final[Mapping[str, Traffic]] = {
    "wagon": Traffic(railway, wagon, engine, "card.locomotive"),
    "taxi": Traffic(street, taxi, yellow_cab, "card.taxi"),
}
"""By what a train of the board looks like."""


def train_card(colour: str, language: str, train: str = "wagon") -> Markup:
    """The face of a card of that colour, or of a locomotive; what it refers to is in `train_defs`."""
    traffic, wild = TRAFFIC[train], colour == LOCOMOTIVE
    paints = SPECTRUM if wild else (colour,)
    sign = INK if wild else SPACES[colour].sign
    return joined(
        (
            _frame(colour),
            group(
                (
                    _sky(paints),
                    traffic.scenery(None if wild else colour),
                    at(WIDTH / 2, GROUND, traffic.wild() if wild else traffic.coloured(colour)),
                ),
                clip_path="url(#panel)",
            ),
            element("path", d=PANEL, fill="none", stroke=BRASS if wild else sign, stroke_width=5),
            element("path", d=PANEL, fill="none", stroke=INK, stroke_width=1.6),
            *_corner_signs(colour),
            _name(
                say(traffic.wild_name if wild else f"card.{colour}", language).capitalize(),
                PAPER if wild else sign,
                34.0 if wild else 40.0,
            ),
        )
    )


def train_defs() -> tuple[Markup, ...]:
    """What the faces refer to."""
    return (element("clipPath", element("path", d=PANEL), id="panel"),)


def _frame(colour: str) -> Markup:
    whole = box(-REACH, -REACH, WIDTH + 2 * REACH, HEIGHT + 2 * REACH)
    edge = box(16, 16, WIDTH - 32, HEIGHT - 32, 14)
    if colour != LOCOMOTIVE:
        paint = SPACES[colour]
        return joined((shape(whole, paint.fill, None), stroke(edge, paint.sign, 2.4)))
    spectrum = group([_ray(index, SPACES[SPECTRUM[index % len(SPECTRUM)]].fill, 0.5) for index in range(RAYS)])
    return joined(
        (spectrum, stroke(edge, INK, 7), stroke(edge, BRASS, 3), shape(box(70, 608, 300, 48, 8), INK, BRASS, 3))
    )


def _ray(index: int, fill: str, half: float) -> Markup:
    """A ray of the sun, to both sides of its direction by a share of what there is from one to the next."""
    x, y, _ = SUN
    angles = [math.radians(-90 + 360 * (index + side) / RAYS) for side in (-half, half)]
    (x1, y1), (x2, y2) = [(x + FAR * math.cos(angle), y + FAR * math.sin(angle)) for angle in angles]
    return element(
        "path", d=f"M{number(x)} {number(y)}L{number(x1)} {number(y1)}L{number(x2)} {number(y2)}z", fill=fill
    )


def _sky(paints: Sequence[str]) -> Markup:
    """Rays from the sun in two tones, and the sun with the sign in it."""
    ground = element("path", d=PANEL, fill=LIGHT["page"])
    rays = [_ray(index, _tone(paints[index % len(paints)]), 0.25) for index in range(RAYS)]
    return joined((ground, *rays, _sun(paints)))


def _tone(colour: str) -> str:
    if colour == "white":
        return mixed(LIGHT["page"], LIGHT["soft"], 0.15)
    return mixed(SPACES[colour].fill, LIGHT["page"], 0.62)


def _sun(paints: Sequence[str]) -> Markup:
    x, y, radius = SUN
    if len(paints) > 1:
        sign, fill, ink = WHEEL, PAPER, INK
    else:
        sign, fill, ink = SIGNS[paints[0]], SPACES[paints[0]].fill, SPACES[paints[0]].sign
    rim = BRASS if len(paints) > 1 else LIGHT["page"]
    return at(
        x,
        y,
        shape(disc(radius + 9), rim, INK, 2.4),
        shape(disc(radius), fill, INK, 2.4),
        element("path", d=sign, fill=ink, transform="scale(18)"),
    )


def _corner_signs(colour: str) -> tuple[Markup, ...]:
    """The sign where a fan of cards shows it."""
    if colour == LOCOMOTIVE:
        plate = joined((shape(disc(31), PAPER, BRASS, 5), element("path", d=WHEEL, fill=INK, transform="scale(7.4)")))
    else:
        plate = element("path", d=SIGNS[colour], fill=SPACES[colour].sign, transform="scale(7.4)")
    return at(62, 62, plate), at(WIDTH - 62, 62, plate)


def _name(word: str, fill: str, largest: float) -> Markup:
    text = word.capitalize()
    size = min(largest, 280 / text_width(text, 1, "serif", bold=True))
    return group((written(text, WIDTH / 2, 642, size, "p-serif p-bold", "middle"),), fill=fill)
