"""The arena: games in bulk."""

from carrozza.arena.arena_command import arena_command
from carrozza.arena.checks import ArenaError
from carrozza.arena.command import simulate_command
from carrozza.arena.results import Results
from carrozza.arena.simulation import simulate
from carrozza.arena.tournament import Tournament, hold

__all__ = ["ArenaError", "Results", "Tournament", "arena_command", "hold", "simulate", "simulate_command"]
