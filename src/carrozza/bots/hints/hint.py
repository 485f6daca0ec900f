"""The two or three best moves of a position, each with its reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from carrozza.boards import Board
from carrozza.bots.analysis import Analysis, Candidate
from carrozza.bots.hints.alternatives import Situation
from carrozza.bots.hints.finding import find_reasons
from carrozza.bots.hints.reasons import LeftOut, LeftOutWithoutWay, Outcome, Reason
from carrozza.bots.hints.wording import Wording
from carrozza.bots.search.bot import SearchBot
from carrozza.bots.specs.networks import NO_NETWORK
from carrozza.game import Game, Move, View
from carrozza.game.moves import Claim
from carrozza.game.names import Names
from carrozza.kernel.scoring import blank_scores
from carrozza.kernel.ways import blank_ways, completed_ways

GAMES: Final = 12_000
"""Imagined games for one answer, several times as many as `hard` plays."""
MOST_SECONDS: Final = 1.2
"""Where the board is large, or the machine busy, it stops at that."""
MOST_HINTS: Final = 3
MOST_REASONS: Final = 3
CLOSE: Final = 0.03
"""How much less than the best a move may be worth to be considered, from 0 to 1: about four points of the margin."""
FEWEST_VISITS: Final = 20
"""What was tried less often is not known well enough to be recommended."""


@dataclass(frozen=True)
class Hint:
    """A move worth considering, and why."""

    move: Move
    """A legal move, with its payment."""
    reasons: tuple[Reason, ...]
    """What speaks for it, the weightiest first; never empty."""
    tickets: tuple[str, ...]
    """The tickets that it serves, or would keep, by its reasons."""
    ways: tuple[tuple[str, ...], ...]
    """Of each of these tickets, the routes of its cheapest way with this move."""
    win_probability: float
    margin: float
    """Expected points ahead of the best of the others."""
    board: Board = field(repr=False)

    def in_words(self, language: str = "en") -> str:
        """What to do, and why, in sentences."""
        words = Wording(self.board, language)
        return " ".join((words.move(self.move), *map(words.reason, self.reasons)))

    def as_json(self) -> dict[str, Any]:
        return {
            "move": str(self.move),
            "reasons": [reason.as_json() for reason in self.reasons],
            "tickets": list(self.tickets),
            "ways": [list(way) for way in self.ways],
            "win_probability": self.win_probability,
            "margin": self.margin,
        }


def hints(view: View, seed: int = 1, games: int = GAMES, seconds: float | None = None) -> tuple[Hint, ...]:
    """The best move first, then one or two others that come close. Only what the view's seat may know is used.

    The same seed gives the same hints, unless `seconds` end the search early.

    >>> from carrozza.game import Game
    >>> game = Game("new-york", seats=2, seed=1)
    >>> found = hints(game.view("Ada"), games=20)
    >>> found[0].move in game.legal_moves, 1 <= len(found) <= 3
    (True, True)
    """
    with HintSearch(view.names, seed, games, seconds) as search:
        return hints_from(view, search.analyse(view))


def hints_from(view: View, analysis: Analysis) -> tuple[Hint, ...]:
    """What an analysis of the view recommends."""
    situation = Situation(view)
    return tuple(_hint(situation, candidate) for candidate in worth_considering(view, analysis))


def compile_hints() -> None:
    """Compile whatever finds reasons, or read it from the cache, so that nobody is charged for it."""
    game = Game("usa", seats=2, seed=1)
    while game.phase == "opening":
        game.play(game.legal_moves[0])
    situation = Situation(game.view(game.to_move))
    situation.ways.helps(game.board.routes[0].id)
    situation.path_length(situation.with_route(game.board.routes[0].id).state, situation.seat)
    completed_ways(game.names.compiled, situation.view.state, situation.seat, blank_scores(), blank_ways())


class HintSearch(SearchBot):
    """A search on one thread that ends after so many games, or seconds where those come first. Without a network: the
    reasons for a move are a planner's."""

    def __init__(self, names: Names, seed: int, games: int = GAMES, seconds: float | None = None) -> None:
        super().__init__(names, seed, iterations=games, threads=1, network=NO_NETWORK)
        self._seconds = seconds


def worth_considering(view: View, analysis: Analysis) -> list[Candidate]:
    """The bot's choice, and what comes close to it. Of several routes between two cities only the best is named: they
    are two ways to pay for the same."""
    best, chosen = analysis.best, [analysis.best]
    others = [one for one in analysis.candidates[1:] if one.visits >= FEWEST_VISITS and one.value >= best.value - CLOSE]
    for candidate in sorted(others, key=lambda one: -one.value):
        if len(chosen) < MOST_HINTS and not any(_is_same(view, candidate.move, one.move) for one in chosen):
            chosen.append(candidate)
    return chosen


def _is_same(view: View, one: Move, other: Move) -> bool:
    if isinstance(one, Claim) and isinstance(other, Claim):
        routes = view.board.routes
        numbers = view.names.route_number(one.route), view.names.route_number(other.route)
        return routes[numbers[0]].ends == routes[numbers[1]].ends
    return one == other


def _hint(situation: Situation, candidate: Candidate) -> Hint:
    reasons = find_reasons(situation, candidate.move)[:MOST_REASONS]
    if not reasons:
        reasons = [Outcome(candidate.visits, round(100 * candidate.win_probability))]
    tickets = tuple(dict.fromkeys(_tickets_of(reasons)))
    return Hint(
        candidate.move,
        tuple(reasons),
        tickets,
        tuple(_ways_with(situation, candidate.move, tickets)),
        candidate.win_probability,
        candidate.margin,
        situation.board,
    )


def _tickets_of(reasons: Sequence[Reason]) -> Iterator[str]:
    for reason in reasons:
        if isinstance(reason, LeftOut | LeftOutWithoutWay):
            continue
        about = reason.as_json()
        if "ticket" in about:
            yield about["ticket"]
        elif isinstance(about.get("tickets"), list):
            yield from about["tickets"]


def _ways_with(situation: Situation, move: Move, tickets: Sequence[str]) -> Iterator[tuple[str, ...]]:
    ways = situation.with_route(move.route).ways if isinstance(move, Claim) else situation.ways
    return (ways.way(ticket) for ticket in tickets)
