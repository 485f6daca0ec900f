"""A list of bots is checked before anything is compiled, announced or started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrozza.bots import BadSpec, UnknownBot, check_specs

pytestmark = pytest.mark.slow

SPECS = "planner(focus=2,hunger=1),search:1s(threads=2),hard,exec:./mybot"


def run(*arguments: str, cache: Path, interpreted: str = "0") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CARROZZA_CACHE": str(cache), "CARROZZA_INTERPRET": interpreted}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_parsing_loads_no_compiled_code(tmp_path: Path) -> None:
    source = f"import sys; from carrozza.bots import parse_specs; parse_specs({SPECS!r}); print('numba' in sys.modules)"
    assert run("-c", source, cache=tmp_path).stdout == "False\n"


def test_a_typo_anywhere_in_the_list_is_an_error() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'plnner' \(did you mean 'planner'\?\)"):
        check_specs(["planner", "plnner"])


@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_a_typo_is_noticed_before_a_compile_is_announced(command: str, tmp_path: Path) -> None:
    done = run("-m", "carrozza", command, "--bots", "planner,plnner", cache=tmp_path)
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


def test_simulate_reads_parameters_with_commas(tmp_path: Path) -> None:
    """`planner(focus=2,hunger=1),random` is two bots; the error about a third shows how the list was read."""
    done = run(
        "-m", "carrozza", "simulate", "--players", "3", "--bots", "planner(focus=2,hunger=1),random", cache=tmp_path
    )
    assert "carrozza: 2 bots for 3 players" in done.stderr
