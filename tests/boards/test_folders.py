"""Boards in folders are found by name, like the shipped ones."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza import boards
from carrozza.boards import BoardError, bundle_of, folder_faults, load, own_names, use_folders

ISLE = Path(__file__).parent / "isle.toml"
TEXT = ISLE.read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the Isle, where boards are looked for."""
    monkeypatch.setenv("CARROZZA_BOARDS", "")
    made = tmp_path / "boards"
    made.mkdir()
    shutil.copy(ISLE, made)
    use_folders([made])
    yield made
    use_folders([])


def test_a_board_of_a_folder_has_a_name(folder: Path) -> None:
    assert own_names() == ("isle",)
    assert load("isle") == load(ISLE)
    assert load("isle").file == folder / "isle.toml"
    assert "isle" not in boards.names(), "those are the shipped ones"


def test_the_name_is_the_id_and_not_the_file(folder: Path) -> None:
    (folder / "isle.toml").rename(folder / "x.toml")
    assert own_names() == ("isle",)


def test_each_ruleset_is_a_board(folder: Path) -> None:
    text = TEXT + "\n[rulesets.easy]\nopening_hand = 5\n[rulesets.hard]\nopening_hand = 1\n"
    (folder / "isle.toml").write_text(text, encoding="utf-8")
    assert own_names() == ("isle-easy", "isle-hard")
    assert load("isle", "easy") == load("isle-easy")
    assert bundle_of("isle").names == bundle_of("isle-hard").names == ("isle-easy", "isle-hard")
    with pytest.raises(BoardError, match="did you mean 'isle-easy' or 'isle-hard'"):
        load("isle")


def test_a_bundle_in_a_folder_is_a_board(folder: Path) -> None:
    (folder / "islet.carrozza-board").write_bytes(
        boards.Bundle.of({**bundle_of("isle").document, "id": "islet"}).to_bytes()
    )
    assert own_names() == ("isle", "islet")
    assert load("islet").file == folder / "islet.carrozza-board"


def test_a_board_and_its_bundle_are_one_board(folder: Path) -> None:
    (folder / "isle.carrozza-board").write_bytes(bundle_of("isle").to_bytes())
    assert own_names() == ("isle",)
    assert folder_faults() == ()
    assert load("isle").file == folder / "isle.toml", "the file that is edited"


def test_two_boards_of_one_name_are_told(folder: Path) -> None:
    (folder / "other.toml").write_text(TEXT.replace("trains          = 12", "trains = 13"), encoding="utf-8")
    assert load("isle").rules.trains == 12
    (fault,) = folder_faults()
    assert "other.toml: id: 'isle' is also a board of" in str(fault)


def test_a_changed_file_is_read_again(folder: Path) -> None:
    assert load("isle").rules.trains == 12
    (folder / "isle.toml").write_text(TEXT.replace("trains          = 12", "trains = 9"), encoding="utf-8")
    assert load("isle").rules.trains == 9


def test_a_broken_file_does_not_hide_the_others(folder: Path) -> None:
    (folder / "reef.toml").write_text(TEXT.replace('title = "The Isle"', ""), encoding="utf-8")
    (folder / "notes.txt").write_text("no board", encoding="utf-8")
    assert own_names() == ("isle",)
    (fault,) = folder_faults()
    assert str(fault).endswith("reef.toml: title: is missing; title is the board's title as players read it")
    with pytest.raises(BoardError, match=r"reef\.toml: title: is missing"):
        load("reef")
    with pytest.raises(BoardError, match=r"no board 'atlantis'; choose .*, isle, give .*reef\.toml has faults"):
        load("atlantis")


@pytest.mark.parametrize("name", ["usa", "italy"])
def test_a_board_that_hides_a_shipped_one_is_refused(folder: Path, name: str) -> None:
    (folder / "isle.toml").write_text(TEXT.replace('"isle"', f'"{name}"'), encoding="utf-8")
    assert own_names() == ()
    assert f"id: '{name}' belongs to a board that comes with Carrozza" in str(folder_faults()[0])


def test_a_copy_of_a_shipped_board_is_refused_by_its_name(folder: Path) -> None:
    (folder / "usa.carrozza-board").write_bytes(bundle_of("usa").to_bytes())
    assert own_names() == ("isle",)
    assert "id: 'usa' comes with Carrozza already" in str(folder_faults()[0])


def test_a_folder_that_is_not_there_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BoardError, match=r"nowhere: folder: there is no such folder"):
        use_folders([folder / "nowhere"])
    assert own_names() == ("isle",)
    monkeypatch.setenv("CARROZZA_BOARDS", os.pathsep.join((str(folder / "nowhere"), str(folder))))
    assert own_names() == ("isle",)
    assert "cannot be read: No such file or directory; check --boards and CARROZZA_BOARDS" in str(folder_faults()[0])


def test_processes_that_are_started_know_the_folders(folder: Path) -> None:
    code = "from carrozza import boards; print(boards.own_names())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "('isle',)"


def test_a_board_is_found_by_its_digest(folder: Path) -> None:
    assert boards.with_digest(load(ISLE).digest) == load(ISLE)
    assert boards.with_digest("0" * 32) is None
