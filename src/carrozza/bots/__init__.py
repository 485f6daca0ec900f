"""Bots: players that are programs."""

from carrozza.bots.registry import UnknownBot, kind_of, names

__all__ = ["UnknownBot", "kind_of", "names"]
