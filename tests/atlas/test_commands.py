"""The commands that lay out, draw and print boards: what they write, what they say, how they end."""

import json
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from typer.testing import CliRunner

from carrozza import cli
from carrozza.atlas import commands
from carrozza.atlas.film import shots
from carrozza.atlas.layout import optimise, store
from carrozza.atlas.layout.errors import LayoutCancelled
from carrozza.atlas.layout_model import Layout, Point
from carrozza.boards import Board
from carrozza.game import Game
from carrozza.game.records.record import Record
from tests.atlas.triangle import TRIANGLE, hand_made, label, row

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden"
runner = CliRunner()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a board, laid out by hand in no time."""
    (tmp_path / "triangle.toml").write_text(TRIANGLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARROZZA_CACHE", str(tmp_path / "cache"))
    store.forget()

    def compute(board: Board, progress: Callable[[str, float], None] | None = None, *_: object) -> Layout:
        if progress:
            progress("bending the routes", 0.5)
        return hand_made(board)

    monkeypatch.setattr(optimise, "compute", compute)
    yield tmp_path
    store.forget()


def printed(*arguments: str, status: int = 0) -> str:
    ended = runner.invoke(cli.app, list(arguments))
    assert ended.exit_code == status, ended.output
    return ended.stdout


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said when a command ends with 2."""
    monkeypatch.setattr(sys, "argv", ["carrozza", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    assert "Traceback" not in said.err
    assert said.err.startswith("carrozza: ")
    return said.err


# A board's name or a sub-command


@pytest.mark.parametrize(
    "arguments", [["usa"], ["show", "usa"], ["--json", "usa"], ["usa", "--json"], ["show", "--json", "usa"]]
)
def test_a_first_word_that_is_no_sub_command_is_a_board(arguments: list[str]) -> None:
    shown = printed("board", *arguments)
    assert json.loads(shown)["id"] == "usa" if "--json" in arguments else "USA" in shown.splitlines()[0]


def test_a_file_may_be_named_like_a_sub_command(folder: Path) -> None:
    shutil.copy(folder / "triangle.toml", folder / "layout.toml")
    assert "The Triangle" in printed("board", "./layout.toml")
    assert "The Triangle" in printed("board", "layout.toml")


def test_the_help_of_board_lists_what_it_can() -> None:
    text = printed("board", "--help")
    assert all(name in text for name in ("show", "layout", "draw", "print", "NAME"))


# Layout


def test_a_layout_is_kept_beside_the_board_and_measured(folder: Path) -> None:
    said = printed("board", "layout", "triangle.toml")
    assert said.splitlines()[0] == "The Triangle  240 x 210 mm, kept in triangle.layout.json"
    assert "  ok  routes converge" in said
    kept = Layout.from_json(json.loads((folder / "triangle.layout.json").read_text(encoding="utf-8")))
    assert set(kept.cities) == {"north", "west", "east"}


def test_a_title_is_printed_as_it_is_written(folder: Path) -> None:
    title = "[b]:dog:[/b]"
    (folder / "dogs.toml").write_text(TRIANGLE.replace("The Triangle", title), encoding="utf-8")
    assert printed("board", "layout", "dogs.toml").startswith(title)


def test_the_progress_bar_shows_a_title_as_it_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with commands.following("[b]:dog:[/b]") as follow:
        follow("[i]:cat:[/i]", 0.5)
    shown = capsys.readouterr().err
    assert "[b]:dog:[/b]" in shown
    assert "[i]:cat:[/i]" in shown


def test_the_measures_as_json(folder: Path) -> None:
    shown = json.loads(printed("board", "layout", "triangle.toml", "--json", "-o", "own.json"))
    assert (shown["file"], shown["board"], shown["faults"]) == ("own.json", "triangle", [])
    assert shown["measures"]["crossings"]["worst"] == 0
    assert (folder / "own.json").is_file()
    assert not (folder / "triangle.layout.json").exists()


def test_a_measure_that_fails_ends_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded(board: Board, *_: object) -> Layout:
        layout = hand_made(board)
        return Layout(**{**vars(layout), "labels": {**layout.labels, "west": layout.labels["east"]}})

    monkeypatch.setattr(optimise, "compute", crowded)
    said = printed("board", "layout", "triangle.toml", status=1)
    assert "  NO  label to label" in said
    assert "\nlabel of West overlaps label of East by " in said


def test_a_layout_is_computed_again_only_when_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed("board", "layout", "triangle.toml")
    computed: list[str] = []

    def compute(board: Board, *_: object) -> Layout:
        computed.append(board.id)
        return hand_made(board)

    monkeypatch.setattr(optimise, "compute", compute)
    store.forget()
    printed("board", "layout", "triangle.toml")
    assert computed == []
    printed("board", "layout", "triangle.toml", "--anew")
    assert computed == ["triangle"]


def test_an_interrupt_ends_it_and_leaves_everything_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compute(board: Board, progress: object, start: object, cancelled: Callable[[], bool]) -> Layout:
        signal.raise_signal(signal.SIGINT)
        assert cancelled()
        raise LayoutCancelled

    monkeypatch.setattr(optimise, "compute", compute)
    ended = runner.invoke(cli.app, ["board", "layout", "triangle.toml"])
    assert (ended.exit_code, ended.stderr) == (130, "carrozza: interrupted; nothing was written\n")
    assert [file.name for file in folder.iterdir()] == ["triangle.toml"]


def test_a_folder_that_cannot_be_written_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "triangle.layout.json").mkdir()
    ended = runner.invoke(cli.app, ["board", "layout", "triangle.toml"])
    assert ended.exit_code == 0
    assert "triangle.layout.json cannot be" in ended.stderr
    assert "kept in the cache" in ended.stderr


# Drawing


def test_a_board_is_drawn_beside_its_file(folder: Path) -> None:
    assert printed("board", "draw", "triangle.toml") == "triangle.svg  240 x 210 mm at full size\n"
    root = ElementTree.parse(folder / "triangle.svg").getroot()
    assert root.get("viewBox") == "0 0 240 210"
    assert "@font-face" in (folder / "triangle.svg").read_text(encoding="utf-8"), "it stands alone"


def test_a_drawing_goes_to_standard_output() -> None:
    ended = runner.invoke(cli.app, ["board", "draw", "triangle.toml", "-o", "-", "--theme", "dark", "--language", "it"])
    assert ended.exit_code == 0
    assert ElementTree.fromstring(ended.stdout).get("lang") == "it"


@pytest.mark.parametrize(("name", "start"), [("map.png", b"\x89PNG"), ("map.PDF", b"%PDF")])
def test_pictures_and_pdf(folder: Path, name: str, start: bytes) -> None:
    printed("board", "draw", "triangle.toml", "-o", name, "--width", "300")
    assert (folder / name).read_bytes().startswith(start)


@pytest.mark.parametrize("suffix", ["gif", "webp", "png"])
def test_a_film_has_a_picture_for_each_change_of_the_map(folder: Path, suffix: str) -> None:
    game = Game("triangle.toml", ["Ada", "Bruno"], seed=1)
    while not game.finished and len(game.routes("Ada") + game.routes("Bruno")) < 2:
        moves = game.legal_moves
        game.play(next((move for move in moves if str(move).startswith("claim")), moves[0]))
    (folder / "game.record").write_text(str(Record.of(game)), encoding="utf-8")
    printed("film", "game.record", "-o", f"film.{suffix}", "--width", "200")
    with Image.open(folder / f"film.{suffix}") as film:
        assert (film.n_frames, film.width) == (3, 200)  # type: ignore[attr-defined]


def test_a_game_on_a_bundle_in_a_folder_of_boards_is_replayed_drawn_and_filmed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "maps").mkdir()
    printed("board", "pack", "triangle.toml", "-o", "maps/any.carrozza-board")
    (folder / "triangle.toml").unlink()
    with monkeypatch.context() as patch:
        patch.setenv("CARROZZA_BOARDS", "maps")
        game = Game("triangle", ["Ada", "Bruno"], seed=1)
        while not game.finished:
            game.play(game.legal_moves[0])
        (folder / "game.record").write_text(str(Record.of(game)), encoding="utf-8")
    assert printed("record", "game.record", "--boards", "maps").startswith("The Triangle, 2 players.")
    assert printed("draw", "game.record", "--boards", "maps", "-o", "end.svg").startswith("end.svg  ")
    assert printed("film", "game.record", "--boards", "maps", "-o", "film.gif", "--width", "200").startswith("film.gif")


def test_a_film_of_a_game_that_is_over_ends_with_its_result(folder: Path) -> None:
    game = Game("triangle.toml", ["Ada", "Bruno"], seed=1)
    while not game.finished:
        game.play(game.legal_moves[0])
    assert ("wins" in (last := list(shots(game))[-1].svg)) or "shared" in last


def test_a_position_of_a_record_is_drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "_layout", lambda board: drafted(board))
    shutil.copy(GOLDEN / "usa-2.txt", folder / "game.record")
    assert printed("draw", "game.record", "--move", "40").startswith("game-40.svg  ")
    assert printed("draw", "game.record").startswith("game.svg  ")
    early, late = ((folder / name).read_text(encoding="utf-8") for name in ("game-40.svg", "game.svg"))
    assert 0 < early.count('class="train"') < late.count('class="train"')


def drafted(board: Board) -> Layout:
    """Everything somewhere: enough to be drawn."""
    at = {city.id: Point(20 * (city.lon + 130), 25 * (55 - city.lat)) for city in board.cities}
    return Layout(
        "",
        1400.0,
        900.0,
        at,
        {city.id: label(city.name, at[city.id].x, at[city.id].y + 12) for city in board.cities},
        {route.id: row(at[route.a], at[route.b], route.length) for route in board.routes},
        {},
    )


# What goes wrong is told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["board", "draw", "triangle.toml", "-o", "map.jpg"], "map.jpg: a drawing is kept as .svg, .png, .pdf"),
        (["board", "draw", "triangle.toml", "-o", "map"], "end the name with one of them"),
        (["board", "draw", "triangle.toml", "-o", "maps/map.svg"], "there is no folder maps; make it first"),
        (["board", "draw", "triangle.toml", "--theme", "drak"], "no theme 'drak' (did you mean 'dark'?); choose light"),
        (["board", "draw", "triangle.toml", "--language", "fr"], "no language 'fr'; choose en or it"),
        (["board", "draw", "triangel.toml"], "triangel.toml: file: cannot be read: No such file"),
        (["board", "draw", "europ"], "no board 'europ' (did you mean 'europe'?)"),
        (["board", "layout", "triangle.toml", "-o", "none/own.json"], "there is no folder none; make it first"),
        (["board", "layout", "triangle.toml", "-o", "cache"], "cache is a folder; name a file in it"),
        (["board", "print", "triangle.toml", "--paper", "b7"], "no paper 'b7'"),
        (["board", "print", "triangle.toml", "--bleed", "40"], "bleed"),
        (["board", "print", "triangle.toml", "--parts", "boards"], "boards"),
        (["board", "print", "triangle.toml", "-o", "map.svg"], "map.svg: a board is printed into a .pdf file"),
        (["draw", "none.record"], "none.record cannot be read: No such file"),
        (["draw", "game.record", "--move", "1000"], "game.record has 152 moves; choose --move 0 to 152"),
        (["draw", "game.svg"], "game.svg: the drawing would replace the record"),
        (["draw", "triangle.toml"], "triangle.toml: line 1"),
    ],
)
def test_what_cannot_be_is_told(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    (folder / "cache").mkdir()
    shutil.copy(GOLDEN / "usa-2.txt", folder / "game.record")
    shutil.copy(GOLDEN / "usa-2.txt", folder / "game.svg")
    assert said in told(monkeypatch, capsys, *arguments)


def test_cities_at_one_place_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    same = TRIANGLE.replace("lat = 48.7, lon = 11.0", "lat = 48.7, lon = 9.0")
    (folder / "triangle.toml").write_text(same, encoding="utf-8")
    for command in ("layout", "draw"):
        assert "West and East are both at latitude" in told(monkeypatch, capsys, "board", command, "triangle.toml")


# Printing


def test_a_board_is_printed_beside_its_file(folder: Path) -> None:
    assert printed("board", "print", "triangle.toml", "--paper", "A3", "--parts", "board").startswith("triangle-a3.pdf")
    assert (folder / "triangle-a3.pdf").read_bytes().startswith(b"%PDF")
