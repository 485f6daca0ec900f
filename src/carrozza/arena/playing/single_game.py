"""One game played move by move and timed: for bots that compiled code does not know, and for records."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from carrozza.arena.checks import StrictFault
from carrozza.arena.playing.compiled_games import FIRST, OUTCOME, note_game
from carrozza.arena.playing.contest import Contest
from carrozza.arena.playing.noting.notes import Notes
from carrozza.arena.playing.noting.replayed_games import replay_notes
from carrozza.bots.bot import Bot
from carrozza.bots.fallback import Fault
from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.game.moves import BuildStation, Claim, PlaceMarker
from carrozza.game.records.record import Record
from carrozza.game.records.replaying import steps_of
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import ROUTES, Grid, blank
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score

TWO_DECISIONS: Final = (Claim, BuildStation, PlaceMarker)
"""Moves that compiled code decides in two steps: a place, then a payment."""


@dataclass(frozen=True)
class GameDetails:
    """What is known of a game that was played move by move, for each seat."""

    times: tuple[Grid, ...]
    """How long each move took, in seconds."""
    faults: tuple[tuple[Fault, ...], ...]
    replaced: tuple[int, ...]
    """How many decisions the fallback made instead of the bot."""
    claims: Grid
    """The claimed routes, by number."""
    record: str | None = None
    notes: Notes | None = None


def play_single_game(contest: Contest, seating: int, deal: int) -> tuple[Grid, GameDetails]:
    """Play a game; where compiled code knows the bots, the outcome is the same as there."""
    _warm_up(contest)
    game = _new_game(contest, seating, deal)
    with _bots_for(contest, seating, game) as bots:
        times = _play(game, bots, contest.strict)
        for bot in bots:
            bot.game_over(game.result())
    faults = tuple(tuple(getattr(bot, "faults", ())) for bot in bots)
    replaced = tuple(int(getattr(bot, "replaced", 0)) for bot in bots)
    outcomes, claims = outcome_of(game)
    record = str(Record.of(game)) if contest.records else None
    return outcomes, GameDetails(times, faults, replaced, claims, record, _notes_of(contest, game))


@lru_cache(maxsize=2)
def _warm_up(contest: Contest) -> None:
    """Once per process, play a game that does not count, so that no bot is charged for compiling and loading."""
    game = _new_game(contest, seating=0, deal=0)
    _play(game, [make_bot("planner", game.names, seat) for seat in range(contest.seats)])


def _new_game(contest: Contest, seating: int, deal: int) -> Game:
    names = seat_names([contest.bots[bot] for bot in contest.seatings[seating]])
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


def _notes_of(contest: Contest, game: Game) -> Notes | None:
    if not contest.noted:
        return None
    steps = steps_of(game, game.history)
    return replay_notes(game.names.compiled, contest.seats, game.seed, steps, contest.decisions)


_at_play: set[Bot] = set()


@contextmanager
def _bots_for(contest: Contest, seating: int, game: Game) -> Iterator[list[Bot]]:
    """Bots for one game; they are closed after it."""
    seed = np.uint64(game.seed)
    made: list[Bot] = []
    try:
        for seat, bot in enumerate(contest.seatings[seating]):
            made.append(make_bot(contest.specs[bot], game.names, int(stream(seed, seat)), threads=1))
            _at_play.add(made[-1])
        yield made
    finally:
        for bot_made in made:
            _at_play.discard(bot_made)
            bot_made.close()


def close_bots_at_play() -> None:
    """Close the bots of all games under way, with their programs: the process is about to end."""
    for bot in list(_at_play):
        bot.close()


def _play(game: Game, bots: list[Bot], strict: bool = False) -> tuple[Grid, ...]:
    times: list[list[float]] = [[] for _ in bots]
    while not game.finished:
        seat = int(game.state.actor)
        view = game.view(seat)
        started = time.perf_counter()
        move = bots[seat].choose(view)
        times[seat].append(time.perf_counter() - started)
        if strict:
            _check_faults(game, seat, bots[seat])
        game.play(move)
    return tuple(np.array(of_seat, np.float32) for of_seat in times)


def _check_faults(game: Game, seat: int, bot: Bot) -> None:
    for fault in getattr(bot, "faults", ()):
        raise StrictFault(f"{game.seats[seat]}: {fault} (seed {game.seed})", fault.traceback)


def outcome_of(game: Game) -> tuple[Grid, Grid]:
    """The outcome of a finished game, and the routes that were claimed."""
    claims = np.zeros(ROUTES, np.int64)
    outcomes: Grid = blank(OUTCOME, 1)
    scores = blank_scores()
    score(game.names.compiled, game.state, scores, blank_workings())
    decisions = len(game.history) + sum(isinstance(played.move, TWO_DECISIONS) for played in game.history)
    note_game(game.state, scores, decisions, outcomes[0], claims)
    return outcomes, np.flatnonzero(claims).astype(np.int16)
