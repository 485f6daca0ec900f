"""What lies behind the wagons and the taxis of the train cards: hills and rails, or a city and a street.

Drawn in tenths of a millimetre, 380 wide, on a card of 440 x 680.
"""

from typing import Final

from carrozza.atlas.drawing.palette import INK, LIGHT, PAPER, SPACES, mixed
from carrozza.atlas.drawing.svg import Markup, joined
from carrozza.atlas.press.outlines import box, shape, stroke

GROUND: Final = 546.0
"""Where wheels touch the rails or the street."""

NEUTRAL: Final = "#7C8A6A"
"""The tint behind a card of no colour."""

FAR_HOUSES: Final = (
    (34, 400, 30), (64, 372, 26), (90, 420, 30), (120, 388, 24), (144, 430, 34), (178, 408, 26),
    (204, 432, 30), (234, 396, 28), (262, 424, 30), (292, 364, 24), (316, 412, 34), (350, 382, 26), (376, 404, 34),
)  # fmt: skip
NEAR_HOUSES: Final = (
    (34, 452, 40), (74, 476, 36), (110, 438, 30), (140, 484, 46), (186, 462, 34), (220, 490, 40),
    (260, 456, 32), (292, 480, 44), (336, 444, 34), (370, 470, 40),
)  # fmt: skip
"""The left edge, the roof and the width of each."""


def railway(colour: str | None) -> Markup:
    """Hills in the card's tint, and a track."""
    tint = _tint(colour)
    far = mixed(mixed(tint, "#8A9A86", 0.55), LIGHT["page"], 0.35)
    near = mixed(mixed(tint, "#6F7F68", 0.6), LIGHT["land"], 0.12)
    return joined(
        (
            shape("M30 446C90 376 140 392 196 424S312 366 410 408V600H30z", far, None),
            shape("M30 496C110 452 190 500 260 476S360 450 410 468V600H30z", near, None),
            _track(),
        )
    )


def street(colour: str | None) -> Markup:
    """High houses in the card's tint, some of their windows alight, and a street."""
    tint = _tint(colour)
    far = mixed(mixed(tint, "#8C93A0", 0.55), LIGHT["page"], 0.4)
    near = mixed(mixed(tint, "#5F6675", 0.62), LIGHT["land"], 0.1)
    return joined(
        (
            shape("".join(_house(*house) for house in FAR_HOUSES), far, None),
            _spire(77, 372, far),
            _tank(304, 364, far),
            shape("".join(_house(*house) for house in NEAR_HOUSES), near, None),
            _tank(237, 490, near),
            shape("".join(_lights(*house) for house in NEAR_HOUSES), mixed(near, "#FFE9A8", 0.75), None),
            _road(),
        )
    )


def _tint(colour: str | None) -> str:
    return NEUTRAL if colour is None else SPACES[colour].fill


def _track() -> Markup:
    sleepers = "".join(f"M{x} {GROUND + 4:.0f}h16l3 16h-22z" for x in range(36, 410, 34))
    return joined(
        (
            shape(f"M30 {GROUND + 6:.0f}H410V600H30z", mixed(LIGHT["land"], LIGHT["soft"], 0.28), None),
            shape(sleepers, "#6E5A44", None),
            stroke(f"M30 {GROUND + 2:.0f}H410", INK, 6),
            stroke(f"M30 {GROUND + 1:.0f}H410", "#C9C6BE", 2),
        )
    )


def _road() -> Markup:
    lane = "".join(f"M{x} 572h34l-4 7h-34z" for x in range(20, 420, 62))
    return joined(
        (
            shape(box(30, GROUND - 30, 380, 20), mixed(LIGHT["land"], LIGHT["soft"], 0.2), None),
            stroke(f"M30 {GROUND - 30:.0f}H410", mixed(LIGHT["land"], INK, 0.45), 1.6),
            shape(box(30, GROUND - 10, 380, 70), "#6A6870", None),
            stroke(f"M30 {GROUND - 10:.0f}H410", INK, 2.4),
            shape(lane, PAPER, None),
        )
    )


def _house(left: float, roof: float, width: float) -> str:
    return box(left, roof, width, GROUND - roof)


def _spire(x: float, roof: float, fill: str) -> Markup:
    """Steps that grow narrower, and a mast."""
    steps = box(x - 9, roof - 16, 18, 17) + box(x - 5, roof - 30, 10, 15)
    return joined((shape(steps, fill, None), stroke(f"M{x} {roof - 30}V{roof - 54}", fill, 2.6)))


def _tank(x: float, roof: float, fill: str) -> Markup:
    """A water tank on legs, as roofs there have."""
    return joined(
        (
            shape(f"M{x - 8} {roof - 10}v-12l8-8 8 8v12z", fill, None),
            stroke(f"M{x - 6} {roof}v-11M{x + 6} {roof}v-11", fill, 2),
        )
    )


def _lights(left: float, roof: float, width: float) -> str:
    """Windows that are lit: some, and the same ones on every card."""
    columns = int((width - 8) // 9)
    inset = left + (width - 9 * columns + 3) / 2
    return "".join(
        box(inset + 9 * column, roof + 9 + 12 * row, 6, 7)
        for row in range(int((GROUND - 40 - roof) // 12))
        for column in range(columns)
        if (3 * row + 5 * column + int(left)) % 4 < 2
    )
