"""`carrozza board check` and `carrozza board suggest`: what they print and write, and how they end."""

import json
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from carrozza.boards import load
from carrozza.boards.shipped import shipped_document
from carrozza.boards.toml_text import to_toml
from carrozza.cli import app

ISLE = (Path(__file__).parents[1] / "boards" / "isle.toml").read_text(encoding="utf-8")
HINTS = "[drawing.routes]\nbute-cowal-blue = { bend = 0.1 }  # around the point\n"


def carrozza(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["board", *map(str, words)])


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    file = tmp_path / "isle.toml"
    file.write_text(f"# My isle\n{ISLE}\n{HINTS}", encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["usa", "new-york", "italy", "italy-basic"])
def test_a_printed_board_is_good(name: str) -> None:
    ended = carrozza("check", name)
    assert ended.exit_code == 0
    assert ended.stdout.startswith(f"{name}: 0 faults, 0 warnings")


def test_warnings_end_with_1(isle: Path) -> None:
    ended = carrozza("check", isle, "--language", "it")
    assert ended.exit_code == 1
    assert "avviso  tickets  tickets-few" in ended.stdout
    assert "Sui tabelloni stampati da 4,5 a 9,2" in " ".join(ended.stdout.split())


def test_faults_end_with_2_and_are_json_too(isle: Path) -> None:
    isle.write_text(isle.read_text(encoding="utf-8").replace("trains          = 12", "trains = 0"), encoding="utf-8")
    ended = carrozza("check", isle, "--json")
    assert ended.exit_code == 2
    told = json.loads(ended.stdout)
    assert (told["status"], [fault["place"] for fault in told["faults"]]) == ("faults", ["rules.trains"])


@pytest.mark.parametrize(("name", "place"), [("missing.toml", "file"), ("nowhere", "board")])
def test_a_board_that_is_not_there_is_a_fault(name: str, place: str) -> None:
    ended = carrozza("check", name)
    assert ended.exit_code == 2
    assert f"  {place}: " in ended.stdout


def test_suggestions_are_printed_and_nothing_is_written(isle: Path) -> None:
    before = isle.read_bytes()
    tickets, colors = carrozza("suggest", "tickets", isle), carrozza("suggest", "colors", isle, "--gray", "0")
    assert len(tomllib.loads(tickets.stdout)["tickets"]) >= 4
    assert "gray" not in {route["color"] for route in tomllib.loads(colors.stdout)["routes"]}
    assert isle.read_bytes() == before


def test_new_tickets_leave_the_rest_of_the_file_as_it_was(isle: Path, tmp_path: Path) -> None:
    out = tmp_path / "new.toml"
    ended = carrozza("suggest", "tickets", isle, "-o", out)
    assert ended.exit_code == 0, ended.output
    before, after = (file.read_text(encoding="utf-8") for file in (isle, out))
    for text in (before[: before.index("tickets = [")], before[before.index("[rules]") :]):
        assert text in after
    assert load(out).tickets != load(isle).tickets
    assert load(out).routes == load(isle).routes


def test_new_colours_leave_the_rest_as_it_was_and_hints_follow(isle: Path) -> None:
    before = load(isle)
    ended = carrozza("suggest", "colors", isle, "--write", "--seed", "3")
    assert ended.exit_code == 0, ended.output
    after = load(isle)
    assert [route.color for route in after.routes] != [route.color for route in before.routes]
    assert [route.length for route in after.routes] == [route.length for route in before.routes]
    (hinted,) = after.drawing.routes
    assert after.routes[after.route_index[hinted]].ends == {"bute", "cowal"}
    assert "# My isle" in isle.read_text(encoding="utf-8")


def test_a_bundle_is_changed_as_well(isle: Path, tmp_path: Path) -> None:
    bundle, again = tmp_path / "isle.carrozza-board", tmp_path / "again.toml"
    assert carrozza("suggest", "tickets", isle, "-o", bundle).exit_code == 0
    assert carrozza("suggest", "colors", bundle, "--write").exit_code == 0
    assert carrozza("suggest", "colors", bundle, "-o", again).exit_code == 0
    assert load(bundle).digest == load(again).digest


def test_tickets_under_headings_stay_under_headings(tmp_path: Path) -> None:
    document = shipped_document("new-york") | {"id": "apple"}
    tickets = document.pop("tickets")
    headed = "".join(f"\n[[tickets]]\n{to_toml(ticket)}" for ticket in tickets)
    file = tmp_path / "apple.toml"
    file.write_text(to_toml(document) + headed, encoding="utf-8")
    assert carrozza("suggest", "tickets", file, "--write").exit_code == 0
    assert file.read_text(encoding="utf-8").count("[[tickets]]") == len(load(file).tickets) == 18


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tickets", "usa", "--write"], "'usa' comes with Carrozza and cannot be changed"),
        (["tickets", "usa", "-o", "x.json"], "a board is kept as .toml or .carrozza-board"),
        (["colors", "usa", "--write", "-o", "x.toml"], "give one of them"),
        (["colors", "usa", "--gray", "2"], "ask for a share from 0 to 1"),
        (["tickets", "usa", "-n", "3"], "ask for 15 to 64"),
        (["tickets", "usa", "-o", "x.toml"], "choose another id, such as 'my-usa'"),
    ],
)
def test_what_cannot_be_done_is_explained(words: list[str], told: str, tmp_path: Path) -> None:
    ended = carrozza("suggest", *[word.replace("x.", f"{tmp_path}/x.") for word in words])
    assert isinstance(ended.exception, ValueError)
    assert told in str(ended.exception)
    assert list(tmp_path.iterdir()) == []
