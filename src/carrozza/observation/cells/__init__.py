"""Cells in words of eight: arithmetic on all eight at once, and how sets of bits are written as cells."""
