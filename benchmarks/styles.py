"""Whether the styles of a network can be felt, and how strong each is.

    python -m benchmarks.styles new-york.npz
    python -m benchmarks.styles usa.npz --seats 4 --games 400 --threads 2

The network plays plainly and in each of its styles, against `medium` and against itself as it plays plainly, at all
other seats, on the same deals from every seat. What it does is told by its games against `medium`.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from carrozza.arena import ContestOptions, run_contest
from carrozza.arena.playing.results import SURE
from carrozza.arena.statistics.standings import Standing
from carrozza.bots.neural.weights import read_about
from carrozza.bots.specs.networks import STYLES
from carrozza.bots.specs.notation import Spec
from carrozza.game import Game
from carrozza.game.moves import Claim, Keep, Move
from carrozza.game.records.record import Record
from carrozza.observation.observer import Observer

MEDIUM: Final = "medium"


@dataclass(frozen=True)
class Habits:
    """What a seat did in a game."""

    route_points: float
    route_length: float
    """On average, of those that it claimed."""
    tickets_kept: float
    tickets_drawn: float
    """Those that it kept after the opening."""
    tickets_made: float
    moves_before_claiming: float
    """Its own, before its first claim."""
    routes_blocked: float
    """Claims of routes that lay on a shortest way of another seat's unfinished ticket."""


class Asked(NamedTuple):
    seats: int
    games: int
    """Of each contest."""
    variants: Sequence[str] = ()
    seed: int = 1
    threads: int | None = None


def main() -> None:
    asked = parameters()
    for line in table(asked.file, Asked(asked.seats, asked.games, asked.variant, asked.seed, asked.threads)):
        print(line, flush=True)


def table(file: Path, asked: Asked) -> Iterator[str]:
    """In Markdown, a line as soon as it is known."""
    board = read_about(file).board
    if board is None:
        raise SystemExit(f"{file}: a network for any board: it learns no styles")
    columns = [field.name.replace("_", " ") for field in fields(Habits)]
    yield f"| {board}, {asked.seats} seats | {' | '.join(columns)} | against {MEDIUM} | against plain |"
    yield f"|---|{'---:|' * (len(columns) + 2)}"
    plain = neural(file, None)
    for style in (None, *STYLES):
        bot = neural(file, style)
        with tempfile.TemporaryDirectory() as records:
            standing = contest(board, asked, bot, MEDIUM, Path(records))
            habits = list(habits_of(Path(records), bot))
        against_plain = "" if style is None else won(contest(board, asked, bot, plain))
        yield f"| {style or 'plain'} | {' | '.join(means(habits))} | {won(standing)} | {against_plain} |"


def neural(file: Path, style: str | None) -> str:
    given = (("file", str(file)),) if style is None else (("file", str(file)), ("style", style))
    return str(Spec("neural", None, given))


def contest(board: str, asked: Asked, bot: str, other: str, records: Path | None = None) -> Standing:
    lineup = [bot, *[other] * (asked.seats - 1)]
    options = ContestOptions(threads=asked.threads, records=records)
    result = run_contest(board, asked.seats, asked.games, lineup, asked.seed, asked.variants, options)
    return next(found for found in result.standings.bots if found.name == bot)


def habits_of(records: Path, bot: str) -> Iterator[Habits]:
    """Of this bot, in each of these games."""
    for file in sorted(path for path in records.rglob("*") if path.is_file()):
        record = Record.load(file)
        yield seat_habits(record, record.seats.index(bot))


def seat_habits(record: Record, seat: int) -> Habits:
    game = record.replay(0)
    observer = Observer(game.board, seats=len(game.seats), variants=game.variants)
    numbers = {route.id: number for number, route in enumerate(game.board.routes)}
    kept: list[int] = []
    own: list[Move] = []
    blocked = 0
    for played in record.moves:
        if played.player == game.seats[seat]:
            own.append(played.move)
            if isinstance(played.move, Keep):
                kept.append(len(played.move.tickets))
            if isinstance(played.move, Claim):
                blocked += is_wanted(observer, game, numbers[played.move.route], seat)
        game.play(played.move, played.player)
    score = game.result().scores[game.seats[seat]]
    lengths = [route.length for route in game.board.routes if route.id in game.routes(seat)]
    return Habits(
        score.routes,
        float(np.mean(lengths)) if lengths else 0.0,
        sum(kept),
        sum(kept[1:]),
        len(score.tickets_completed),
        next((at for at, move in enumerate(own) if isinstance(move, Claim)), len(own)),
        blocked,
    )


def is_wanted(observer: Observer, game: Game, route: int, seat: int) -> bool:
    """Whether it lies on a shortest way of another seat."""
    on_way = observer.spec.slice("routes.on_way").at + route
    return any(observer.flat(game, other)[on_way] for other in range(len(game.seats)) if other != seat)


def means(habits: Sequence[Habits]) -> Iterator[str]:
    """With the half of an interval that contains the true mean 95 times in 100."""
    for field in fields(Habits):
        values = np.array([getattr(one, field.name) for one in habits])
        error = values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
        yield f"{values.mean():.2f} ± {SURE * error:.2f}"


def won(standing: Standing) -> str:
    low, high = standing.interval or (0.0, 1.0)
    return f"{standing.win_rate or 0:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.styles", description=__doc__)
    parser.add_argument("file", type=Path, help="a weights file of a network that has learned styles")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200, help="of each contest")
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    return parser.parse_args()


if __name__ == "__main__":
    main()
