"""Compile what only games in Python call, and the layout of boards: `python -m tests.game.compile_ahead`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from carrozza.atlas.layout.optimise import compute
from carrozza.bots import make_bot
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.game.ways import OpenWays
from carrozza.kernel.imagine import imagine
from tests.atlas.triangle import triangle
from tests.playing import Dice, play_on
from tests.setups import Setup

SETUPS = (Setup("europe", (), 3), Setup("old-west", ("alvin",), 2))
"""Tunnels and stations, markers and Alvin."""
TOGETHER = 20
"""Decisions between two positions that are looked at."""


def main() -> None:
    for setup in SETUPS:
        game, dice = setup.game(1), Dice(1)
        while not game.finished:
            play_on(game, dice, TOGETHER)
            look_at(game)
        Record.parse(str(Record.of(game))).replay()
    with TemporaryDirectory() as folder:
        compute(triangle(Path(folder)))


def look_at(game: Game) -> None:
    """As a player, a watcher, a bot and a reader of the written position do."""
    Game(game.board_name, position=str(game.position()), seed=1, variants=game.variants).view()
    game.result()
    route = game.board.routes[0].id
    for seat in game.seats:
        game.can_undo(seat)
        ways = OpenWays(game, seat)
        ways.helps(route)
    if game.to_move is not None:
        view = game.view(game.to_move)
        imagine(game.names.compiled, view.state, 1)
        make_bot("planner", game.names, seed=1).choose(view)


if __name__ == "__main__":
    main()
