"""Hints: the moves worth considering in a position, and what speaks for each, as facts of that position."""
