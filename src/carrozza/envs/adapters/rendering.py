"""Games as text and pictures, for the render modes of PettingZoo and Gymnasium."""

import io
from typing import Final

import numpy as np

from carrozza import Position
from carrozza.envs.adapters.action_game import ActionGame
from carrozza.envs.vectorised.arguments import checked_choice
from carrozza.kernel.layout import Grid

RENDER_MODES: Final = ("human", "ansi", "rgb_array", "svg")
FRAMES_PER_SECOND: Final = 2
PICTURE_WIDTH: Final = 1000
"""Pixels."""

Frame = str | Grid | None


def checked_render_mode(mode: str | None) -> str | None:
    return None if mode is None else checked_choice("render_mode", mode, RENDER_MODES)


def render(game: ActionGame, mode: str | None) -> Frame:
    """The position with every card open: `human` prints it, `ansi` is its text, the others draw the board."""
    if mode == "human":
        print(game.position())
        return None
    if mode == "ansi":
        return str(game.position())
    if mode == "svg":
        return _svg(game)
    return _pixels(game) if mode == "rgb_array" else None


def _svg(game: ActionGame) -> str:
    drawn = _drawable(game)._repr_svg_()
    assert drawn is not None, "the package says how positions are drawn"
    return drawn


def _pixels(game: ActionGame) -> Grid:
    try:
        from PIL import Image
    except ImportError:
        raise ModuleNotFoundError("rgb_array needs the extra: pip install 'carrozza[envs]'", name="PIL") from None
    picture = _drawable(game).png(PICTURE_WIDTH)
    assert picture is not None, "the package says how positions are drawn"
    with Image.open(io.BytesIO(picture)) as opened:
        drawn = opened.convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    return np.asarray(Image.alpha_composite(paper, drawn).convert("RGB")).copy()


def _drawable(game: ActionGame) -> Position:
    """Drawings are made in a room beside this one: the package, and not `game` alone, says how positions have them."""
    return Position(game.names, game.state)
