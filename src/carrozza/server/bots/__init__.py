"""Bots at the table: they think in processes of their own, see views alone, and play like anybody else."""

from carrozza.server.bots.allowed_bots import bot_for_seat
from carrozza.server.bots.bot_turns import BotCrew

__all__ = ["BotCrew", "bot_for_seat"]
