"""Writes: moves and changes of seats, on disk before they are confirmed."""
