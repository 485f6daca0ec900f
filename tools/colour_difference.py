"""How far apart two colours are to an eye: CIEDE2000, for eyes with all cones and for those that lack one kind.

A colour is three numbers of sRGB from 0 to 255.

>>> round(difference((255, 255, 255), (0, 0, 0)))
100
"""

import math
from collections.abc import Mapping
from typing import Final

Colour = tuple[float, float, float]
Lab = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

NORMAL: Final = "all cones"
EYES: Final[Mapping[str, Matrix]] = {
    NORMAL: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of linear light. The last three lack one kind of cones: Machado, Oliveira and Fernandes, "A
physiologically-based model for simulation of color vision deficiency" (2009), severity 1."""

_TO_XYZ: Final[Matrix] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Final = tuple(sum(row) for row in _TO_XYZ)


def difference(one: Colour, other: Colour, eyes: str = NORMAL) -> float:
    """How far apart those eyes see two colours; about 1 is the least that people notice, 100 is black and white."""
    return ciede2000(lab(one, eyes), lab(other, eyes))


def from_hex(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def lab(colour: Colour, eyes: str = NORMAL) -> Lab:
    """The colour in CIELAB under daylight, as those eyes see it."""
    seen = [min(1.0, max(0.0, value)) for value in _through(EYES[eyes], linear(colour))]
    x, y, z = (_compressed(value / white) for value, white in zip(_through(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def linear(colour: Colour) -> list[float]:
    """The light of each channel, from 0 to 1."""
    shares = [channel / 255 for channel in colour]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def ciede2000(one: Lab, other: Lab) -> float:
    """After Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005), with all weights 1."""
    seventh = ((math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(seventh / (seventh + 25**7))
    chroma1, hue1 = _polar(one[1] * stretch, one[2])
    chroma2, hue2 = _polar(other[1] * stretch, other[2])
    is_gray = chroma1 * chroma2 == 0
    lightness, chroma = (one[0] + other[0]) / 2, (chroma1 + chroma2) / 2
    turn = 0.0 if is_gray else _shorter(hue2 - hue1)
    hue = hue1 + hue2 if is_gray else (hue1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * _cosine(hue - 30)
        + 0.24 * _cosine(2 * hue)
        + 0.32 * _cosine(3 * hue + 6)
        - 0.20 * _cosine(4 * hue - 63)
    )
    from_middle = (lightness - 50) ** 2
    by_lightness = (other[0] - one[0]) / (1 + 0.015 * from_middle / math.sqrt(20 + from_middle))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    in_blue = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(in_blue)
    return math.sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _shorter(turn: float) -> float:
    """The same turn the other way round, where that is shorter."""
    return turn if abs(turn) <= 180 else turn - math.copysign(360, turn)


def _cosine(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _compressed(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def _through(matrix: Matrix, colour: Colour | list[float]) -> list[float]:
    return [sum(weight * channel for weight, channel in zip(row, colour, strict=True)) for row in matrix]
