"""Own boards on the command line: found by name, packed and unpacked."""

import json
import os
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carrozza import cli
from carrozza.boards import BoardError, bundle_of, load
from carrozza.game.game import Game
from carrozza.game.records.record import Record

ISLE = Path(__file__).parents[1] / "boards" / "isle.toml"
runner = CliRunner()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the Isle; the commands run beside it."""
    monkeypatch.delenv("CARROZZA_BOARDS", raising=False)
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "maps"
    made.mkdir()
    (made / "isle.toml").write_bytes(ISLE.read_bytes())
    return made


def printed(*arguments: object) -> str:
    """What a command prints when all is well."""
    ended = runner.invoke(cli.app, list(map(str, arguments)), catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    return ended.stdout


def test_the_list_has_the_own_boards_after_the_shipped_ones(folder: Path) -> None:
    listed = json.loads(printed("boards", "--json", "--boards", folder))
    assert [board["id"] for board in listed][-2:] == ["old-west", "isle"]
    assert listed[-1]["file"] == str(folder / "isle.toml")
    assert listed[-1]["digest"] == load(ISLE).digest
    assert "CARROZZA_BOARDS" not in os.environ, "they are known while the command runs"
    assert "isle" not in printed("boards")


def test_a_file_with_faults_is_told_beside_the_list(folder: Path) -> None:
    (folder / "reef.toml").write_text("id = 3", encoding="utf-8")
    ended = runner.invoke(cli.app, ["boards", "--boards", "maps"])
    assert ended.exit_code == 0
    assert "isle" in ended.stdout
    assert "carrozza: not listed: " in ended.stderr
    assert "reef.toml has" in ended.stderr


def test_the_environment_names_folders_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROZZA_BOARDS", str(folder))
    assert printed("board", "isle").startswith("The Isle  isle")
    other = folder.parent / "others"
    other.mkdir()
    (other / "islet.toml").write_text(ISLE.read_text(encoding="utf-8").replace('"isle"', '"islet"'), encoding="utf-8")
    assert printed("board", "islet", "--boards", other).startswith("The Isle  islet")
    assert printed("board", "isle", "--boards", other).startswith("The Isle  isle")
    assert os.environ["CARROZZA_BOARDS"] == str(folder)


def test_a_folder_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(BoardError, match=r"nowhere: folder: there is no such folder"):
        printed("board", "isle", "--boards", "nowhere")


def test_games_are_simulated_and_measured_on_an_own_board(folder: Path) -> None:
    simulated = printed("simulate", "--board", "isle", "--boards", folder, "--games", 4, "--json", "--threads", 1)
    assert json.loads(simulated)["board"] == "isle"


def test_a_record_and_a_case_are_read_with_their_board(folder: Path) -> None:
    game = Game(load(ISLE), ["Ada", "Bruno"], seed=3)
    game.play(game.legal_moves[0])
    Path("game.txt").write_text(str(Record.of(game)), encoding="utf-8")
    assert printed("record", "game.txt", "--boards", folder).startswith("The Isle, 2 players.")
    case = {"board": "isle", "seats": ["Ada", "Bruno"], "expect": {"finished": False}}
    Path("case.json").write_text(json.dumps(case), encoding="utf-8")
    printed("referee", "case.json", "--boards", folder)


def test_a_board_is_packed_and_unpacked(folder: Path) -> None:
    told = printed("board", "pack", "isle", "--boards", folder, "--no-layout", "--credit", "Ada", "--credit", "Bruno")
    assert told.splitlines()[1] == f"  isle  digest {load(ISLE).digest}"
    assert bundle_of("isle.carrozza-board").credits == ("Ada", "Bruno")
    assert printed("board", "unpack", "isle.carrozza-board") == "isle.toml\n"
    assert load("isle.toml").digest == load(ISLE).digest
    assert tomllib.loads(Path("isle.toml").read_text(encoding="utf-8"))["notes"] == ["Ada", "Bruno"]


def test_a_layout_is_packed_with_its_board(folder: Path) -> None:
    printed("board", "pack", "italy", "-o", "gift.carrozza-board")
    packed = bundle_of("gift.carrozza-board")
    assert packed.layout is not None
    assert set(packed.layout["cities"]) == {city.id for city in load("italy-basic").cities}
    assert printed("board", "unpack", "gift.carrozza-board").split() == ["gift.toml", "gift.layout.json"]
    assert load("gift.toml#basic") == load("italy-basic")
    assert json.loads(Path("gift.layout.json").read_text(encoding="utf-8")) == packed.layout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pack", "usa", "-o", "usa.zip"), "usa.zip: a bundle is kept as .carrozza-board"),
        (("pack", "usa", "--no-layout", "-o", "no/usa.carrozza-board"), "cannot be written: No such file"),
        (("unpack", "isle.toml"), "isle.toml: a bundle is kept as .carrozza-board"),
        (("unpack", "no.carrozza-board"), "file: cannot be read: No such file"),
        (("unpack", "isle.carrozza-board", "-o", "isle.json"), "a board file is kept as .toml"),
        (("unpack", "isle.carrozza-board"), "isle.toml exists already"),
    ],
)
def test_what_cannot_be_packed_is_told(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    Path("isle.carrozza-board").write_bytes(bundle_of(ISLE).to_bytes())
    Path("isle.toml").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        printed("board", *arguments)
    assert Path("isle.toml").read_text(encoding="utf-8") == "mine"
