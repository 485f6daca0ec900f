"""One game of every network that comes with the game, for each number of seats and variant, as digests; that for any
board plays on one of the examples.

`python -m tests.bots.neural.shipped_games` writes `shipped_games.json` anew, after a network was exchanged.
"""

import hashlib
import json
from pathlib import Path
from typing import Final

from carrozza import boards
from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, make_contest
from carrozza.bots.neural.weights import read_about
from carrozza.bots.specs import networks
from tests.setups import SETUPS, Setup, setups_of

FILE: Final = Path(__file__).with_suffix(".json")
FILES: Final = tuple(sorted(networks.FOLDER.glob("*")))
TASMANIA: Final = Path(__file__).parents[3] / "examples/boards/tasmania.toml"
OWN: Final = tuple(setup for setup in SETUPS if networks.FOLDER / networks.file_name(setup.board) in FILES)
GENERAL: Final = setups_of(str(TASMANIA), ()) if networks.FOLDER / networks.file_name(networks.GENERAL) in FILES else ()
PLAYED: Final = (*OWN, *GENERAL)
SPECS: Final = ("neural", "neural(temperature=1)")
"""They take turns around the table."""


def name_of(setup: Setup) -> str:
    """Without the path of a board's file."""
    return str(setup._replace(board=Path(setup.board).stem))


def game_digest(setup: Setup) -> str:
    """Of what came of one deal: who won, every part of the scores, the turns, and which routes were claimed."""
    contest = make_contest(setup.board, setup.seats, 1, SPECS, seed=5, variants=setup.variants)
    played = play_batch(contest, Batch(0, 0, 1, move_by_move=False))
    assert played.claims is not None
    told = f"{played.outcomes.tolist()} {played.claims.tolist()}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def expected() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def renew() -> None:
    games = {name_of(setup): game_digest(setup) for setup in PLAYED}
    known = [*boards.names(), networks.GENERAL]
    files = {file.stem: read_about(file).digest for file in sorted(FILES, key=lambda file: known.index(file.stem))}
    FILE.write_text(json.dumps({"files": files, "games": games}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
