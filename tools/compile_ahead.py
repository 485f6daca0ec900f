"""Compile the rules, the bots and the loops of the laws into the cache: `python -m tools.compile_ahead`.

The tests run in several processes; each of them would otherwise compile the same functions at the same time.
"""

import signal
import subprocess
import sys
from typing import Final

NEW_YORK: Final = ("--board", "new-york", "--threads", "1")
PROGRAMS: Final = (
    ("carrozza", "simulate", *NEW_YORK, "--bots", "planner,greedy,random", "--players", "3", "--games", "1"),
    ("carrozza", "arena", *NEW_YORK, "--bots", "search:2,planner", "--games", "2", "--json"),
    ("tests.laws.compile_ahead",),
)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the command under way is ended too
    for program in PROGRAMS:
        done = subprocess.run([sys.executable, "-m", *program], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"python -m {' '.join(program)} failed:\n{done.stderr}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
