"""The colours of a drawing by day and by night."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Theme = Literal["light", "dark", "auto"]
THEMES: Final = ("light", "dark", "auto")


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
    "bed": "#FBF7EC",
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
    "bed": "#8E887B",
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
