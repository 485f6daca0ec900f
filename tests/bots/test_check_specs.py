"""A list of bots is checked before anything is compiled, announced or started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carrozza.bots import BadSpec, UnknownBot, check_specs
from carrozza.cli import app

pytestmark = pytest.mark.slow

SPECS = "planner(focus=2,hunger=1),search:1s(threads=2),hard,exec:./mybot"


def run(*arguments: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """In a process of its own, where nothing has been compiled yet."""
    environment = {**os.environ, "CARROZZA_CACHE": str(cache), "CARROZZA_INTERPRET": "0"}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_parsing_loads_no_compiled_code(tmp_path: Path) -> None:
    source = f"import sys; from carrozza.bots import parse_specs; parse_specs({SPECS!r}); print('numba' in sys.modules)"
    assert run("-c", source, cache=tmp_path).stdout == "False\n"


def test_a_typo_anywhere_in_the_list_is_an_error() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'plnner' \(did you mean 'planner'\?\)"):
        check_specs(["planner", "plnner"])


def test_a_typo_is_noticed_before_a_compile_is_announced(tmp_path: Path) -> None:
    done = run("-m", "carrozza", "simulate", "--bots", "planner,plnner", cache=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("carrozza: no bot 'plnner' (did you mean 'planner'?)")
    assert done.stderr.count("\n") == 1


def test_a_missing_program_is_one_line(tmp_path: Path) -> None:
    """No worker is started, and so none prints how it ended."""
    done = run(
        "-m", "carrozza", "arena", "--bots", f"planner,exec:{tmp_path}/nofile.py", "--games", "4", cache=tmp_path
    )
    assert done.returncode == 2
    assert "nofile.py cannot be started: No such file or directory; check the path" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_program_without_an_interpreter_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "mybot"
    program.write_text("no program\n")
    program.chmod(0o755)
    with pytest.raises(BadSpec, match="begin it with a #! line"):
        check_specs(["planner", f"exec:{program}"])


def test_simulate_reads_parameters_with_commas() -> None:
    """`planner(focus=2,hunger=1),random` is two bots; the error about a third shows how the list was read."""
    done = CliRunner().invoke(app, ["simulate", "--players", "3", "--bots", "planner(focus=2,hunger=1),random"])
    assert "carrozza: 2 bots for 3 players" in done.stderr
