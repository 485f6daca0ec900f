"""One game move by move, with a clock: for bots that the compiled loop does not know, and for records."""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from carrozza.arena.playing.compiled_games import FIRST, OUTCOME, note_game
from carrozza.arena.playing.contest import Contest
from carrozza.bots.bot import Bot
from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.game.moves import BuildStation, Claim, PlaceMarker
from carrozza.game.records.record import Record
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import ROUTES, Grid, blank
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score

TWO_DECISIONS = (Claim, BuildStation, PlaceMarker)
"""What the compiled loop decides in two steps: a place, then a payment."""


class Misdeed(NamedTuple):
    """A fault of a bot at some seat, as `bots.fallback` tells it."""

    kind: str
    decision: int
    said: str


@dataclass(frozen=True)
class Notes:
    """What is known of a game that was watched: for each seat how long its moves took, in seconds, and its faults."""

    times: tuple[Grid, ...]
    faults: tuple[tuple[Misdeed, ...], ...]
    record: str | None = None


def watch(contest: Contest, table: int, deal: int) -> tuple[Grid, Notes]:
    """Play a game; the outcome is that of the compiled loop, where it knows the bots."""
    _warm_up(contest)
    game = _new_game(contest, table, deal)
    bots = _bots_for(contest, table, game)
    try:
        times = _play(game, bots)
        for bot in bots:
            bot.game_over(game.result())
    finally:
        for bot in bots:
            bot.close()
    faults = tuple(tuple(Misdeed(*_told(fault)) for fault in getattr(bot, "faults", ())) for bot in bots)
    return outcome_of(game), Notes(times, faults, str(Record.of(game)) if contest.records else None)


@lru_cache(maxsize=2)
def _warm_up(contest: Contest) -> None:
    """Once in a process, play a game that does not count: what is compiled or loaded in it is nobody's thinking."""
    game = _new_game(contest, table=0, deal=0)
    _play(game, [make_bot("planner", game.names, seat) for seat in range(contest.seats)])


def _told(fault: object) -> tuple[str, int, str]:
    return str(getattr(fault, "kind", "fault")), int(getattr(fault, "decision", 0)), str(getattr(fault, "said", fault))


def _new_game(contest: Contest, table: int, deal: int) -> Game:
    names = seat_names([contest.bots[bot] for bot in contest.tables[table]])
    game = Game(contest.board, names, contest.deal_seed(deal), variants=contest.variants, first=FIRST)
    game.board_name = contest.source
    return game


def seat_names(bots: list[str]) -> list[str]:
    """Names for a record: those of the bots, numbered where one sits twice.

    >>> seat_names(["planner", "search:1s", "planner"])
    ['planner', 'search:1s', 'planner 2']
    """
    names: list[str] = []
    for seat, bot in enumerate(bots):
        earlier = bots[:seat].count(bot)
        names.append(f"{bot} {earlier + 1}" if earlier else bot)
    return names


def _bots_for(contest: Contest, table: int, game: Game) -> list[Bot]:
    seed = np.uint64(game.seed)
    made: list[Bot] = []
    try:
        for seat, bot in enumerate(contest.tables[table]):
            made.append(make_bot(contest.specs[bot], game.names, int(stream(seed, seat)), threads=1))
    except BaseException:
        for bot_made in made:
            bot_made.close()
        raise
    return made


def _play(game: Game, bots: list[Bot]) -> tuple[Grid, ...]:
    times: list[list[float]] = [[] for _ in bots]
    while not game.finished:
        seat = int(game.state.actor)
        view = game.view(seat)
        started = time.perf_counter()
        move = bots[seat].choose(view)
        times[seat].append(time.perf_counter() - started)
        game.play(move)
    return tuple(np.array(of_seat, np.float32) for of_seat in times)


def outcome_of(game: Game) -> Grid:
    """The outcome of a game that is over."""
    outcomes: Grid = blank(OUTCOME, 1)
    scores = blank_scores()
    score(game.names.compiled, game.state, scores, blank_workings())
    decisions = len(game.history) + sum(isinstance(played.move, TWO_DECISIONS) for played in game.history)
    note_game(game.state, scores, decisions, outcomes[0], np.zeros(ROUTES, np.int64))
    return outcomes
