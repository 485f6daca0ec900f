"""Compare vectorised games with plain ones in many positions: `python -m tests.envs.prove [POSITIONS] [BOARD ...]`.

On each board, with each number of seats, state, seat to move, mask and observation are compared at every decision of
random games, and the statistics of every game that ends. `test_vector_games.py` tries a small sample of it.
"""

import sys
import time

from tests.envs.test_vector_games import assert_same_games
from tests.setups import BOARDS, setups_of

GAMES = 20
POSITIONS = 100_000


def prove(name: str, variants: tuple[str, ...], positions: int) -> str:
    setups, began = setups_of(name, variants), time.process_time()
    steps = -(-positions // (GAMES * len(setups)))
    ended = sum(assert_same_games(setup, steps, GAMES) for setup in setups)
    compared = steps * GAMES * len(setups)
    seats = f"{setups[0].seats} to {setups[-1].seats}"
    seconds = time.process_time() - began
    return f"| {' + '.join((name, *variants))} | {seats} | {compared:,} | {ended:,} | {seconds:.0f} |"


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    wanted = sys.argv[2:]
    print("| board | seats | positions equal | games ended | CPU seconds |\n|---|---|---:|---:|---:|", flush=True)
    for name, variants in BOARDS:
        if not wanted or name in wanted:
            print(prove(name, variants, positions), flush=True)


if __name__ == "__main__":
    main()
