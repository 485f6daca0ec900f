"""Boards of one's own: begin one from a list of cities, judge it, playtest it."""
