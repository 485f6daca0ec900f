"""What a network gives the search: contests with it and without, on the same deals from every seat.

    python -m benchmarks.search_with_network                                    # every board with a network of its own
    python -m benchmarks.search_with_network --board new-york --network new-york.npz --games 40 --budget 200
    python -m benchmarks.search_with_network --contests depths others --threads 2

Budgets are seconds (`1s`), the same for both, or imagined games (`200`): then both play as many, and the times a move
say what they cost. Results that are left half done in `--out` are gone on with.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from carrozza import boards
from carrozza.arena import run_contest
from carrozza.arena.contest_run import ContestOptions
from carrozza.arena.reporting.standings_report import duration
from carrozza.bots.specs.notation import Spec, read_spec
from carrozza.game import Game

DEPTHS: Final = (1, 2, 4, 8, 16, 100)
Pair = tuple[str, str]


class Bots:
    """The specs that are compared, with one budget and one weights file."""

    def __init__(self, budget: str, file: Path) -> None:
        self._budget = budget
        self._file = file

    def guided(self, **settings: float | str) -> str:
        named = {"network": str(self._file), **settings}
        return self._search(named)

    @property
    def plain(self) -> str:
        return self._search({"network": "none"})

    @property
    def alone(self) -> str:
        return str(Spec("neural", None, (("file", str(self._file)),)))

    def _search(self, settings: dict[str, float | str]) -> str:
        return str(Spec("search", read_spec(f"search:{self._budget}").budget, tuple(settings.items())))


def contests_against_others(bots: Bots) -> Iterator[Pair]:
    yield bots.guided(), bots.plain
    yield bots.guided(), bots.alone
    yield bots.guided(), "planner"
    yield bots.plain, "planner"
    yield bots.alone, bots.plain
    yield bots.alone, "planner"


def contests_of_depths(bots: Bots) -> Iterator[Pair]:
    for depth in DEPTHS:
        yield bots.guided(depth=depth), bots.alone


def contests_of_others(bots: Bots) -> Iterator[Pair]:
    for others in ("likeliest", "sampled"):
        yield bots.guided(others=others), bots.alone


CONTESTS: Final = {
    "bots": contests_against_others,
    "depths": contests_of_depths,
    "others": contests_of_others,
}


def main() -> None:
    asked = parameters()
    print("| board | seats | bots | games | won by the first | points ahead | time a move |")
    print("|---|---:|---|---:|---:|---:|---:|", flush=True)
    for board in asked.board or boards.names():
        file = asked.network or network_of(board, asked.seats)
        if file is None:
            print(f"| {board} | | no network comes with the game: name one with --network | | | | |", flush=True)
            continue
        bots = Bots(asked.budget, file)
        for pair in dict.fromkeys(pair for name in asked.contests for pair in CONTESTS[name](bots)):
            print(row(board, asked, pair, file), flush=True)


def network_of(board: str, seats: int) -> Path | None:
    """The weights that the search uses on a board of itself."""
    from carrozza.bots.search.guided.guide import shipped_file

    return shipped_file(Game(board, seats).names)


def row(board: str, asked: argparse.Namespace, pair: Pair, file: Path) -> str:
    lineup = [pair[0], *[pair[1]] * (asked.seats - 1)]
    out = asked.out / f"{board}-{'-'.join(map(_file_name, pair))}.sqlite" if asked.out else None
    options = ContestOptions(threads=asked.threads, out=out)
    found = run_contest(board, asked.seats, asked.games, lineup, asked.seed, options=options).standings
    first, second = (next(bot for bot in found.bots if bot.name == str(read_spec(name))) for name in pair)
    ahead = next(duel for duel in found.pairs if {duel.first, duel.second} == {first.name, second.name})
    sign = 1 if ahead.first == first.name else -1
    times = " – ".join(duration(bot.clock.mean) if bot.clock else "" for bot in (first, second))
    cells = [board, str(asked.seats), _shown(pair, file), f"{found.games:,}", _won(first), _margin(ahead, sign), times]
    return f"| {' | '.join(cells)} |"


def _shown(pair: Pair, file: Path) -> str:
    return " – ".join(pair).replace(str(file), file.name)


def _file_name(spec: str) -> str:
    return "".join(mark if mark.isalnum() else "-" for mark in spec).strip("-")


def _won(bot: Any) -> str:
    between = f" ({100 * bot.interval[0]:.1f}–{100 * bot.interval[1]:.1f})" if bot.interval else ""
    return f"{100 * bot.win_rate:.1f}%{between}"


def _margin(pair: Any, sign: int) -> str:
    if pair.margin is None or pair.margin_interval is None:
        return ""
    low, high = sorted(sign * end for end in pair.margin_interval)
    return f"{sign * pair.margin:+.1f} ({low:+.1f} to {high:+.1f})"


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search_with_network", description=__doc__)
    parser.add_argument("--board", action="append", help="one or more; every board otherwise")
    parser.add_argument("--network", type=Path, help="a weights file; otherwise those that come with the game")
    parser.add_argument("--contests", nargs="+", choices=CONTESTS, default=list(CONTESTS))
    parser.add_argument("--budget", default="1s", help="of every search, such as 1s or 200")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", type=Path, help="a folder of results to go on with")
    return parser.parse_args()


if __name__ == "__main__":
    main()
