"""Boards: maps with their rules, checked and ready to play."""

from carrozza.boards.document import json_schema
from carrozza.boards.faults import BoardError, Fault
from carrozza.boards.loading import load, names
from carrozza.boards.model import Alvin, Board, City, Drawing, Route, Rules, Ticket

__all__ = [
    "Alvin",
    "Board",
    "BoardError",
    "City",
    "Drawing",
    "Fault",
    "Route",
    "Rules",
    "Ticket",
    "json_schema",
    "load",
    "names",
]
