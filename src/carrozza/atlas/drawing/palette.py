"""The colours of a drawing: on a screen by day and by night, and in print."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Theme = Literal["light", "dark", "auto", "print"]
THEMES: Final = ("light", "dark", "auto", "print")


class Paint(NamedTuple):
    """A filled shape and what is drawn on it."""

    fill: str
    sign: str
    shade: str
    """The same colour in shadow: roofs and the like."""


INK, PAPER = "#2B2A33", "#FCFBF7"

LIGHT: Final[Mapping[str, str]] = {
    "page": "#FBF7EC",
    "land": "#F1E8D2",
    "sea": "#BCD3DA",
    "shore": "#93B5C1",
    "coast": "#8B927F",
    "border": "#C3AE7E",
    "state": "#D8C9A6",
    "ridge": "#B7A06C",
    "river": "#9DBDC8",
    "wake": "#4F7F93",
    "ink": INK,
    "soft": "#6B665C",
    "accent": "#A8741A",
    "halo": "#FBF7EC",
    "lift": PAPER,
    "edge": "#655D4B",
    "case": INK,
    "coupling": INK,
    "black_case": INK,
    "outline": INK,
}

DARK: Final[Mapping[str, str]] = {
    "page": "#14181D",
    "land": "#26313A",
    "sea": "#101C27",
    "shore": "#24394A",
    "coast": "#4D606C",
    "border": "#51636F",
    "state": "#3A4853",
    "ridge": "#566874",
    "river": "#2B4A5C",
    "wake": "#5F8DA3",
    "ink": "#EDE6D6",
    "soft": "#A9A294",
    "accent": "#E2B45F",
    "halo": "#14181D",
    "lift": "#D9D2C2",
    "edge": "#8A8983",
    "case": "#0A0D11",
    "coupling": "#8E887B",
    "black_case": "#D9D2C2",
    "outline": "#D9D2C2",
}

SPACES: Final[Mapping[str, Paint]] = {
    "red": Paint("#D8353F", PAPER, "#9B1F2B"),
    "orange": Paint("#F9923E", INK, "#C26318"),
    "yellow": Paint("#FCD516", INK, "#C59E00"),
    "green": Paint("#1C790A", PAPER, "#105004"),
    "blue": Paint("#0B6BB3", PAPER, "#07487A"),
    "purple": Paint("#A875AE", INK, "#7B4C82"),
    "pink": Paint("#A875AE", INK, "#7B4C82"),
    "black": Paint("#2D2B31", PAPER, "#121115"),
    "white": Paint("#FCFBF7", INK, "#C9C5B8"),
    "gray": Paint("#B3B0A8", INK, "#85827A"),
}

SEATS: Final = ("blue", "red", "green", "yellow", "black", "white")
"""The colours of the players, in the order of their seats."""

TRAINS: Final[Mapping[str, Paint]] = {
    "blue": Paint("#1A85E6", PAPER, "#0C4C89"),
    "red": Paint("#FF3B41", PAPER, "#96141F"),
    "green": Paint("#078C1D", PAPER, "#04500F"),
    "yellow": Paint("#FFDE00", INK, "#B48A00"),
    "black": Paint("#1E1D22", PAPER, "#000000"),
    "white": Paint("#FFFFFF", INK, "#A4A9B3"),
}
"""The pieces of the players: brighter than the cards of the same name."""


class Space(NamedTuple):
    """A free space on a screen, where whatever is bright is a piece: a quiet bed between two rails, and a sign."""

    bed: str
    rail: str
    sign: str


_PALE, _OLIVE, _STONE = "#F8F3E8", "#988D76", "#918F89"
_NIGHT, _MOONLIT = "#20262C", "#8B8880"


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def _space(colour: str, ground: str, share: float, sign: str) -> Space:
    rail = SPACES[colour].fill
    return Space(mixed(ground, rail, share), rail, sign)


DAY_SPACES: Final[Mapping[str, Space]] = {
    "red": _space("red", _PALE, 0.11, "#9B1F2B"),
    "orange": _space("orange", _PALE, 0.25, "#9A4708"),
    "yellow": _space("yellow", _OLIVE, 0.07, INK),
    "green": _space("green", _PALE, 0.22, "#105004"),
    "blue": _space("blue", _PALE, 0.09, "#07487A"),
    "purple": _space("purple", _PALE, 0.3, "#5F3566"),
    "pink": _space("pink", _PALE, 0.3, "#5F3566"),
    "black": _space("black", _PALE, 0.2, INK),
    "white": _space("white", _STONE, 0.0, INK),
    "gray": _space("gray", _PALE, 0.55, INK),
}
"""Pale beds between dark rails, and dark ones between pale rails: the pieces of that colour stand out from both."""

NIGHT_SPACES: Final[Mapping[str, Space]] = {
    "red": _space("red", _NIGHT, 0.25, PAPER),
    "orange": _space("orange", _NIGHT, 0.25, PAPER),
    "yellow": _space("yellow", _NIGHT, 0.25, PAPER),
    "green": _space("green", _NIGHT, 0.22, PAPER),
    "blue": _space("blue", _NIGHT, 0.15, PAPER),
    "purple": _space("purple", _NIGHT, 0.25, PAPER),
    "pink": _space("pink", _NIGHT, 0.25, PAPER),
    "black": _space("black", _MOONLIT, 0.0, INK),
    "white": _space("white", _NIGHT, 0.25, PAPER),
    "gray": _space("gray", _NIGHT, 0.25, PAPER),
}
