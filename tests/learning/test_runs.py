"""What lies in the folder of a run: no run is overwritten, the log is cut at the checkpoint, the curve is one page."""

import json
import xml.etree.ElementTree as ElementTree
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from carrozza.learning.config.reading import config_tree, make_config
from carrozza.learning.curve.live import curve_table, live_curve, sparkline, told
from carrozza.learning.curve.page import curve_page
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import new_folder, resumed_config, runs_to_resume
from carrozza.learning.runs.log import RunLog, read_log
from carrozza.learning.schedule import Progress

CONFIG = make_config({"players": [2, 3]})
RESULT = {"opponent": "planner", "seats": 2, "held_out": False, "share": 0.6, "interval": [0.55, 0.65], "games": 200}
HELD_OUT = RESULT | {"opponent": "greedy", "held_out": True, "share": 0.9, "interval": [0.8, 1.0]}


def logged(file: Path, rounds: int = 4) -> RunLog:
    log = RunLog(file)
    for number in range(1, rounds + 1):
        progress = Progress(number, 100 * number, 10.0 * number)
        log.write("round", progress, losses={"policy": -0.01, "win": 0.6 / number})
        log.write("evaluation", progress, results=[RESULT, HELD_OUT], calibration_error={"2": 0.03})
    return log


def test_a_folder_with_a_run_is_not_taken_for_another(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "run", CONFIG)
    with pytest.raises(LearningError, match="holds a run already: go on by --resume"):
        new_folder(folder.path, CONFIG)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").touch()
    with pytest.raises(LearningError, match="not empty"):
        new_folder(tmp_path / "full", CONFIG)


def test_a_run_goes_on_with_its_own_configuration(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "run", CONFIG)
    assert resumed_config(folder, {}) == CONFIG
    assert resumed_config(folder, {"budget": {"minutes": 60.0}}).budget.minutes == 60
    assert resumed_config(folder, {"workers": {"number": 2, "cluster": "10.0.0.1:6379"}}).workers.number == 2
    with pytest.raises(LearningError, match=r"another configuration at players, network\.width: only budget"):
        resumed_config(folder, {"players": [2], "network": {"width": 64}})


def test_a_run_that_could_not_begin_leaves_its_name_free(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "run", CONFIG)
    assert not folder.has_begun
    folder.discard()
    again = new_folder(tmp_path / "run", CONFIG)
    logged(again.log)
    assert again.has_begun


def test_runs_of_several_boards_go_on_together(tmp_path: Path) -> None:
    for board in ("usa", "europe"):
        new_folder(tmp_path / "runs" / board, CONFIG)
    assert [folder.path.name for folder in runs_to_resume(tmp_path / "runs")] == ["europe", "usa"]
    with pytest.raises(LearningError, match="holds no run"):
        runs_to_resume(tmp_path / "none")


def test_what_came_after_the_checkpoint_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    logged(file).cut_after(2)
    assert [entry["round"] for entry in read_log(file)] == [1, 1, 2, 2]


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    logged(file)
    file.write_text(file.read_text() + '{"kind": "rou')
    assert len(read_log(file)) == 8
    assert all(json.loads(json.dumps(entry)) == entry for entry in read_log(file))


def test_the_page_needs_nothing_else_and_marks_what_was_held_out(tmp_path: Path) -> None:
    page = curve_page(logged(tmp_path / "log.jsonl").entries, "New <York>", CONFIG)
    assert "src=" not in page and "href=" not in page
    assert "New &lt;York&gt;" in page
    assert "greedy (held out): 90.0%" in page
    for drawing in page.split("<svg")[1:]:
        ElementTree.fromstring("<svg" + drawing.split("</svg>")[0] + "</svg>")
    assert page.count("<svg") == 4
    assert "players = [2, 3]" in page


def test_a_page_is_there_before_the_first_evaluation() -> None:
    assert "No evaluation yet" in curve_page([], "USA", CONFIG)


def test_the_terminal_shows_the_same(tmp_path: Path) -> None:
    entries = logged(tmp_path / "log.jsonl").entries
    assert curve_table(entries).row_count == 2
    assert "greedy (held out) at 2: 90.0% (80.0% to 100.0%); calibration error 3.0%" in told(entries[-1])
    assert sparkline([-0.0, 0.99, 1.0]) == "▁██"


def test_the_picture_at_a_terminal_is_updated(tmp_path: Path) -> None:
    screen = StringIO()
    with live_curve(Console(file=screen, force_terminal=True, width=120), "New York", CONFIG.budget) as watch:
        for entry in logged(tmp_path / "log.jsonl").entries:
            watch(entry)
    assert "New York: 7% of the budget, round 4, 400 decisions, 40 s, 10 decisions/s" in screen.getvalue()
    assert "greedy (held out)  90.0%  80.0% to 100.0%  ████" in screen.getvalue()


def test_the_whole_configuration_is_stored(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "run", CONFIG)
    assert config_tree(resumed_config(folder, {})) == config_tree(CONFIG)
