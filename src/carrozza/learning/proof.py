"""`carrozza train evaluate`: the bot of a weights file in the arena, against each opponent."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from carrozza import boards
from carrozza.arena import ContestOptions, run_contest
from carrozza.bots.neural.weights import About, read_about
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.networks import SHIPPED_NETWORK
from carrozza.interrupts import interrupt_flag
from carrozza.learning.boards.named import whole_name
from carrozza.learning.errors import LearningError

SEED: Final = (1 << 41) + 1
"""Of the arena's deals: no training plays them, and no evaluation on the way."""
WIDE: Final = 120
"""Columns of a table that is no terminal's."""


@dataclass(frozen=True)
class Proof:
    """What the bot won against one opponent at all other seats, in the arena: every deal from every seat."""

    opponent: str
    players: int
    held_out: bool
    """Whether the training never met this opponent."""
    games: int
    share: float
    interval: tuple[float, float] | None
    mean_score: float | None
    faults: int

    @property
    def fair_share(self) -> float:
        return 1 / self.players


def met_in_training(about: About) -> set[str]:
    """The bots that the network played against or imitated, in this training or in one before."""
    return {str(parse_spec(bot)) for config in _configurations(about) for bot in _bots_met(config)}


def _bots_met(config: Mapping[str, Any]) -> Iterator[str]:
    league, imitation = config.get("league", {}), config.get("imitation", {})
    if league.get("bots_share", 0) > 0:
        yield from league.get("bots", [])
    if imitation.get("seconds", 0) > 0:
        yield imitation["bot"]
        if SHIPPED_NETWORK in imitation.get("networks", ()):
            yield "neural"


def boards_of_training(about: About) -> set[str]:
    """The names of those that a network for any board was trained on, whole or in part, in this training or in one
    before. What was drawn for it is not among them: the seeds of synthetic boards are below those for measuring."""
    return {_whole_board(name) for config in _configurations(about) for name in config.get("boards", ())}


def _configurations(about: About) -> Iterator[Mapping[str, Any]]:
    """That of the training, and of the ones before it."""
    training: Mapping[str, Any] = about.training
    while training:
        yield training.get("config", {})
        training = training.get("before") or {}


def _whole_board(name: str) -> str:
    """Without the path of its file."""
    return Path(whole_name(name)).stem


def is_held_out(about: About, board: str) -> bool:
    """Whether no training of the network met the board of this name, nor a part of it, nor another ruleset of its map.

    >>> from carrozza.bots.neural.tokens.untrained import untrained_token_weights
    >>> is_held_out(untrained_token_weights().about, "examples/boards/tasmania.toml")
    True
    """
    return _map(_whole_board(board)) not in map(_map, boards_of_training(about))


def _map(board: str) -> str:
    return boards.load(board).map if board in boards.names() else board


def prove(
    file: Path,
    against: Sequence[str],
    players: Sequence[int],
    games: int,
    board: str | None = None,
    variants: Sequence[str] = (),
    threads: int | None = None,
) -> Iterator[Proof]:
    """One contest for each opponent and number of players."""
    about = read_about(file)
    played_on = board or about.board
    if played_on is None:
        raise LearningError(f"{file}: a network for any board: name one with --board")
    met = met_in_training(about)
    bot = str(parse_spec(f"neural(file='{file}')"))
    for seats in players:
        for opponent in against:
            lineup = [bot, *[opponent] * (seats - 1)]
            options = ContestOptions(threads=threads)
            result = run_contest(played_on, seats, games, lineup, SEED, variants, options)
            standing = next(found for found in result.standings.bots if found.name == bot)
            yield Proof(
                opponent,
                seats,
                str(parse_spec(opponent)) not in met,
                standing.games,
                standing.win_rate or 0.0,
                standing.interval,
                standing.mean_score,
                standing.faults.number,
            )
            if result.interrupted:
                return


def evaluate_command(file: Path, as_json: bool, **given: Any) -> int:
    """Report as contests end; returns the exit code."""
    console = Console(markup=False, emoji=False, highlight=False)
    console = console if console.is_terminal else Console(markup=False, emoji=False, highlight=False, width=WIDE)
    try:
        with interrupt_flag() as interrupt:
            found = list(prove(file, **given))
            if as_json:
                print(json.dumps([asdict(proof) for proof in found], indent=1))
            else:
                console.print(proofs_table(found))
            return 130 if interrupt.is_set else 0
    except ValueError as error:
        Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True).print(f"carrozza: {error}")
        return 2


def proofs_table(found: Sequence[Proof]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("players", "opponent", "games", "won", "95% interval", "fair share", "mean score", "faults"):
        table.add_column(column)
    for proof in found:
        opponent = f"{proof.opponent} (held out)" if proof.held_out else proof.opponent
        low, high = proof.interval or (0.0, 1.0)
        score = "" if proof.mean_score is None else f"{proof.mean_score:.1f}"
        shares = (f"{proof.share:.1%}", f"{low:.1%} to {high:.1%}", f"{proof.fair_share:.0%}")
        table.add_row(str(proof.players), opponent, f"{proof.games:,}", *shares, score, str(proof.faults))
    return table
