"""The train cards: a frame in the card's colour, a sun with its sign, a wagon of its own.

Drawn in tenths of a millimetre.
"""

import math
from collections.abc import Sequence
from typing import Final

from carrozza.atlas.drawing.palette import INK, LIGHT, PAPER, SPACES
from carrozza.atlas.drawing.shapes import SIGNS, WHEEL, disc
from carrozza.atlas.drawing.svg import Markup, element, group, joined, number
from carrozza.atlas.fonts import text_width
from carrozza.atlas.press.pages import written
from carrozza.atlas.press.wagons import BRASS, at, box, engine, shape, stroke, wagon
from carrozza.boards.model import LOCOMOTIVE
from carrozza.words import say

WIDTH, HEIGHT = 440.0, 680.0
REACH: Final = 60.0
"""How far beyond its edge a card is drawn, for the bleed."""

SUN: Final = (220.0, 228.0, 92.0)
RAILS: Final = 546.0
RAYS: Final = 24
FAR: Final = 640.0
"""How long a ray is: beyond any edge."""

PANEL: Final = "M40 590V230C40 130 110 40 220 40S400 130 400 230V590z"
SPECTRUM: Final = ("red", "orange", "yellow", "green", "blue", "purple")


def train_card(colour: str, language: str) -> Markup:
    """The face of a card of that colour, or of a locomotive; what it refers to is in `train_defs`."""
    paints = SPECTRUM if colour == LOCOMOTIVE else (colour,)
    sign = INK if colour == LOCOMOTIVE else SPACES[colour].sign
    return joined(
        (
            _frame(colour),
            group((_sky(paints), _hills(paints), _track(), _train(colour)), clip_path="url(#panel)"),
            element("path", d=PANEL, fill="none", stroke=BRASS if colour == LOCOMOTIVE else sign, stroke_width=5),
            element("path", d=PANEL, fill="none", stroke=INK, stroke_width=1.6),
            *_corner_signs(colour),
            _name(say(f"card.{colour}", language).capitalize(), PAPER if colour == LOCOMOTIVE else sign),
        )
    )


def train_defs() -> tuple[Markup, ...]:
    """What the faces refer to."""
    return (element("clipPath", element("path", d=PANEL), id="panel"),)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


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


def _hills(paints: Sequence[str]) -> Markup:
    tint = SPACES[paints[0]].fill if len(paints) == 1 else "#7C8A6A"
    far = mixed(mixed(tint, "#8A9A86", 0.55), LIGHT["page"], 0.35)
    near = mixed(mixed(tint, "#6F7F68", 0.6), LIGHT["land"], 0.12)
    return joined(
        (
            shape("M30 446C90 376 140 392 196 424S312 366 410 408V600H30z", far, None),
            shape("M30 496C110 452 190 500 260 476S360 450 410 468V600H30z", near, None),
        )
    )


def _track() -> Markup:
    sleepers = "".join(f"M{x} {RAILS + 4:.0f}h16l3 16h-22z" for x in range(36, 410, 34))
    return joined(
        (
            shape(f"M30 {RAILS + 6:.0f}H410V600H30z", mixed(LIGHT["land"], LIGHT["soft"], 0.28), None),
            shape(sleepers, "#6E5A44", None),
            stroke(f"M30 {RAILS + 2:.0f}H410", INK, 6),
            stroke(f"M30 {RAILS + 1:.0f}H410", "#C9C6BE", 2),
        )
    )


def _train(colour: str) -> Markup:
    drawn = engine() if colour == LOCOMOTIVE else wagon(colour)
    return at(WIDTH / 2, RAILS, drawn)


def _corner_signs(colour: str) -> tuple[Markup, ...]:
    """The sign where a fan of cards shows it."""
    if colour == LOCOMOTIVE:
        plate = joined((shape(disc(31), PAPER, BRASS, 5), element("path", d=WHEEL, fill=INK, transform="scale(7.4)")))
    else:
        plate = element("path", d=SIGNS[colour], fill=SPACES[colour].sign, transform="scale(7.4)")
    return at(62, 62, plate), at(WIDTH - 62, 62, plate)


def _name(text: str, fill: str) -> Markup:
    size = min(40.0, 280 / text_width(text, 1, "serif", bold=True))
    return group((written(text, WIDTH / 2, 642, size, "p-serif p-bold", "middle"),), fill=fill)
