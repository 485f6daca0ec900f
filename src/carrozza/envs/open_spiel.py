"""Importing this registers the game `python_carrozza` with OpenSpiel."""

from carrozza.envs.adapters.spiel_game import SpielGame, register
from carrozza.envs.adapters.spiel_state import SpielState

__all__ = ["SpielGame", "SpielState"]

register()
