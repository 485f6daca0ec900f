"""A drawing in words, for those who hear it."""

from collections.abc import Iterator

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.routes import route_title
from carrozza.game.game import Game
from carrozza.game.position import Position
from carrozza.game.sentences.description import describe
from carrozza.game.sentences.rulebook import board_title
from carrozza.game.view import View
from carrozza.kernel.state import WATCHER, blank_state
from carrozza.kernel.view import make_view


def describe_board(canvas: Canvas) -> str:
    """The map: how large it is, what its routes are worth, and every route."""
    return "\n".join(_board_sentences(canvas))


def describe_position(canvas: Canvas, position: Position) -> str:
    """The position as everybody sees it; at the end with the scores, where a game knows them."""
    result = position.result() if isinstance(position, Game) and position.finished else None
    return describe(_watched(position), canvas.language, result=result)


def _watched(position: Position) -> View:
    seen = blank_state()
    make_view(position.state, WATCHER, seen)
    return View(position.names, seen, None)


def _board_sentences(canvas: Canvas) -> Iterator[str]:
    board = canvas.board
    yield canvas.say(
        "drawing.board",
        board=board_title(board, canvas.language),
        cities=canvas.say("drawing.cities", number=len(board.cities)),
        routes=canvas.say("count.routes", number=len(board.routes)),
    )
    worth = (
        f"{canvas.say('drawing.spaces', number=length)} {canvas.say('count.points', number=points)}"
        for length, points in route_worth(canvas)
    )
    yield canvas.say("drawing.worth", worth=", ".join(worth))
    yield canvas.say("drawing.routes", routes="; ".join(route_title(canvas, route) for route in board.routes))
    sights = [city.name for city in board.cities if canvas.is_attraction(city)]
    if sights:
        yield canvas.say("drawing.attractions", cities=", ".join(sights))


def route_worth(canvas: Canvas) -> list[tuple[int, int]]:
    """The lengths that occur on the board, and the points of each."""
    lengths = sorted({route.length for route in canvas.board.routes})
    return [(length, canvas.board.rules.route_points[length]) for length in lengths]
