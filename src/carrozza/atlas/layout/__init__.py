"""Where everything of a board lies on its drawing."""

from carrozza.atlas.layout.model import Box, Label, Layout, Point, Space

__all__ = ["Box", "Label", "Layout", "Point", "Space"]
