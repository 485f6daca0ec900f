"""The golden games replay to the letter."""

from collections import Counter
from pathlib import Path

import pytest

from carrozza.game import Game
from carrozza.game.moves import Finish, Pass
from carrozza.game.records.record import Record
from tests.golden.games import FOLDER, golden_files, text_of
from tests.playing import LIKED
from tests.setups import Setup

FILES = golden_files()
SMALLEST = {file: setup for file, setup in FILES.items() if setup.seats == 2}
LARGEST_FILE = 40_000


def id_of(file: Path) -> str:
    return file.stem


def replayed(file: Path) -> Game:
    return Record.load(file).replay()


def test_every_table_has_its_game_and_there_are_no_others() -> None:
    """`python -m tests.golden.regenerate` makes the ones that are missing."""
    assert set(FOLDER.glob("*.txt")) == set(FILES)
    boards = Counter((setup.board, setup.variants) for setup in FILES.values())
    assert len(boards) == 7
    assert min(boards.values()) >= 3


@pytest.mark.parametrize("file", FILES, ids=id_of)
def test_the_game_replays_to_the_letter(file: Path) -> None:
    text = file.read_bytes().decode("utf-8")
    assert len(text) < LARGEST_FILE
    game = Record.parse(text).replay()
    assert game.finished
    assert str(Record.of(game)) == text


@pytest.mark.parametrize("file", FILES, ids=id_of)
def test_the_record_is_of_this_table(file: Path) -> None:
    record = Record.load(file)
    assert Setup(record.board, record.variants, len(record.seats)) == FILES[file]
    assert record.result is not None


@pytest.mark.parametrize("file", SMALLEST, ids=id_of)
def test_the_same_choices_are_offered(file: Path) -> None:
    """A replay does not see a move that became legal; the player who made the game would choose otherwise."""
    assert text_of(SMALLEST[file]) == file.read_text(encoding="utf-8")


def test_every_sort_of_move_is_played() -> None:
    """But for passing, which takes a game that has run out of everything, and stopping early."""
    sorts = {type(played.move) for file in FILES for played in Record.load(file).moves}
    assert sorts == set(LIKED) - {Pass, Finish}


@pytest.mark.parametrize("file", [file for file in FILES if "alvin" in file.stem], ids=id_of)
def test_alvin_is_caught(file: Path) -> None:
    game = replayed(file)
    assert game.alvin is not None
    assert game.alvin[1] is not None
    assert any(score.alvin for score in game.scores().values())
