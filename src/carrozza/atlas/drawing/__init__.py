"""Boards and positions drawn as SVG."""

from carrozza.atlas.drawing.drawing import Drawing, draw

__all__ = ["Drawing", "draw"]
