"""Whether drawing tickets after the opening pays: turns played as a bot chose, and again with tickets drawn instead.

    python -m benchmarks.drawing_tickets --board usa --games 1000
    python -m benchmarks.drawing_tickets --board usa --bot planner --seats 4

Bots of one kind have all seats. In some turns of each game, in which no tickets were drawn, the seat to move draws
tickets instead; `planner` chooses which of them to keep, as networks have hardly ever learned that, and the bots play
on. Both lines of play have the same cards in the same order. Each row tells what the second had more than the first,
with 95% intervals: how often the seat won, and by how many points it was ahead of the best other seat. `best ticket`
keeps, of all the sets that could be kept, the one that came out best: no bot can know that, so it is a bound.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from benchmarks.planner_play import joined, members
from carrozza import boards
from carrozza.bots.compiled.board_graph import graph_of
from carrozza.bots.compiled.decide import Buffers, decide
from carrozza.bots.compiled.memory import blank_memories, reset_memory
from carrozza.bots.neural.choosing import Generator
from carrozza.bots.neural.players import player_at
from carrozza.game import Game
from carrozza.game.names import Names, blank_mask
from carrozza.kernel.actions import DRAW_TICKETS, KEEP, MISC_WORD
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, TICKETS_DRAWN, TURN, State, blank_state, copied
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view

STAGES: Final = (30, 15, 0)
"""The first has more trains left than this, and so on."""
SURE: Final = 1.96
"""Standard errors of a 95% interval."""


class Bot(Protocol):
    def choose(self, state: State, mask: Grid) -> int: ...


class Neural:
    """The network of the board, which plays the likeliest action."""

    def __init__(self, names: Names, file: str | None) -> None:
        self._player = player_at(names, file)
        self._generator = Generator()

    def choose(self, state: State, mask: Grid) -> int:
        return self._player.choose(state, int(state.actor), mask, 0.0, self._generator)


class Planner:
    """It plans anew in every decision, so that it can take any position over."""

    def __init__(self, names: Names) -> None:
        self._board, self._graph = names.compiled, graph_of(names.compiled)
        self._own, self._view, self._memories = Buffers(), blank_state(), blank_memories(1)
        self._seed = np.uint64(1)

    def choose(self, state: State, mask: Grid) -> int:
        reset_memory(self._memories[0], self._seed)
        make_view(state, int(state.actor), self._view)
        return int(decide(self._board, self._graph, self._view, mask, self._memories[0], self._own.scratch))


class Gain(NamedTuple):
    """What drawing tickets gave more than what the bot did."""

    trains: int
    """The seat's, when it drew."""
    finished: bool
    """Whether it had made all its tickets."""
    won: float
    margin: float
    best_won: float
    best_margin: float


class Table:
    def __init__(self, names: Names, bot: Bot) -> None:
        self.board: Board = names.compiled
        self.seats = len(names.seats)
        self.bot, self.keeper = bot, Planner(names)
        self._scores, self._workings = blank_scores(), blank_workings()

    def mask_of(self, state: State) -> Grid:
        mask = blank_mask()
        legal(self.board, state, mask)
        return mask

    def play_out(self, state: State) -> None:
        while state.phase != OVER:
            play(self.board, state, self.bot.choose(state, self.mask_of(state)))

    def result(self, state: State, seat: int) -> tuple[float, float]:
        """Of a finished game: the seat's share of the win, and by how many points it was ahead."""
        score(self.board, state, self._scores, self._workings)
        winners = self._scores.winner[: self.seats]
        totals = [int(total) for total in self._scores.total[: self.seats]]
        own = totals.pop(seat)
        return float(winners[seat]) / float(winners.sum()), float(own - max(totals))

    def turns_without_tickets(self, seed: np.uint64) -> tuple[list[State], State]:
        """Of one game: the positions in which tickets could be drawn and were not, and the end."""
        state, turns = blank_state(), []
        set_up(self.board, state, self.seats, seed, 0)
        while state.phase != OVER:
            mask = self.mask_of(state)
            action = self.bot.choose(state, mask)
            if state.phase == TURN and can_draw_tickets(mask) and action != DRAW_TICKETS:
                turns.append(copied(state))
            play(self.board, state, action)
        return turns, state

    def with_tickets(self, turn: State) -> tuple[tuple[float, float], list[tuple[float, float]]]:
        """How the game ends when tickets are drawn here: with those that the planner keeps, and with each set."""
        seat, drawn = int(turn.actor), copied(turn)
        play(self.board, drawn, DRAW_TICKETS)
        mask = self.mask_of(drawn)
        assert drawn.phase == TICKETS_DRAWN
        kept = self.keeper.choose(drawn, mask)
        results = {}
        for action in members(mask):
            if action >= KEEP:
                line = copied(drawn)
                play(self.board, line, action)
                self.play_out(line)
                results[action] = self.result(line, seat)
        return results[kept], list(results.values())

    def gains(self, seed: np.uint64, each: int, chance: np.random.Generator) -> Iterator[Gain]:
        turns, end = self.turns_without_tickets(seed)
        for at in chance.choice(len(turns), min(each, len(turns)), replace=False):
            turn = turns[at]
            seat = int(turn.actor)
            won, margin = self.result(end, seat)
            kept, every = self.with_tickets(turn)
            yield Gain(
                trains=int(turn.trains[seat]),
                finished=self.has_made_all(turn, seat),
                won=kept[0] - won,
                margin=kept[1] - margin,
                best_won=max(result[0] for result in every) - won,
                best_margin=max(result[1] for result in every) - margin,
            )

    def has_made_all(self, state: State, seat: int) -> bool:
        own, board = set(members(state.owned[seat])), self.board
        tickets = members(state.tickets[seat : seat + 1])
        return all(joined(board, own, int(board.ticket_a[at]), int(board.ticket_b[at])) for at in tickets)


def can_draw_tickets(mask: Grid) -> bool:
    return bool(int(mask[MISC_WORD]) >> (DRAW_TICKETS & 63) & 1)


def mean(values: Sequence[float], times: float = 1, unit: str = "") -> str:
    if len(values) < 2:
        return ""
    middle, off = np.mean(values) * times, SURE * np.std(values, ddof=1) / np.sqrt(len(values)) * times
    return f"{middle:+.1f}{unit} ± {off:.1f}"


def rows(gains: Sequence[Gain]) -> Iterator[str]:
    yield "| trains left | tickets | turns | games won | points ahead | best ticket: games won | points ahead |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    above = max(gain.trains for gain in gains) + 1
    for least in STAGES:
        for finished in (False, True):
            some = [gain for gain in gains if least <= gain.trains < above and gain.finished == finished]
            cells = (
                mean([gain.won for gain in some], 100, "%"),
                mean([gain.margin for gain in some]),
                mean([gain.best_won for gain in some], 100, "%"),
                mean([gain.best_margin for gain in some]),
            )
            tickets = "all made" if finished else "some not made"
            yield f"| {least} to {above - 1} | {tickets} | {len(some)} | {' | '.join(cells)} |"
        above = least


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.drawing_tickets", description=__doc__.split("\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", choices=("neural", "planner"), default="neural")
    parser.add_argument("--network", help="a weights file, for `neural`")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--each", type=int, default=3, help="turns of each game that are tried")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = Game(boards.load(asked.board), asked.seats).names
    table = Table(names, Neural(names, asked.network) if asked.bot == "neural" else Planner(names))
    chance = np.random.default_rng(asked.seed)
    gains = [
        gain
        for game in range(asked.games)
        for gain in table.gains(stream(np.uint64(asked.seed), game), asked.each, chance)
    ]
    print("\n".join(rows(gains)))


if __name__ == "__main__":
    main()
