"""Decisions of a compiled bot, for a network to imitate."""
