"""Positions, moves and rules in sentences, in every language."""
