"""Boards that are being made: checked, laid out, printed, played by bots, begun from lists."""
