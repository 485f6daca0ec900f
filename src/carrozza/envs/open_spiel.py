"""Importing this registers the game `python_carrozza` with OpenSpiel."""

from importlib.util import find_spec

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install 'carrozza[openspiel]'", name="pyspiel")

from carrozza.envs.adapters.spiel_game import SpielGame, register
from carrozza.envs.adapters.spiel_state import SpielState

__all__ = ["SpielGame", "SpielState"]

register()
