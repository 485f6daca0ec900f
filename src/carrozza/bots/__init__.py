"""Bots: players that are programs."""

from carrozza.bots.bot import ActionBot, Bot
from carrozza.bots.fallback import Fault
from carrozza.bots.plugins import FaultyBot
from carrozza.bots.registry import make_bot, names
from carrozza.bots.specs.checked import BadSpec, Spec, UnknownBot, parse_spec, parse_specs, split_specs

__all__ = [
    "ActionBot",
    "BadSpec",
    "Bot",
    "Fault",
    "FaultyBot",
    "Spec",
    "UnknownBot",
    "make_bot",
    "names",
    "parse_spec",
    "parse_specs",
    "split_specs",
]
