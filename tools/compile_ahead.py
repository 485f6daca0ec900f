"""Compile the rules, the bots and the loops of the laws into the cache: `python -m tools.compile_ahead`.

The tests run in several processes; each of them would otherwise compile the same functions at the same time.
"""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

NEW_YORK: Final = ("--board", "new-york", "--threads", "1")
PROGRAMS: Final = (
    ("carrozza", "simulate", *NEW_YORK, "--bots", "planner,greedy,random", "--players", "3", "--games", "1"),
    ("carrozza", "arena", *NEW_YORK, "--bots", "search:2,planner", "--games", "2", "--json"),
    ("tests.laws.compile_ahead",),
)
TABLES: Final = (("planner",), ("search:2", "planner"))
"""Bots of games that are written to tables: those of the first are noted as they play, those of the second after."""


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the command under way is ended too
    with tempfile.TemporaryDirectory() as folder:
        return _run_all((*PROGRAMS, *(_into_tables(bots, Path(folder)) for bots in TABLES)))


def _into_tables(bots: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    out = folder / bots[0].partition(":")[0]
    asked = ("--bots", ",".join(bots), "--games", "1", "--decisions", "--out", str(out))
    return ("carrozza", "simulate", *NEW_YORK, *asked)


def _run_all(programs: Sequence[tuple[str, ...]]) -> int:
    for program in programs:
        done = subprocess.run([sys.executable, "-m", *program], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"python -m {' '.join(program)} failed:\n{done.stderr}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
