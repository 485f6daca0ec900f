"""Boards: maps with their rules, checked and ready to play."""

from carrozza.boards.bundle import Bundle, bundle_schema, read_bundle
from carrozza.boards.document import json_schema
from carrozza.boards.faults import BoardError, Fault
from carrozza.boards.folders import folder_faults, folders, own_boards, own_names, use_folders, with_digest
from carrozza.boards.loading import bundle_of, load
from carrozza.boards.model import Alvin, Board, City, Drawing, Route, Rules, Ticket
from carrozza.boards.own import from_document
from carrozza.boards.shipped import is_shipped, names
from carrozza.boards.version import Version

__all__ = [
    "Alvin",
    "Board",
    "BoardError",
    "Bundle",
    "City",
    "Drawing",
    "Fault",
    "Route",
    "Rules",
    "Ticket",
    "Version",
    "bundle_of",
    "bundle_schema",
    "folder_faults",
    "folders",
    "from_document",
    "is_shipped",
    "json_schema",
    "load",
    "names",
    "own_boards",
    "own_names",
    "read_bundle",
    "use_folders",
    "with_digest",
]
