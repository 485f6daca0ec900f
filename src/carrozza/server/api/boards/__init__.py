"""Boards to play on: their drawings, their rules, and uploads."""
