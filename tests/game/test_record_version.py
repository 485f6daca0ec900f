"""A record of a game on an own board says which version of the board it was played on."""

from pathlib import Path

import pytest

from carrozza import boards
from carrozza.game.game import Game
from carrozza.game.records.record import Record, RecordError
from carrozza.game.referee import judge

ISLE = Path(__file__).parents[1] / "boards" / "isle.toml"
TEXT = ISLE.read_text(encoding="utf-8")
DIGEST = "ccdab36c2f200493035442395ceef2d2"


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the Isle, in a folder where boards are looked for."""
    file = tmp_path / "isle.toml"
    file.write_text(TEXT, encoding="utf-8")
    monkeypatch.setenv("CARROZZA_BOARDS", str(tmp_path))
    return file


def played(board: str | Path) -> Game:
    game = Game(board, ["Ada", "Bruno"], seed=3)
    for _ in range(5):
        game.play(game.legal_moves[0])
    return game


def test_a_record_carries_the_digest(isle: Path) -> None:
    text = str(Record.of(played("isle")))
    assert text.splitlines()[1] == "Board: isle"
    assert text.splitlines()[2].startswith(f"Digest: {DIGEST} (name ")
    assert str(Record.parse(text)) == text


def test_a_record_of_a_shipped_board_has_none() -> None:
    assert "Digest" not in str(Record.of(Game("usa", seed=1)))


def test_it_replays_on_the_board_it_was_played_on(isle: Path) -> None:
    game = played("isle")
    again = Record.parse(str(Record.of(game))).replay()
    assert again.state.tobytes() == game.state.tobytes()
    assert str(Record.of(again)) == str(Record.of(game))


def test_another_version_of_the_board_is_told_with_what_differs(isle: Path) -> None:
    record = Record.parse(str(Record.of(played("isle"))))
    changed = TEXT.replace("trains          = 12", "trains = 11").replace("length = 4", "length = 3")
    isle.write_text(changed, encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        record.replay()
    assert caught.value.line == 3
    assert "another version of isle: its routes and rules differ; " in caught.value.message
    assert DIGEST in caught.value.message
    assert boards.load(isle).digest in caught.value.message
    assert str(isle) in caught.value.message


def test_a_digest_alone_will_do(isle: Path) -> None:
    text = str(Record.of(played("isle")))
    bare = "\n".join(f"Digest: {DIGEST}" if line.startswith("Digest") else line for line in text.splitlines())
    assert len(Record.parse(bare).replay().history) == 5
    other = Record.parse(bare.replace(DIGEST, "0" * 32))
    with pytest.raises(RecordError, match=rf"another version of isle: the record has {'0' * 32}, .* has {DIGEST}"):
        other.replay()
    with pytest.raises(RecordError, match=r"line 3: Digest: 'abc' is not a digest"):
        Record.parse(bare.replace(DIGEST, "abc"))


def test_what_changes_no_game_changes_no_version(isle: Path) -> None:
    record = Record.parse(str(Record.of(played("isle"))))
    isle.write_text(TEXT.replace("lat = 55.46", "lat = 55.4") + "\n[drawing]\nturn = 10\n", encoding="utf-8")
    assert len(record.replay().history) == 5


def test_an_old_record_without_a_digest_stays_valid(isle: Path) -> None:
    lines = str(Record.of(played("isle"))).splitlines()
    old = "\n".join(line for line in lines if not line.startswith("Digest"))
    assert len(Record.parse(old).replay().history) == 5


def test_the_board_is_found_by_its_digest_where_the_path_leads_nowhere(isle: Path) -> None:
    text = str(Record.of(played(isle)))
    assert f"Board: {isle}\n" in text
    moved = Record.parse(text.replace(str(isle), "/elsewhere/isle.toml"))
    assert len(moved.replay().history) == 5
    isle.unlink()
    with pytest.raises(RecordError, match=r"Board: /elsewhere/isle\.toml: file: cannot be read"):
        moved.replay()


def test_the_board_may_be_given() -> None:
    board = boards.load(ISLE)
    record = Record.of(played(ISLE))
    record.board = "own-0123"
    assert len(record.replay(board=board).history) == 5
    with pytest.raises(RecordError, match="another version of usa"):
        record.replay(board=boards.load("usa"))


def test_the_referee_judges_on_an_own_board(isle: Path) -> None:
    case = {
        "board": "isle",
        "seats": ["Ada", "Bruno"],
        "position": {"to_move": "Ada", "players": {"Ada": {"markers": ["ayr"], "hand": {"red": 4}}, "Bruno": {}}},
        "moves": [{"player": "Ada", "claim": "ayr-cowal"}],
    }
    for verdict in (judge(case), judge({**case, "board": str(isle)})):
        assert (verdict.malformed, verdict.illegal, verdict.points) == (None, None, {"Ada": 7, "Bruno": 0})
    assert judge({**case, "board": "own-0123"}, board=boards.load(isle)).points == {"Ada": 7, "Bruno": 0}
    assert "no board 'atoll'" in str(judge({**case, "board": "atoll"}).malformed)


def test_a_position_of_an_own_board_is_text(isle: Path) -> None:
    game = played("isle")
    assert Game(boards.load("isle"), position=str(game.position())).legal_moves == game.legal_moves
