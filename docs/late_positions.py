"""Draw a late position with every seat taken on each board: `python -m docs.late_positions FOLDER`.

The games are played by bots from fixed seeds, so that two versions of the drawing show the same positions. Each picture
comes by day and by night, whole and at a quarter of its size, as it is seen from across a room.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from carrozza.atlas.drawing import draw
from carrozza.boards import load
from carrozza.bots.registry import make_bot
from carrozza.game import Game

BOARDS: Final = ("usa", "europe", "new-york", "italy-advanced", "old-west")
PEOPLE: Final = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio")
SEED: Final = 12
WIDTH: Final = 1400
SMALL: Final = 4
"""How much smaller a picture is from across a room."""


def late_position(board: str, seed: int = SEED) -> Game:
    """A game with every seat taken, played by bots until its last round begins."""
    game = Game(board, PEOPLE[: load(board).rules.max_seats], seed)
    bots = {name: make_bot("planner", game.names, number) for number, name in enumerate(game.seats)}
    while not game.finished and game.view(game.seats[0]).last_turns is None:
        player = game.undecided[0]
        game.play(bots[player].choose(game.view(player)), player)
    return game


def draw_all(folder: Path) -> Iterator[Path]:
    """The pictures as they are drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    for board in BOARDS:
        game = late_position(board)
        for theme in ("light", "dark"):
            file = draw(game, theme=theme).save(folder / f"{board}-{len(game.seats)}-{theme}.png", WIDTH)
            yield file
            yield _seen_from_afar(file)


def _seen_from_afar(file: Path) -> Path:
    with Image.open(file) as whole:
        small = file.with_stem(f"{file.stem}-small")
        whole.resize((whole.width // SMALL, whole.height // SMALL), Image.Resampling.LANCZOS).save(small)
    return small


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.late_positions", description="Draw late positions.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    for file in draw_all(parser.parse_args().folder):
        print(file, flush=True)


if __name__ == "__main__":
    main()
