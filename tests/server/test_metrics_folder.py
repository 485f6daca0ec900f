"""The folder of metrics that several processes share: gone when the server ends, or when the next one starts."""

import tempfile
from pathlib import Path

import pytest

from carrozza.server import metrics
from carrozza.server.metrics_folder import LOCK, PREFIX, metrics_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left_by_a_killed_server(temporary: Path) -> Path:
    """Its lock is held by nobody."""
    folder = temporary / f"{PREFIX}killed"
    folder.mkdir()
    (folder / LOCK).touch()
    (folder / "counter_1.db").touch()
    return folder


def test_a_server_that_ends_leaves_no_folder(temporary: Path) -> None:
    with metrics_folder() as folder:
        (folder / "counter_1.db").touch()
        assert list(temporary.iterdir()) == [folder]
    assert list(temporary.iterdir()) == []


def test_what_a_killed_server_left_is_removed_at_the_next_start(temporary: Path) -> None:
    left = left_by_a_killed_server(temporary)
    with metrics_folder():
        assert not left.exists()


def test_the_folder_of_a_server_that_runs_stays(temporary: Path) -> None:
    with metrics_folder() as one, metrics_folder() as other:
        assert one.is_dir() and other.is_dir() and one != other


def test_folders_of_others_stay(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = left_by_a_killed_server(temporary)
    monkeypatch.setattr("carrozza.server.metrics_folder.os.geteuid", lambda: left.stat().st_uid + 1)
    with metrics_folder():
        assert left.exists()


def test_the_connections_of_a_dead_worker_are_not_counted(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metrics.FOLDER, str(temporary))
    dead, alive, counted = (temporary / name for name in ("gauge_livesum_7.db", "gauge_livesum_8.db", "counter_7.db"))
    for file in (dead, alive, counted):
        file.touch()
    metrics.forget_process(7)
    assert sorted(temporary.iterdir()) == sorted([alive, counted])
