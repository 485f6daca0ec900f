"""Scoring a case: a finished game, or one that still goes on as if it ended now."""

from carrozza.boards import Board
from carrozza.game.game import Game
from carrozza.game.referee.playing import RefereedGame
from carrozza.game.referee.reading import read_case
from carrozza.game.scores import Result


def score_case(raw: object, board: Board | None = None) -> tuple[Game, Result]:
    """The game after the case's moves, and its scores as they stand; `{"finish": true}` is the move that ends it.

    `FlawedInput` lists all that is impossible about the case; `IllegalMove` is the first move that the rules refuse.
    The board is looked for by its name, unless it is given.

    >>> game, result = score_case(
    ...     {
    ...         "board": "usa",
    ...         "seats": ["Ada", "Bruno"],
    ...         "position": {"players": {"Ada": {"routes": ["portland-seattle-1"]}}},
    ...         "moves": [{"player": "Ada", "finish": True}],
    ...     }
    ... )
    >>> game.finished, result.scores["Ada"].total, result.winners
    (True, 11, ('Ada',))
    """
    case, game = read_case(raw, board)
    refereed = RefereedGame(game)
    for move in case.moves:
        refereed.play(move)
    refereed.skip_marker()
    return refereed.game, refereed.game.result()
