"""Boards by short names, so that a configuration can list them: those of the game, files, parts and synthetic ones."""

import re
from typing import Final

from carrozza import boards
from carrozza.boards.model import Board
from carrozza.learning.boards.parts import part_of
from carrozza.learning.boards.synthetic import synthetic_board
from carrozza.learning.boards.varied import CITIES

_PART: Final = re.compile(r"part:(?P<board>.+):(?P<seed>\d+)")
_SYNTHETIC: Final = re.compile(r"synthetic:(?P<seed>\d+)(:(?P<cities>\d+))?")


def named_board(name: str) -> Board:
    """The board of a name or a path; `part:BOARD:SEED` is a part of one, and `synthetic:SEED` or
    `synthetic:SEED:MOST_CITIES` one that is made up.

    >>> named_board("part:usa:7")
    <Board part-7-of-usa: 25 cities, 48 routes, 9 tickets>
    """
    if found := _PART.fullmatch(name):
        return part_of(named_board(found["board"]), int(found["seed"]))
    if found := _SYNTHETIC.fullmatch(name):
        return synthetic_board(int(found["seed"]), int(found["cities"] or CITIES[1]))
    return boards.load(name)


def whole_name(name: str) -> str:
    """The name of the board that a part is of; of any other board its own.

    >>> whole_name("part:usa:7"), whole_name("europe")
    ('usa', 'europe')
    """
    found = _PART.fullmatch(name)
    return whole_name(found["board"]) if found else name
