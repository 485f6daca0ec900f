"""Hints: how long they take on every board, and how often the first of them, always played, wins.

    python -m benchmarks.hints answers
    python -m benchmarks.hints games --games 400 --kept hints.jsonl

`games` plays `planner` twice on the same deals, from both seats: once with the first hint of every position, once with
`search:200ms`. Each game is a line of the file, and a second run goes on where the first has ended. A search that is
limited by time would be weaker on a busy machine: here its clock counts the CPU time of this process, as on a core of
its own.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.statistics.bootstrap import resampled, share_interval
from carrozza.bots import Bot, make_bot
from carrozza.bots.hints.hint import MOST_SECONDS, compile_hints, hints
from carrozza.bots.search import bot as search_bot
from carrozza.game import Game, Move, View
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid

OPPONENT: Final = "planner"
ARMS: Final = ("hints", "search:200ms")
SEATS: Final = 2
SEED: Final = 12
EVERY: Final = 12
"""Of a game's moves, one in so many is looked at for its answer time."""


class FirstHint(Bot):
    """Plays the first hint of every position, whatever was played before."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View) -> Move:
        return hints(view, self._seed, seconds=MOST_SECONDS)[0].move


@dataclass(frozen=True)
class Played:
    """One game."""

    board: str
    deal: int
    arm: str
    seat: int
    won: float
    """A shared win counts in part."""
    margin: int
    seconds: float
    """Of CPU time."""


def play_game(board: str, deal: int, arm: str, seat: int) -> Played:
    seed = int(stream(np.uint64(SEED), deal))
    game = Game(board, SEATS, seed, first=0)
    bots = [_bot(arm if number == seat else OPPONENT, game, seed + number) for number in range(SEATS)]
    began = time.process_time()
    while not game.finished:
        actor = int(game.state.actor)
        game.play(bots[actor].choose(game.view(actor)))
    for bot in bots:
        bot.close()
    result = game.result()
    own, other = (result.scores[game.seats[number]].total for number in (seat, 1 - seat))
    won = (game.seats[seat] in result.winners) / len(result.winners)
    return Played(board, deal, arm, seat, won, own - other, round(time.process_time() - began, 2))


def _bot(name: str, game: Game, seed: int) -> Bot:
    return FirstHint(seed) if name == "hints" else make_bot(name, game.names, seed)


def schedule(games: int, on: Sequence[str]) -> Iterator[tuple[str, int, str, int]]:
    """Deal by deal over the boards in turn, so that whatever has been played is a whole comparison."""
    for deal in range(games // SEATS):
        for arm in ARMS:
            for seat in range(SEATS):
                yield on[deal % len(on)], deal, arm, seat


def play_games(games: int, on: Sequence[str], kept: Path) -> None:
    vars(search_bot)["time"] = SimpleNamespace(perf_counter=time.process_time)
    compile_hints()
    done = {(one.board, one.deal, one.arm, one.seat) for one in read(kept)}
    for task in schedule(games, on):
        if task not in done:
            played = play_game(*task)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played)) + "\n")
    report(read(kept))


def read(kept: Path) -> list[Played]:
    if not kept.exists():
        return []
    return [Played(**json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]


def report(played: Sequence[Played]) -> None:
    """Only deals that both have played from both seats."""
    whole = [deal for deal in sorted({one.deal for one in played}) if sum(one.deal == deal for one in played) == 4]
    for arm in ARMS:
        units = _units(played, arm, whole)
        share, interval = _share(units)
        margin = statistics.mean(one.margin for one in played if one.arm == arm and one.deal in whole)
        seconds = sum(one.seconds for one in played if one.arm == arm)
        print(
            f"{arm:6} against {OPPONENT}: {len(whole) * SEATS} games, won {share:.1%} ({interval}), "
            f"margin {margin:+.1f}, {seconds:.0f} s of CPU"
        )
    both = _units(played, ARMS[0], whole) - _units(played, ARMS[1], whole)
    sums = resampled(both[:, None])[:, 0] / (SEATS * len(whole))
    low, high = np.quantile(sums, [0.025, 0.975])
    print(
        f"hints less {ARMS[1]}, on the same deals: {both.sum() / (SEATS * len(whole)):+.1%} ({low:+.1%} to {high:+.1%})"
    )
    for board in sorted({one.board for one in played}):
        here = [deal for deal in whole if any(one.deal == deal and one.board == board for one in played)]
        shares = " ".join(f"{arm} {_share(_units(played, arm, here))[0]:.1%}" for arm in ARMS if here)
        print(f"  {board}: {len(here) * SEATS} games, {shares}")


def _units(played: Sequence[Played], arm: str, deals: Sequence[int]) -> Grid:
    """Wins by deal."""
    wins = dict.fromkeys(deals, 0.0)
    for one in played:
        if one.arm == arm and one.deal in wins:
            wins[one.deal] += one.won
    units: Grid = np.array(list(wins.values()))
    return units


def _share(units: Grid) -> tuple[float, str]:
    share = float(units.sum()) / (SEATS * len(units))
    found = share_interval(share, resampled(units[:, None])[:, 0] / (SEATS * len(units)), len(units))
    return share, "" if found is None else f"{found[0]:.1%} to {found[1]:.1%}"


def measure_answers(games: int) -> None:
    """Positions of planners' games with the fewest and the most players."""
    compile_hints()
    everything: list[float] = []
    for board in boards.names():
        rules = boards.load(board).rules
        for seats in (rules.min_seats, rules.max_seats):
            taken = [took for game in range(games) for took in _answers(board, seats, seed=game + 1)]
            everything += taken
            print(f"{board}, {seats} players: {_summary(taken)}", flush=True)
    print(f"all: {_summary(everything)}")


def _summary(taken: Sequence[float]) -> str:
    middle, late = statistics.median(taken), sorted(taken)[int(0.95 * len(taken))]
    return f"{len(taken)} answers, median {middle:.2f} s, 95 of 100 within {late:.2f} s, worst {max(taken):.2f} s"


def _answers(board: str, seats: int, seed: int) -> Iterator[float]:
    game = Game(board, seats, seed=seed)
    planners = [make_bot("planner", game.names, number) for number in range(seats)]
    while not game.finished:
        actor = int(game.state.actor)
        if len(game.history) % EVERY == seed % EVERY:
            began = time.perf_counter()
            hints(game.view(actor), seconds=MOST_SECONDS)
            yield time.perf_counter() - began
        game.play(planners[actor].choose(game.view(actor)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hints", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("answers", "games", "report"))
    parser.add_argument("--games", type=int, default=400, help="how many each plays")
    parser.add_argument("--tables", type=int, default=1, help="of `answers`: games on each board and number of players")
    parser.add_argument("--boards", nargs="+", default=list(boards.names()))
    parser.add_argument("--kept", type=Path, default=Path("hints.jsonl"), help="the file of the games played")
    chosen = parser.parse_args()
    match chosen.what:
        case "answers":
            measure_answers(chosen.tables)
        case "games":
            play_games(chosen.games, chosen.boards, chosen.kept)
        case _:
            report(read(chosen.kept))


if __name__ == "__main__":
    main()
