"""What only POSIX has is called only where it exists."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from carrozza.bots.programs import line_process
from carrozza.kernel import compiled
from carrozza.server import metrics_folder
from carrozza.server.processes.child_process import ChildProcess, lower_priority
from carrozza.server.store.sqlite_file import file_lock

POSIX_ALONE = ("nice", "killpg", "getuid", "geteuid", "setsid")


@pytest.fixture(autouse=True)
def without_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in POSIX_ALONE:
        monkeypatch.delattr(os, name)
    for module in (metrics_folder, file_lock):
        monkeypatch.setattr(module, "fcntl", None)


def test_a_child_keeps_its_priority() -> None:
    lower_priority()


def test_the_temporary_folder_bears_no_number_of_the_user() -> None:
    assert compiled._own_temporary_folder() == Path(tempfile.gettempdir()) / "carrozza"


class Ended:
    """Stands in for a process: says how it was ended."""

    pid = 0
    returncode = None

    def __init__(self) -> None:
        self.ended: list[str] = []

    def kill(self) -> None:
        self.ended.append("killed")


def test_a_child_process_is_ended_alone() -> None:
    process: Any = Ended()
    ChildProcess(process).end()
    assert process.ended == ["killed"]


def test_a_program_is_ended_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    process: Any = Ended()
    monkeypatch.setattr(os, "name", "nt")
    line_process._end_group(process)
    monkeypatch.undo()
    assert process.ended == ["killed"]


def test_a_folder_of_metrics_is_made_without_a_lock() -> None:
    with metrics_folder.metrics_folder() as folder:
        assert folder.is_dir()
    assert not folder.exists()


@pytest.mark.slow
def test_everything_is_imported_without_the_modules_of_posix() -> None:
    without = "import sys; sys.modules.update(dict.fromkeys(('fcntl', 'resource')))"
    program = f"{without}; import carrozza.cli, carrozza.server.app, carrozza.terminal, carrozza.arena"
    subprocess.run([sys.executable, "-c", program], check=True)
