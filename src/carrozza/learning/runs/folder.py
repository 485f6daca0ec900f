"""The folder of a run.

| file | |
|---|---|
| `config.toml` | the whole configuration |
| `log.jsonl` | a line of JSON for each round, evaluation and export |
| `curve.html` | the curves, drawn anew after each evaluation |
| `checkpoint.pt` | all that `--resume` needs |
| `weights.npz` | the network, for `neural(file=...)` |
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from carrozza.folders import write_named
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_toml, config_tree, differences, make_config, read_tree
from carrozza.learning.errors import LearningError

MAY_CHANGE = ("budget.", "evaluation.", "saving.", "games.threads", "workers.")
"""What another configuration may have otherwise when a run goes on."""


@dataclass(frozen=True)
class RunFolder:
    path: Path

    @property
    def config(self) -> Path:
        return self.path / "config.toml"

    @property
    def log(self) -> Path:
        return self.path / "log.jsonl"

    @property
    def curve(self) -> Path:
        return self.path / "curve.html"

    @property
    def checkpoint(self) -> Path:
        return self.path / "checkpoint.pt"

    @property
    def weights(self) -> Path:
        return self.path / "weights.npz"

    def store(self, config: Config) -> None:
        write_named(self.config, config_toml(config).encode())

    @property
    def has_begun(self) -> bool:
        return self.log.exists() or self.checkpoint.exists()

    def discard(self) -> None:
        """Of a run that could not begin: its name is free again."""
        self.config.unlink()
        with suppress(OSError):  # someone else has put something there
            self.path.rmdir()


def new_folder(path: Path, config: Config) -> RunFolder:
    """A folder for a new run; none of another run is touched."""
    folder = RunFolder(path)
    if folder.config.exists() or any(_runs_in(path)):
        raise LearningError(f"{path}: holds a run already: go on by --resume {path}, or name another with --out")
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise LearningError(f"{path}: is there already, and not empty: name another with --out")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise LearningError(f"{path}: cannot be made: {wrong.strerror}") from None
    folder.store(config)
    return folder


def _runs_in(path: Path) -> Iterator[Path]:
    """The runs for each of several boards."""
    if path.is_dir():
        yield from (found for found in sorted(path.iterdir()) if (found / "config.toml").is_file())


def runs_to_resume(path: Path) -> list[RunFolder]:
    found = [path] if (path / "config.toml").is_file() else list(_runs_in(path))
    if not found:
        raise LearningError(f"{path}: holds no run (there is no config.toml): begin one with --out {path}")
    return [RunFolder(run) for run in found]


def resumed_config(folder: RunFolder, given: dict[str, object]) -> Config:
    """The configuration of the run, with what may change of a given one. A `LearningError` names what may not."""
    stored = make_config(read_tree(folder.config), str(folder.config))
    if not given:
        return stored
    tree = config_tree(stored)
    for section, value in given.items():
        both = isinstance(value, dict) and isinstance(tree.get(section), dict)
        tree[section] = {**tree[section], **value} if both else value  # type: ignore[dict-item]
    wanted = make_config(tree)
    changed = [key for key in differences(config_tree(stored), config_tree(wanted)) if not key.startswith(MAY_CHANGE)]
    if changed:
        raise LearningError(
            f"{folder.path}: the run has another configuration at {', '.join(changed)}: only budget, evaluation, "
            "saving, games.threads and workers may change; leave them out, or begin a new run with --out"
        )
    return wanted
