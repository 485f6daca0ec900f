"""Boards as pictures: geography, layout, drawing, print."""
