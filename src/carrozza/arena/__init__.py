"""The arena: games in bulk."""

from carrozza.arena.command import simulate_command
from carrozza.arena.results import Results
from carrozza.arena.simulation import SimulationError, simulate

__all__ = ["Results", "SimulationError", "simulate", "simulate_command"]
