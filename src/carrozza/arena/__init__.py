"""The arena: games in bulk."""

from carrozza.arena.checks import ArenaError
from carrozza.arena.commands.arena import arena_command
from carrozza.arena.commands.simulate import simulate_command
from carrozza.arena.playing.results import Results
from carrozza.arena.playing.simulation import simulate
from carrozza.arena.playing.tournament import Tournament, hold

__all__ = ["ArenaError", "Results", "Tournament", "arena_command", "hold", "simulate", "simulate_command"]
