"""Bots: players that are programs."""

from carrozza.bots.guard import Fault
from carrozza.bots.plugins import FaultyBot
from carrozza.bots.protocol import ActionBot, Bot
from carrozza.bots.registry import make_bot, names
from carrozza.bots.spec import BadSpec, Spec, UnknownBot, parse_spec, parse_specs, split_specs

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
