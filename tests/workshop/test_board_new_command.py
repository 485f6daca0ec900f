"""`carrozza board new`: from lists to a board file, with questions at a terminal and none elsewhere."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from carrozza import boards
from carrozza.cli import app, board_new

runner = CliRunner()

CITIES = "Birmingham\nLeeds\nBristol\nNorwich\nCardiff\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cities.txt").write_text(CITIES, encoding="utf-8")
    return tmp_path


def new(*words: str, typed: str = "") -> str:
    result = runner.invoke(app, ["board", "new", *words], input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_lists_become_a_board_file(here: Path) -> None:
    (here / "routes.txt").write_text("Leeds - Norwich 4 red\nLeeds - Birmingham 2 blue/green\n"
        "Bristol - Birmingham\nBristol - Cardiff 1\nNorwich - Birmingham 3", encoding="utf-8")  # fmt: skip
    (here / "tickets.txt").write_text("Leeds - Cardiff\nNorwich - Bristol 7\nLeeds - Bristol\nNorwich - Cardiff\n")
    told = new("Canals & Coal", "--cities", "cities.txt", "--routes", "routes.txt", "--tickets", "tickets.txt")
    assert "Birmingham: Birmingham, West Midlands, United Kingdom" in told
    assert told.endswith("canals-coal.toml  5 cities, 6 routes, 4 tickets\n")
    board = boards.load("canals-coal.toml")
    assert (board.id, board.title) == ("canals-coal", "Canals & Coal")
    assert [ticket.points for ticket in board.tickets if ticket.id == "norwich-bristol"] == [7]


def test_cities_alone_are_enough_and_come_from_standard_input() -> None:
    new("Isle", "--cities", "-", "--players", "2", "-o", "x.toml", typed=CITIES)
    assert boards.load("x.toml").rules.max_seats == 2


def test_an_ambiguous_name_is_a_fault_where_nobody_can_be_asked(here: Path) -> None:
    (here / "cities.txt").write_text("Birmingham\nPortland\nQwxzj\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"(?s)cities, line 1: .*Alabama.*cities, line 2: .*cities, line 3: ") as told:
        runner.invoke(app, ["board", "new", "X", "--cities", "cities.txt"], catch_exceptions=False)
    assert "at least 4 cities" in str(told.value)
    assert not (here / "x.toml").exists()


def test_near_and_first_decide_for_scripts(here: Path) -> None:
    (here / "cities.txt").write_text("Birmingham\nPortland\nSpringfield\nColumbus\n", encoding="utf-8")
    new("A", "--cities", "cities.txt", "--first", "--near", "Maine")
    assert [city.lon for city in boards.load("a.toml").cities][:2] == [-86.82, -70.25]
    new("B", "--cities", "cities.txt", "--first")
    assert [city.lon for city in boards.load("b.toml").cities][:2] == [-1.92, -122.68]


def test_at_a_terminal_a_question_is_asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_new, "_at_a_terminal", lambda: True)
    typed = "Birmingham\nPortland\nToronto\nMontréal\n\n2\n9\n3\n"
    told = new("C", typed=typed)
    assert "  2  Birmingham, Alabama, United States" in told
    assert [city.lon for city in boards.load("c.toml").cities] == [-86.82, 141.59, -79.42, -73.58]


def test_a_board_is_begun_from_another(here: Path) -> None:
    new("My Europe", "--from", "europe", "--players", "4")
    board = boards.load("my-europe.toml")
    assert (board.id, board.rules.max_seats, len(board.tickets)) == ("my-europe", 4, 46)
    new("My Italy", "--from", "italy")
    assert boards.load("my-italy.toml#advanced").rules.stations > 0
    new("Rules only", "--from", "europe", "--cities", "cities.txt", "--tickets", "-", "--players", "2", typed="Leeds - Cardiff 9 long\nNorwich - Cardiff 8 long\nLeeds - Bristol\nLeeds - Norwich\nNorwich - Bristol\nBristol - Birmingham\nLeeds - Birmingham\nCardiff - Birmingham\n")  # fmt: skip  # noqa: E501
    assert boards.load("rules-only.toml").rules.stations == 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["X"], "nothing to begin with"),
        (["X", "--cities", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["X", "--cities", "cities.txt", "--near", "Qwxzj"], "no country, region or town 'Qwxzj'"),
        (["X", "--from", "atlantis"], "no board 'atlantis'"),
        (["USA", "--from", "europe"], "choose another id"),
        (["東京", "--cities", "cities.txt"], "no letters from a to z"),
        (["X", "--cities", "cities.txt", "-o", "x.json"], "end the name with it"),
        (["X", "--cities", "cities.txt", "-o", "kept.toml"], "exists already"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(here: Path, words: list[str], reason: str) -> None:
    (here / "kept.toml").write_text("kept", encoding="utf-8")
    with pytest.raises(ValueError, match=reason):
        runner.invoke(app, ["board", "new", *words], catch_exceptions=False)
    assert sorted(path.name for path in here.iterdir()) == ["cities.txt", "kept.toml"]
