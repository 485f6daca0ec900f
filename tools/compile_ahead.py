"""Compile the rules and the bots into the cache: `python -m tools.compile_ahead`.

The tests run in several processes; each of them would otherwise compile the same functions at the same time.
"""

import signal
import subprocess
import sys
from typing import Final

COMMANDS: Final = (
    ("simulate", "--board", "new-york", "--bots", "planner,greedy,random", "--players", "3", "--games", "1"),
    ("arena", "--board", "new-york", "--bots", "search:2,planner", "--games", "2", "--threads", "1", "--json"),
)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the command under way is ended too
    for command in COMMANDS:
        done = subprocess.run([sys.executable, "-m", "carrozza", *command], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"carrozza {' '.join(command)} failed:\n{done.stderr}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
