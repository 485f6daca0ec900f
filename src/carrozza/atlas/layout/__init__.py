"""Where everything of a board lies on its drawing."""

from carrozza.atlas.layout_model import Box, Label, Layout, Point, Space

__all__ = ["Box", "Label", "Layout", "Point", "Space"]
