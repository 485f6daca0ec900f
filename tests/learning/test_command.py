"""`carrozza train` without torch, and with arguments that cannot be."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from carrozza import cli
from carrozza.learning import command

runner = CliRunner()


def told(*arguments: object) -> str:
    ended = runner.invoke(cli.app, ["train", *map(str, arguments)], catch_exceptions=False)
    assert ended.exit_code == 2, ended.output
    return " ".join(ended.stderr.split())


@pytest.fixture
def torch_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "check_torch", lambda: None)


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> Any:
        return None

    monkeypatch.setattr(command, "find_spec", nowhere)
    assert "pip install 'carrozza[train]'" in told("--board", "new-york")


@pytest.mark.usefixtures("torch_is_there")
def test_arguments_that_cannot_be_are_told(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert "did you mean 'new-york'" in told("--board", "new-yrk", "--out", out)
    assert "the board new-york is for 2 to 4" in told("--board", "new-york", "--players", "2,5", "--out", out)
    assert "device: 'gpu' cannot be" in told("--device", "gpu", "--out", out)
    assert "reward.style: no such setting" in told("--set", "reward.style=builder", "--out", out)
    assert "write KEY=VALUE" in told("--set", "seed", "--out", out)
    assert "holds no run" in told("--resume", tmp_path / "nothing")
    assert not out.exists()
