"""Whole games, kept decision by decision: a change of behaviour shows as a change of one of these files."""
