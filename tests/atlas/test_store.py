"""Layouts are kept in files, found again, and computed anew when the board changes or a file is spoilt."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from carrozza.atlas.layout import optimise, store
from carrozza.atlas.layout.errors import LayoutCancelled, LayoutError
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, load
from tests.atlas.triangle import TRIANGLE, hand_made, triangle


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CARROZZA_CACHE", str(tmp_path / "cache"))
    store.forget()
    yield tmp_path / "cache"
    store.forget()


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boards that were laid out, in order; by hand, for speed."""
    boards: list[str] = []

    def compute(
        board: Board,
        progress: Callable[[str, float], None] | None = None,
        start: Layout | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Layout:
        if cancelled and cancelled():
            raise LayoutCancelled
        boards.append(board.id if start is None else f"{board.id} from {start.digest}")
        return hand_made(board)

    monkeypatch.setattr(optimise, "compute", compute)
    return boards


def rewritten(board: Board, old: str, new: str) -> Board:
    assert board.file
    assert TRIANGLE.count(old) == 1
    board.file.write_text(TRIANGLE.replace(old, new), encoding="utf-8")
    return load(board.file)


def silent(told: str) -> None:
    raise AssertionError(f"nothing is to be told, but: {told}")


# What a layout depends on


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lat = 50.0", "lat = 50.1"),
        ('name = "North"', 'name = "Northern"'),
        ('a = "north", b = "west", length = 4', 'a = "north", b = "west", length = 3'),
        ('color = "red"', 'color = "red", ferry = 1'),
        ("[rules]", "[drawing.cities]\nnorth = { nudge = [1, 0] }\n[rules]"),
        ("[rules]", "[drawing]\nturn = 3\n[rules]"),
    ],
)
def test_another_map_has_another_digest(tmp_path: Path, old: str, new: str) -> None:
    board = triangle(tmp_path)
    assert store.digest(board) != store.digest(rewritten(board, old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "The Triangle"', 'title = "Three"'),
        ('color = "red"', 'color = "green"'),
        ('color = "red"', 'color = "red", tunnel = 2'),
        ("max_seats = 2", "max_seats = 2\ntrains = 20"),
        ('{ a = "west", b = "east", points = 2 }', '{ a = "west", b = "east", points = 3 }'),
    ],
)
def test_other_rules_have_the_same_layout(tmp_path: Path, old: str, new: str) -> None:
    board = triangle(tmp_path)
    assert store.digest(board) == store.digest(rewritten(board, old, new))


def test_all_rulesets_of_a_map_share_a_layout() -> None:
    basic, advanced = load("italy-basic"), load("italy-advanced")
    assert store.digest(basic) == store.digest(advanced)
    assert store.shipped_file(basic) == store.shipped_file(advanced)
    assert store.shipped_file(basic).name == "italy.json"


def test_a_new_version_of_the_layout_has_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.digest(load("usa"))
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    assert store.digest(load("usa")) != before


# Finding and keeping


def test_a_layout_is_computed_once_and_kept_in_the_cache(tmp_path: Path, own_cache: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    first = store.layout_of(board)
    assert store.layout_of(board) is first
    store.forget()
    assert store.layout_of(board, note=silent) == first, "what is read is what was computed"
    assert computed == ["triangle"]
    assert [file.name for file in (own_cache / "layouts").iterdir()] == [f"{first.digest}.json"]


def test_a_changed_board_is_computed_anew(tmp_path: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    store.write(store.layout_of(board), store.file_beside(tmp_path / "triangle.toml"))
    store.layout_of(rewritten(board, "lat = 50.0", "lat = 50.1"), note=silent)
    assert computed == ["triangle", f"triangle from {store.digest(board)}"], "from the layout beside its file"


def test_a_layout_that_is_cancelled_is_not_kept(tmp_path: Path, own_cache: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    with pytest.raises(LayoutCancelled):
        store.layout_of(board, cancelled=lambda: True)
    assert not (own_cache / "layouts").exists()
    store.layout_of(board, cancelled=lambda: False)
    assert computed == ["triangle"]


def test_the_layout_beside_the_board_comes_first(tmp_path: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    own = replace(hand_made(board), digest=store.digest(board), width=333.0)
    store.write(own, tmp_path / "triangle.layout.json")
    assert store.layout_of(board).width == 333.0
    assert computed == []


def test_the_layout_of_a_bundle_comes_before_all_others(tmp_path: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    brought = replace(Layout.from_json(hand_made(board).as_json()), digest=store.digest(board), width=999.0)
    given = board.model_copy(update={"layout": brought.as_json()})
    assert store.layout_of(given, note=silent) == brought
    assert computed == []


@pytest.mark.parametrize(
    ("spoilt", "begun"),
    [({"digest": "0"}, "triangle from 0"), ({"cities": {}}, "triangle")],
    ids=["of another map", "incomplete"],
)
def test_a_layout_of_a_bundle_that_does_not_fit_is_computed_anew(
    tmp_path: Path, computed: list[str], spoilt: dict[str, object], begun: str
) -> None:
    board = triangle(tmp_path)
    brought = replace(hand_made(board), digest=store.digest(board)).as_json()
    store.layout_of(board.model_copy(update={"layout": {**brought, **spoilt}}), note=silent)
    assert computed == [begun]


def test_a_layout_of_our_own_boards_belongs_with_the_program() -> None:
    assert store.place_to_keep(load("usa")) == store.shipped_file(load("usa"))


def test_outside_of_a_checkout_the_program_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "files", lambda _: tmp_path / "lib" / "site-packages" / "carrozza" / "atlas" / "layout")
    assert store.place_to_keep(load("usa")) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is not a layout"),
        ("[]", "is not a layout"),
        ('{"digest": 3}', "is not a layout"),
        ("\x00\x01", "is not a layout"),
    ],
)
def test_a_spoilt_file_is_told_and_replaced(
    tmp_path: Path, own_cache: Path, computed: list[str], text: str, told: str
) -> None:
    board = triangle(tmp_path)
    file = store.cache_file(store.digest(board))
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    notes: list[str] = []
    layout = store.layout_of(board, note=notes.append)
    assert computed == ["triangle"]
    assert len(notes) == 1
    assert str(file) in notes[0]
    assert told in notes[0]
    assert json.loads(file.read_text(encoding="utf-8"))["digest"] == layout.digest


def test_a_file_with_something_missing_is_told(tmp_path: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    whole = replace(hand_made(board), digest=store.digest(board))
    store.write(replace(whole, cities={}), tmp_path / "triangle.layout.json")
    with pytest.warns(UserWarning, match="has no city 'north'; the layout is computed anew"):
        store.layout_of(board)
    assert computed == ["triangle"]


def test_a_cache_that_cannot_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, computed: list[str]
) -> None:
    (tmp_path / "occupied").write_text("a file where the cache should be", encoding="utf-8")
    monkeypatch.setenv("CARROZZA_CACHE", str(tmp_path / "occupied"))
    assert store.layout_of(triangle(tmp_path)).cities
    assert computed == ["triangle"]


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = triangle(tmp_path)
    file = tmp_path / "out" / "triangle.layout.json"
    store.write(hand_made(board), file)
    before = file.read_bytes()

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="the disk is full"):
        store.write(replace(hand_made(board), width=1.0), file)
    assert file.read_bytes() == before
    assert [left.name for left in file.parent.iterdir()] == [file.name]


# Boards that cannot be laid out


def test_two_cities_at_one_place_are_told(tmp_path: Path, computed: list[str]) -> None:
    board = triangle(tmp_path)
    same = rewritten(board, "lat = 48.7, lon = 11.0", "lat = 48.7, lon = 9.0")
    with pytest.raises(LayoutError, match=r"West and East are both at latitude 48\.7, longitude 9; move one"):
        store.layout_of(same)
    assert computed == []
    assert same.file
    pinned = "[drawing.cities]\neast = { pin = [48.7, 11.0] }\n"
    same.file.write_text(same.file.read_text(encoding="utf-8") + pinned, encoding="utf-8")
    assert store.layout_of(load(same.file)).cities
