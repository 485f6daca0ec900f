"""What requests cost, in milliseconds of one core: `python -m benchmarks prices` measures them.

Every request takes the price of its kind when it comes in. What has to be computed for it takes its own price just
before that, so that an answer from the cache costs no more than any other request.
"""

from collections.abc import Mapping
from typing import Any, Final

REQUEST: Final = 3.0
"""Whatever is not listed: a view, a board's facts, a file of the page."""
LOBBY: Final = 4.0
MOVE: Final = 8.0
"""A move or another change at a table, with the views of everybody there; by HTTP or over a WebSocket."""
HINTS: Final = 1000.0
"""What a search takes to find them."""
NEW_GAME: Final = 8.0
RECORD: Final = 5.0
A_MOVE_REPLAYED: Final = 2.0
"""Of a replay, for each move: the views of up to six seats, and their compression."""
SCORE: Final = 6.0
"""Of a real table: reading the position, scoring it, and everybody's ways."""
A_MOVE_JUDGED: Final = 1.0
"""Of a case that is scored, for each of its moves."""
DRAWING: Final = 250.0
DRAWING_WITH_PREFIX: Final = 8.0
"""To put the prefix into a drawing, and to compress it again."""
CHECK: Final = 30.0
"""Of a board that is being made: its faults, and advice."""
SUGGESTION: Final = 100.0
"""Of tickets or colours for such a board."""
GROUND: Final = 150.0
PLAYTEST: Final = 500.0
"""Whoever gives one up ends the process that plays, and the next one has to start another."""
A_GAME_OF_BOTS: Final = 1.0
"""Of it: with all numbers of players, report included; on the largest boards half as much again."""
DRAFT_LAYOUT: Final = 2000.0
"""Of a board that is being made: from nothing; from a nearby layout it takes less."""
PRINT: Final = 1000.0
LAYOUT: Final = 10_000.0
"""To lay out an own board whose bundle brings no layout: a whole burst of an address."""
UPLOADED_BOARD: Final = 10.0
A_BOARD_CHECKED: Final = 30.0
"""Of an upload: reading, checking, and writing it again in its canonical form."""
PLACES: Final = 10.0
"""To look a place up by its name."""
NEW_BOARD: Final = 50.0
A_CITY_OF_IT: Final = 15.0
"""Of a board from pasted lists, for each line with a city: its place, its routes and its tickets."""
A_MEGABYTE: Final = 2.0
"""Sent to a client that does not accept gzip."""

_CHANGES: Final = {
    "games": NEW_GAME,
    "boards": UPLOADED_BOARD,
    "rematch": NEW_GAME,
    "moves": MOVE,
    "undo": MOVE,
    "hints": MOVE,
    "join": MOVE,
    "leave": MOVE,
    "seats": MOVE,
    "watch": MOVE,
    "live": MOVE,
}
_READS: Final = {"games": LOBBY, "record": RECORD}


def of_request(scope: Mapping[str, Any]) -> float:
    """The price of a request, or of a message over a WebSocket, by the word that ends its path.

    >>> of_request({"path": "/api/games/k7f3/moves", "method": "POST"}), of_request({"path": "/", "method": "GET"})
    (8.0, 3.0)
    """
    words = scope["path"].rstrip("/").split("/")[-2:]
    prices = _READS if scope.get("method") in ("GET", "HEAD") else _CHANGES
    return prices.get(words[-1]) or prices.get(words[0], REQUEST)


def of_replay(moves: int) -> float:
    return RECORD + moves * A_MOVE_REPLAYED


def of_scoring(moves: int) -> float:
    return SCORE + moves * A_MOVE_JUDGED


def of_playtest(games: int) -> float:
    return PLAYTEST + games * A_GAME_OF_BOTS


def of_new_board(cities: int) -> float:
    return NEW_BOARD + cities * A_CITY_OF_IT


def of_sending(size: int) -> float:
    """Without gzip."""
    return size * A_MEGABYTE / 1_000_000
