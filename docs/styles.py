"""Write what the styles of a network do, and how strong they are, into `learning.md`: `python -m docs.styles`."""

import argparse
from typing import Final

from benchmarks.styles import Asked, table
from carrozza.bots.specs.networks import FOLDER, file_name
from docs.made_part import write_made_part

GAMES: Final = 400


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.styles", description=__doc__)
    parser.add_argument("--boards", nargs="+", default=["usa"], help="whose networks that come with the game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=GAMES, help="of each contest")
    asked = parser.parse_args()
    tables = [table(FOLDER / file_name(board), Asked(asked.seats, asked.games)) for board in asked.boards]
    made = "\n\n".join("\n".join(lines) for lines in tables)
    write_made_part("learning.md", "docs.styles", f"{asked.games} games of each contest:\n\n{made}")


if __name__ == "__main__":
    main()
