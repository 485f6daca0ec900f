"""Positions as text: written, checked and read back."""
