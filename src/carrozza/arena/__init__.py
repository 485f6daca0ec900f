"""The arena: games in bulk."""

from carrozza.arena.checks import ArenaError, StrictFault
from carrozza.arena.commands.arena import arena_command
from carrozza.arena.commands.simulate import simulate_command
from carrozza.arena.contest_run import ContestOptions, ContestResult, run_contest
from carrozza.arena.playing.results import Results
from carrozza.arena.playing.simulation import simulate

hold = run_contest
"""The earlier name of `run_contest`."""
Tournament = ContestResult
"""The earlier name of `ContestResult`."""

__all__ = [
    "ArenaError",
    "ContestOptions",
    "ContestResult",
    "Results",
    "StrictFault",
    "Tournament",
    "arena_command",
    "hold",
    "run_contest",
    "simulate",
    "simulate_command",
]
