"""What a bot thinks of a position: who wins, by how much, and what each candidate move leads to."""

from dataclasses import dataclass
from typing import Any

from carrozza.game import Move


class NoAnalysis(ValueError):
    """A bot that names moves, but has no analysis of them."""


@dataclass(frozen=True)
class Step:
    """One move of a line."""

    player: str
    text: str
    """The move in notation; where that cannot be known, what of it is: `keep 2 tickets`."""
    move: Move | None
    """The move; none where only the text is known."""


@dataclass(frozen=True)
class Candidate:
    """One move that was considered."""

    move: Move
    """A legal move, with its payment: the one the bot preferred, or the game's usual one where it has not looked."""
    visits: int
    """How many games were played on from it."""
    value: float
    """What the bot goes by: winning and the margin in one number from 0 to 1."""
    win_probability: float
    margin: float
    """Expected points ahead of the best of the others."""
    line: tuple[Step, ...] = ()
    """How the games most often went on, this move first."""


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of a position, from the point of view of one player.

    The candidates come in the bot's order: the move it would play, then the others by visits.
    """

    player: str
    candidates: tuple[Candidate, ...]
    games: int
    """How many games were played on from the position."""
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def win_probability(self) -> float:
        """The player's chance to win, after the best move."""
        return self.best.win_probability

    @property
    def margin(self) -> float:
        """Points that the player will be ahead of the best of the others, on average, after the best move."""
        return self.best.margin

    def as_json(self) -> dict[str, Any]:
        """Plain values, with moves as text."""
        return {
            "player": self.player,
            "win_probability": self.win_probability,
            "margin": self.margin,
            "games": self.games,
            "seconds": self.seconds,
            "candidates": [_candidate_json(candidate) for candidate in self.candidates],
        }


def _candidate_json(candidate: Candidate) -> dict[str, Any]:
    return {
        "move": str(candidate.move),
        "visits": candidate.visits,
        "value": candidate.value,
        "win_probability": candidate.win_probability,
        "margin": candidate.margin,
        "line": [{"player": step.player, "move": step.text} for step in candidate.line],
    }
