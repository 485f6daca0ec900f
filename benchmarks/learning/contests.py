"""What a network can do: its contests, its calibration and the time that a decision takes.

    python -m benchmarks.learning.contests runs/usa runs/old-west/weights.npz --out results.json
    python -m benchmarks.learning.contests nets/*.npz --quick --out results.json
    python -m benchmarks.learning.contests nets --only planner --only search-2s --seconds 600 --out results.json

Give weights files, or folders with them. A network of a board with a variant is tried with it and without, one for any
board on the boards of the game, the examples and some synthetic ones, or on those that `--board` names. Every result
is kept in the file at once, and what the file has is not measured again (`--again` does); Ctrl-C ends the run. Contests
with slow bots end after `--seconds`: of their deals the first ones count that were played from every seat. With more
seconds than before they are held again.
"""

import argparse
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.learning.contest_list import GENERAL_BOARDS, Opponents, contests, general_contests
from benchmarks.learning.decision_times import decision_times
from benchmarks.learning.results_file import Entry, ResultsFile
from carrozza.arena import ContestOptions, ContestResult, run_contest
from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.statistics.standings import Standings, standings
from carrozza.bots.neural.weights import About, read_about
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.networks import STYLES
from carrozza.bots.specs.notation import Spec
from carrozza.interrupts import InterruptFlag, interrupt_flag
from carrozza.learning.boards.named import named_board
from carrozza.learning.calibration import calibration_of
from carrozza.learning.proof import SEED, is_held_out, met_in_training

QUICK: Final = 20
"""By how many times fewer deals are played with `--quick`."""
CALIBRATION_GAMES: Final = 2000
RESPONSE_DEALS: Final = 1000
STYLE_DEALS: Final = 500
CALIBRATED: Final = ((2, 0.0), (4, 0.0), (2, 1.0), (4, 1.0))
"""Seats and temperatures."""
GENERAL_CALIBRATION_GAMES: Final = 500
GENERAL_CALIBRATED: Final = ((2, 0.0),)
"""Of a network for any board, whose decisions take longer, on many boards."""


@dataclass(frozen=True)
class Tried:
    """A network on a board, with a variant or without."""

    file: Path
    about: About
    board: str
    """Its name, as `named_board` knows it."""
    variants: tuple[str, ...]

    @property
    def is_general(self) -> bool:
        """Whether the network is for any board."""
        return self.about.board is None

    @property
    def held_out(self) -> bool:
        """Whether its training never met this board."""
        return self.is_general and is_held_out(self.about, self.board)

    @property
    def title(self) -> str:
        return " with ".join((self.board, *self.variants))

    def bot(self, **settings: float | str) -> str:
        return str(Spec("neural", None, (("file", str(self.file)), *settings.items())))

    @property
    def styles(self) -> tuple[str, ...]:
        """Those that the network has learned."""
        config = self.about.training.get("config", {})
        return STYLES if config.get("reward", {}).get("styles_share", 0) > 0 else ()

    def entry(self, kind: str, name: str, **values: Any) -> Entry:
        where = {"network": self.about.digest, "board": self.board, "variants": list(self.variants)}
        seen = {"board_held_out": self.held_out} if self.is_general else {}
        return {**where, "kind": kind, "name": name, **seen, **values}


def files_in(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.glob("*.npz")) if path.is_dir() else (path,)


def tried_in(files: Iterator[Path], general_boards: Sequence[str]) -> Iterator[Tried]:
    for file in files:
        about = read_about(file)
        if about.board is not None:
            yield from _tried_with_and_without(file, about, about.board, about.variants)
            continue
        for board in general_boards:
            yield from _tried_with_and_without(file, about, board, tuple(named_board(board).variants))


def _tried_with_and_without(file: Path, about: About, board: str, variants: tuple[str, ...]) -> Iterator[Tried]:
    yield Tried(file.resolve(), about, board, ())
    yield from (Tried(file.resolve(), about, board, (variant,)) for variant in variants)


class Run:
    def __init__(self, asked: argparse.Namespace, interrupt: InterruptFlag) -> None:
        self.asked = asked
        self.interrupt = interrupt
        self.results = ResultsFile(asked.out)

    def all(self) -> None:
        for tried in tried_in(files_in(self.asked.networks), self.asked.board or GENERAL_BOARDS):
            for kind, name, measure in self._measurements(tried):
                asked_for = not self.asked.only or name in self.asked.only
                if asked_for and (self.asked.again or self._missing(tried.entry(kind, name))):
                    measure()
                if self.interrupt.is_set:
                    return

    def _missing(self, entry: Entry) -> bool:
        """Whether the file does not have it, or with less time than there is now."""
        found = self.results.found(entry)
        return found is None or found.get("limit", self._limit) < self._limit

    @property
    def _limit(self) -> float:
        """Seconds of a contest with slow bots."""
        return float(self.asked.seconds) / (QUICK if self.asked.quick else 1)

    def _measurements(self, tried: Tried) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """By kind and name."""
        if not tried.variants:
            yield "decisions", "decisions", partial(self.time_decisions, tried)
            if self.asked.response and read_about(self.asked.response).board == tried.board:
                yield "best-response", "best-response", partial(self.respond, tried)
        for seats, temperature in GENERAL_CALIBRATED if tried.is_general else CALIBRATED:
            name = f"calibration-{seats}" + (f"-at-{temperature:g}" if temperature else "")
            yield "calibration", name, partial(self.calibrate, tried, name, seats, temperature)
        for style in tried.styles:
            yield "style", style, partial(self.play_style, tried, style)
        held = general_contests(tried.board, tried.held_out) if tried.is_general else contests(tried.board)
        for opponents in held:
            yield "contest", opponents.name, partial(self.contest, tried, opponents)

    def _keep(self, tried: Tried, entry: Entry, told: str) -> None:
        self.results.put(entry)
        print(f"{tried.title}: {told}", flush=True)

    def time_decisions(self, tried: Tried) -> None:
        times = decision_times(tried.file, named_board(tried.board))
        told = f"one decision takes {times['compiled']:.0f} µs, {times['bot']:.0f} µs as a bot"
        told += f"; {times['games_a_second']:.0f} games a second against planner"
        self._keep(tried, tried.entry("decisions", "decisions", **times), told)

    def calibrate(self, tried: Tried, name: str, seats: int, temperature: float) -> None:
        bot = tried.bot(temperature=temperature) if temperature else tried.bot()
        games = self._deals(GENERAL_CALIBRATION_GAMES if tried.is_general else CALIBRATION_GAMES)
        found = calibration_of(bot, tried.board, seats, games, tried.variants, self._threads())
        entry = tried.entry("calibration", name, seats=seats, temperature=temperature, **asdict(found))
        self._keep(tried, entry, f"calibration error {found.error:.2%} with {seats} seats, temperature {temperature:g}")

    def contest(self, tried: Tried, opponents: Opponents) -> None:
        opponents = replace(opponents, deals=self._deals(opponents.deals))
        found, seconds = self._played(tried, opponents)
        if not found.games:
            print(f"{tried.title}: {opponents.name}: no deal was played from every seat in time", flush=True)
            return
        bot = next(bot for bot in found.bots if bot.name == tried.bot())
        entry = tried.entry(
            "contest",
            opponents.name,
            seats=opponents.seats,
            opponents=list(opponents.bots),
            games=found.games,
            deals=found.deals,
            share=bot.win_rate,
            interval=bot.interval,
            score=bot.mean_score,
            asked=opponents.asked,
            sure=opponents.sure,
            held_out=self._held_out(tried, opponents),
            faults=sum(other.faults.number for other in found.bots),
            seed=SEED,
            seconds=round(seconds, 1),
            **({"limit": self._limit} if opponents.slow else {}),
        )
        self._keep(tried, entry, f"{', '.join(opponents.bots)}: {told_share(entry)}, {found.games:,} games")

    def respond(self, tried: Tried) -> None:
        """What a best response to this network wins against it."""
        about = read_about(self.asked.response)
        response = str(Spec("neural", None, (("file", str(self.asked.response.resolve())),)))
        minutes = float(about.training.get("seconds", 0.0)) / 60
        values = {
            "minutes": minutes,
            "response": about.digest,
            **self._duel(tried, response, tried.bot(), RESPONSE_DEALS),
        }
        entry = tried.entry("best-response", "best-response", **values)
        self._keep(tried, entry, f"a best response of {minutes:.1f} minutes wins {told_share(entry)}")

    def play_style(self, tried: Tried, style: str) -> None:
        entry = tried.entry("style", style, **self._duel(tried, tried.bot(style=style), "planner", STYLE_DEALS))
        self._keep(tried, entry, f"in the style {style} it wins {told_share(entry)} against planner")

    def _duel(self, tried: Tried, first: str, second: str, deals: int) -> dict[str, Any]:
        """What the first bot wins."""
        games, options = self._deals(deals) * 2, ContestOptions(threads=self._threads())
        board, bots = named_board(tried.board), [first, second]
        found = run_contest(board, 2, games, bots, SEED, tried.variants, options).standings
        bot = next(bot for bot in found.bots if bot.name == first)
        return {"games": found.games, "share": bot.win_rate, "interval": bot.interval}

    def _held_out(self, tried: Tried, opponents: Opponents) -> bool:
        met = met_in_training(tried.about)
        return not any(str(parse_spec(bot)) in met for bot in opponents.bots)

    def _played(self, tried: Tried, opponents: Opponents) -> tuple[Standings, float]:
        """Stopped by the flag of Ctrl-C where the time is over: games under way are finished."""
        began, stopped = time.monotonic(), False

        def stop_in_time(table: ResultsTable) -> None:
            nonlocal stopped
            if opponents.slow and not stopped and time.monotonic() - began > self._limit:
                stopped = True
                self.interrupt.press()

        bots = [tried.bot(), *opponents.bots]
        games, options = opponents.deals * opponents.seats, ContestOptions(threads=self._threads())
        board = named_board(tried.board)
        found = run_contest(board, opponents.seats, games, bots, SEED, tried.variants, options, stop_in_time)
        self.interrupt.presses -= stopped
        return whole_deals(found), time.monotonic() - began

    def _deals(self, deals: int) -> int:
        return max(2, deals // QUICK) if self.asked.quick else deals

    def _threads(self) -> int:
        return self.asked.threads or os.cpu_count() or 1


def whole_deals(found: ContestResult) -> Standings:
    """Of the deals that were played from every seat."""
    found.results.done &= found.results.done.all(axis=0)
    return standings(found.results)


def told_share(entry: Entry) -> str:
    low, high = entry["interval"] or (0.0, 1.0)
    return f"{entry['share']:.1%} ({low:.1%} to {high:.1%})"


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning.contests",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("networks", nargs="+", type=Path, help="weights files, or folders with them")
    parser.add_argument("--out", type=Path, required=True, help="the file of results")
    parser.add_argument("--board", action="append", help="where to try networks for any board; several may be given")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} times fewer deals and seconds, to try it")
    parser.add_argument("--only", action="append", help="a measurement by name; several may be given")
    parser.add_argument("--again", action="store_true", help="measure also what the file has")
    parser.add_argument("--seconds", type=float, default=120.0, help="of each contest with slow bots")
    parser.add_argument("--response", type=Path, help="weights of a best response to the network of the same board")
    parser.add_argument("--threads", type=int)
    return parser.parse_args()


def main() -> None:
    """A shell lets its background jobs ignore Ctrl-C; the flag, which the time limit sets too, needs a handler."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with interrupt_flag() as interrupt:
        Run(parameters(), interrupt).all()


if __name__ == "__main__":
    main()
