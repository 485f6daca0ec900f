"""The words of the game, in every language it speaks: rules, refusals, moves, and what a player reads or hears."""

from carrozza.words.catalogue import languages, say, say_number

__all__ = ["languages", "say", "say_number"]
