"""Worlds to search in: the hidden tickets and hands as they may lie, and the cards that come off the deck."""
