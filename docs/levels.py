"""Measure how strong the bots are that a level may stand for, and propose the four that are spaced evenly.

    python -m docs.levels usa new-york      # without names: all boards; --games says how many of each pair
    python -m docs.levels examples/boards/*.toml     # boards of your own, with the network for any board
    python -m docs.ladder write             # the page with what was measured

Each candidate plays each other on the same deals from both seats. A search takes long, so it plays the network alone,
on fewer deals; on a board without a network of its own also a search without one. One rating for all comes of all of
them (`arena/statistics/ratings.py`); the planner's is set to 0. What was measured is kept in docs/level_ratings/, one
file for each board. Which level is which bot is written by hand, in `bots/specs/levels.py`.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena import run_contest
from carrozza.arena.contest_run import ContestOptions, ContestResult
from carrozza.arena.statistics.ratings import ratings
from carrozza.arena.statistics.standings import PairStanding
from carrozza.bots import BadSpec, make_bot
from carrozza.bots.neural.weights.shipped import has_own_network
from carrozza.bots.specs.levels import LEVELS, resolve
from carrozza.bots.specs.notation import Spec
from carrozza.game import Game

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "level_ratings"
EXAMPLES: Final = tuple(map(str, sorted((ROOT / "examples" / "boards").glob("*.toml"))))
"""In place of boards of your own."""
GAMES: Final = 40
SEARCH_GAMES: Final = 24
"""Of each pair, from both seats together."""
SEARCH_GAMES_ON: Final[Mapping[str, int]] = {"new-york": 200}
"""Where games are short enough for more."""
PLANNER: Final = "planner"
NETWORK: Final = "neural"
SEARCH: Final = "search:100(network=shipped)"
"""Stands for the search of two seconds: with a budget of games it plays the same games on any machine, and with few of
them it is measured in minutes."""
PLAIN_SEARCH: Final = "search:1000(network=none)"
"""Stands for the search of 200 milliseconds without a network."""
STAND_INS: Final[Mapping[str, str]] = {"search:2s(network=shipped)": SEARCH, "search:200ms": PLAIN_SEARCH}
"""What is measured in place of searches that are limited by time."""
BEGINNER: Final = (
    "planner(adjacency=0,blocking=0,carelessness=0.1,contest=0,globetrotter=0,hunger=1000,last_path=0,path=0,urgency=0)"
)
"""Stands for somebody who plays for the first tickets alone and goes wrong in one move of ten: who draws no more
tickets, takes no route from anybody, and does not mind the longest path."""
CANDIDATES: Final = (
    "greedy",
    *(f"planner(carelessness={chance:g})" for chance in (0.35, 0.2, 0.1, 0.05, 0.03)),
    PLANNER,
    *(f"neural(temperature={temperature:g})" for temperature in (3, 2.5, 2, 1.5, 1)),
    NETWORK,
    BEGINNER,
)
INTRODUCTION: Final = f"""\
## Levels

People choose a level. They are spaced as evenly as the bots between allow. The numbers are ratings above that of
`planner`, from games of two, where 400 points are odds of ten to one. No level takes more than two seconds for a move.
A search that is limited by time plays more games on a faster machine; its rating, where there is one, is that of
`{SEARCH}`.
"""
EASY: Final = """
`easy` follows its tickets, and plays any legal move now and then. A bot that stands for a beginner, which plays for its
first tickets alone and goes wrong in one move of ten, won {low:.0f} to {high:.0f} of 100 games against it.
"""


@dataclass(frozen=True)
class Rated:
    """A candidate and what its games were like."""

    bot: str
    rating: float
    """Above that of the planner: 400 points are odds of ten to one."""
    games: int
    against_beginner: float | None
    """The share of its games with the beginner that it won."""
    score: float
    tickets_made: float
    tickets_failed: float


def measure(board: str, games: int, search_games: int, threads: int | None) -> list[Rated]:
    """All candidates that can play on the board, the weakest first."""
    playable = [bot for bot in CANDIDATES if can_play(bot, board)]
    options = ContestOptions(threads=threads)
    pairs = len(playable) * (len(playable) - 1) // 2
    held = [run_contest(board, 2, games * pairs, playable, options=options)]
    if search_games and NETWORK in playable:
        searching = [SEARCH, NETWORK, *(() if has_own_network(boards.load(board)) else (PLAIN_SEARCH,))]
        asked = search_games * (len(searching) * (len(searching) - 1) // 2)
        held.append(run_contest(board, 2, asked, searching, options=options))
    return rated(held)


def can_play(bot: str, board: str) -> bool:
    """A network comes along for some boards alone."""
    try:
        make_bot(bot, Game(board, 2, seed=1).names, seed=1).close()
    except BadSpec:
        return False
    return True


def rated(held: Sequence[ContestResult]) -> list[Rated]:
    """The bots of all these contests, rated together."""
    pairs = [pair for one in held for pair in one.standings.pairs]
    points = rate(pairs)
    found = {bot.name: bot for one in reversed(held) for bot in one.standings.bots}
    met = {pair.first if pair.second == BEGINNER else pair.second: pair for pair in pairs if BEGINNER in _bots(pair)}
    listed = [
        Rated(
            bot=name,
            rating=round(points[name]),
            games=sum(pair.games for pair in pairs if name in _bots(pair)),
            against_beginner=_share(met.get(name), name),
            score=round(bot.mean_score or 0.0, 1),
            tickets_made=round(bot.counts["tickets_completed"], 2),
            tickets_failed=round(bot.counts["tickets_failed"], 2),
        )
        for name, bot in found.items()
    ]
    return sorted(listed, key=lambda one: one.rating)


def _bots(pair: PairStanding) -> tuple[str, str]:
    return pair.first, pair.second


def _share(pair: PairStanding | None, bot: str) -> float | None:
    if pair is None or pair.share is None:
        return None
    return round(pair.share if pair.first == bot else 1 - pair.share, 3)


def rate(pairs: Iterable[PairStanding]) -> dict[str, float]:
    """A rating for each bot, from what it won against the others; the planner has 0."""
    met = list(pairs)
    names = list(dict.fromkeys(name for pair in met for name in _bots(pair)))
    wins, seats = np.zeros(len(names)), np.zeros((len(met), len(names)))
    for number, pair in enumerate(met):
        first, second = map(names.index, _bots(pair))
        won = pair.games * (pair.share or 0.0)
        wins[first] += won
        wins[second] += pair.games - won
        seats[number, [first, second]] = 1.0
    found = dict(zip(names, ratings(wins, np.array([pair.games for pair in met], float), seats).tolist(), strict=True))
    return {name: points - found[PLANNER] for name, points in found.items()}


def propose(found: Sequence[Rated], easy: str) -> dict[str, Rated]:
    """The levels with the evenest gaps: this one for `easy`, the strongest of all for `expert`.

    >>> bots = [Rated(f"bot {points}", points, 1, None, 0, 0, 0) for points in (-300, -200, -90, 0, 110, 300)]
    >>> [one.bot for one in propose(bots, "bot -300").values()]
    ['bot -300', 'bot -90', 'bot 110', 'bot 300']
    """
    candidates = [one for one in found if one.bot != BEGINNER]
    lowest, highest = next(one for one in candidates if one.bot == easy), candidates[-1]
    between = [one for one in candidates if lowest.rating < one.rating < highest.rating]

    def unevenness(middle: tuple[Rated, ...]) -> float:
        points = [one.rating for one in (lowest, *middle, highest)]
        return float(np.ptp(np.diff(points)))

    chosen = min(combinations(between, len(LEVELS) - 2), key=unevenness, default=())
    return dict(zip(LEVELS, (lowest, *chosen, highest), strict=False))


def keep(board: str, found: Sequence[Rated]) -> Path:
    FOLDER.mkdir(exist_ok=True)
    path = kept_file(board)
    path.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")
    return path


def section() -> Iterator[str]:
    """What each level is on each board, for docs/bots.md; nothing before anything was measured."""
    measured = {board: kept(board) for board in (*boards.names(), *EXAMPLES) if kept(board)}
    if not measured:
        return
    yield INTRODUCTION
    yield f"| board | {' | '.join(LEVELS)} |"
    yield f"|---{'|---' * len(LEVELS)}|"
    for board, found in measured.items():
        cells = (_cell(str(resolve(Spec(level), board)), found) for level in LEVELS)
        yield f"| {_title(board)} | {' | '.join(cells)} |"
    yield f"| boards of your own | {' | '.join(f'`{bot}`' for bot in LEVELS.values())} |"
    yield from _beaten_easy(measured)
    if any(board in EXAMPLES for board in measured):
        yield f"\n`search:200ms` has the rating of `{PLAIN_SEARCH}`, and `search:2s` without a network has none."
    named = [str(Path(board).relative_to(ROOT)) if board in EXAMPLES else board for board in measured]
    yield f"\n```text\npython -m docs.levels {' '.join(named)}\n```\n"


def _title(board: str) -> str:
    return boards.load(board).full_title + (", an example" if board in EXAMPLES else "")


def _beaten_easy(measured: Mapping[str, Sequence[Rated]]) -> Iterator[str]:
    shares = [
        100 * (1 - one.against_beginner)
        for board, found in measured.items()
        for one in found
        if one.bot == str(resolve(Spec("easy"), board)) and one.against_beginner is not None
    ]
    if shares:
        yield EASY.format(low=min(shares), high=max(shares)).rstrip()


def _cell(bot: str, found: Sequence[Rated]) -> str:
    """A search of some seconds has the rating of the one that was measured in its place."""
    measured = STAND_INS.get(bot, bot)
    points = next((f" {one.rating:+.0f}" for one in found if one.bot == measured), "")
    return f"`{bot}`{points}"


def kept_file(board: str) -> Path:
    return FOLDER / f"{boards.load(board).id}.json"


def kept(board: str) -> list[Rated]:
    path = kept_file(board)
    return [Rated(**one) for one in json.loads(path.read_text(encoding="utf-8"))] if path.is_file() else []


def report(board: str, found: Sequence[Rated], easy: str) -> str:
    lines = [f"{board}", f"{'bot':<34}{'rating':>8}{'games':>8}{'beginner':>10}{'score':>8}{'made':>7}{'failed':>8}"]
    for one in found:
        name = "(beginner)" if one.bot == BEGINNER else one.bot
        share = "" if one.against_beginner is None else f"{one.against_beginner:.0%}"
        numbers = f"{one.score:>8.1f}{one.tickets_made:>7.2f}{one.tickets_failed:>8.2f}"
        lines.append(f"{name:<34}{one.rating:>8.0f}{one.games:>8}{share:>10}{numbers}")
    proposed = propose(found, easy).items()
    return "\n".join([*lines, *(f"{level}: {one.bot} ({one.rating:+.0f})" for level, one in proposed)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.levels", description="Measure the bots behind the levels.")
    parser.add_argument("boards", nargs="*", default=boards.names(), metavar="BOARD")
    parser.add_argument("--games", type=int, default=GAMES, help="of each pair of candidates")
    parser.add_argument("--search-games", type=int, help="of the search with the network; 0: none")
    parser.add_argument("--easy", default=LEVELS["easy"], help="the bot for the level easy")
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    for board in asked.boards:
        usual = SEARCH_GAMES_ON.get(board, SEARCH_GAMES)
        search_games = usual if asked.search_games is None else asked.search_games
        found = measure(board, asked.games, search_games, asked.threads)
        print(report(board, found, asked.easy), flush=True)
        print(f"kept: {keep(board, found)}\n", flush=True)


if __name__ == "__main__":
    main()
