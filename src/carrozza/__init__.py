"""Carrozza: an open platform for the train game Ticket to Ride.

>>> import carrozza
>>> game = carrozza.Game("europe", seed=1)
>>> "draw deck" in game.legal_moves
False

What is named here is imported when it is first used, so that `import carrozza` and `carrozza --help` stay fast.
"""

from importlib import import_module

TYPE_CHECKING = False
"""Type checkers take it for true; `typing` itself would be half of the time that the import takes."""
if TYPE_CHECKING:
    from carrozza import boards
    from carrozza.atlas.drawing import draw
    from carrozza.boards import Board, BoardError
    from carrozza.bots.analysis import Analysis
    from carrozza.bots.bot import Bot
    from carrozza.bots.hints.hint import Hint, hints
    from carrozza.bots.registry import bot
    from carrozza.game.cards import Cards
    from carrozza.game.errors import GameError, IllegalMove, NotationError, UnknownName
    from carrozza.game.game import Game
    from carrozza.game.legal_moves import LegalMoves
    from carrozza.game.moves import (
        BuildStation,
        Claim,
        Decline,
        Draw,
        DrawTickets,
        Finish,
        Keep,
        Move,
        MoveAlvin,
        NoMarker,
        Pass,
        PayTunnel,
        PlaceMarker,
        PlayedMove,
        Start,
        parse_move,
    )
    from carrozza.game.position import Position
    from carrozza.game.positions import FlawedInput, PositionDocument
    from carrozza.game.records.record import Record, RecordError
    from carrozza.game.scores import Result, Score
    from carrozza.game.view import View

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "BoardError",
    "Bot",
    "BuildStation",
    "Cards",
    "Claim",
    "Decline",
    "Draw",
    "DrawTickets",
    "Finish",
    "FlawedInput",
    "Game",
    "GameError",
    "Hint",
    "IllegalMove",
    "Keep",
    "LegalMoves",
    "Move",
    "MoveAlvin",
    "NoMarker",
    "NotationError",
    "Pass",
    "PayTunnel",
    "PlaceMarker",
    "PlayedMove",
    "Position",
    "PositionDocument",
    "Record",
    "RecordError",
    "Result",
    "Score",
    "Start",
    "UnknownName",
    "View",
    "boards",
    "bot",
    "draw",
    "hints",
    "parse_move",
]

_MOVES = (
    "BuildStation Claim Decline Draw DrawTickets Finish Keep Move MoveAlvin NoMarker Pass PayTunnel PlaceMarker "
    "PlayedMove Start parse_move"
)
_HOMES = {
    "atlas.drawing": "draw",
    "boards": "Board BoardError",
    "bots.analysis": "Analysis",
    "bots.bot": "Bot",
    "bots.hints.hint": "Hint hints",
    "bots.registry": "bot",
    "game.cards": "Cards",
    "game.errors": "GameError IllegalMove NotationError UnknownName",
    "game.game": "Game",
    "game.legal_moves": "LegalMoves",
    "game.moves": _MOVES,
    "game.position": "Position",
    "game.positions": "FlawedInput PositionDocument",
    "game.records.record": "Record RecordError",
    "game.scores": "Result Score",
    "game.view": "View",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


if not TYPE_CHECKING:  # or they would take every misspelt name for one that is there

    def __getattr__(name: str) -> object:
        if name == "boards":
            return import_module("carrozza.boards")
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if _HOME_OF[name].startswith("game."):
            _let_positions_be_drawn()
        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _let_positions_be_drawn() -> None:
    """For notebooks and environments. Drawings are made above `game`, so it is told here how to have them."""
    position = import_module("carrozza.game.position")
    position.Position.drawer = _svg_of
    position.Position.painter = _png_of


def _svg_of(position: "Position") -> str:
    drawing = import_module("carrozza.atlas.drawing")
    return str(drawing.draw(position)._repr_svg_())


def _png_of(position: "Position", width: int) -> bytes:
    drawn = import_module("carrozza.atlas.drawing").draw(position)
    return bytes(import_module("carrozza.atlas.render").to_png(drawn.svg, width))
