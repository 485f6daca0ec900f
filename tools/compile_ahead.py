"""Compile the rules, the bots, the loops of the laws and the tests themselves: `python -m tools.compile_ahead`.

The tests run in several processes; each of them would otherwise compile the same functions and files at the same time.
"""

import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

Program = tuple[str, ...]
NEW_YORK: Final = ("--board", "new-york", "--threads", "1", "--games", "2")
FIRST: Final[Program] = ("carrozza", "simulate", *NEW_YORK, "--bots", "planner,greedy,random", "--players", "3")
"""The rules and the compiled bots, which all the others call."""
OTHERS: Final[tuple[Program, ...]] = (
    ("carrozza", "arena", *NEW_YORK, "--bots", "search:2,planner", "--json"),
    ("carrozza", "board", "playtest", "new-york", "--games", "3", "--json"),
    ("tests.envs.compile_ahead",),
    ("tests.bots.neural.compile_ahead",),
    ("tests.game.compile_ahead",),
    ("tests.laws.compile_ahead",),
    ("pytest", "--collect-only", "-q"),
)
"""Those that take longest come first."""
TABLES: Final = ("planner", "search:2,planner")
"""Bots of games that are written to tables: those of the first are noted as they play, those of the second after."""


def main() -> int:
    os.setpgrp()
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))  # the commands under way end too
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        others = (*OTHERS, *(into_tables(bots, Path(folder) / str(n)) for n, bots in enumerate(TABLES)))
        failures = [fault for fault in (run(FIRST), *pool.map(run, others)) if fault]
    print(*failures, sep="\n", end="", file=sys.stderr)
    return 1 if failures else 0


def into_tables(bots: str, folder: Path) -> Program:
    return ("carrozza", "simulate", *NEW_YORK, "--bots", bots, "--decisions", "--out", str(folder))


def run(program: Program) -> str:
    """What went wrong, if anything did."""
    done = subprocess.run([sys.executable, "-m", *program], capture_output=True, text=True, check=False)
    return f"python -m {' '.join(program)} failed:\n{done.stderr}" if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main())
