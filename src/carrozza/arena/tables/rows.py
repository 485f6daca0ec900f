"""The columns of the tables, computed from finished games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.compiled_games import FIRST
from carrozza.arena.playing.noting.notes import TICKET_BITS
from carrozza.arena.playing.results import PARTS
from carrozza.arena.playing.simulation import Plan
from carrozza.game.cards import LOCOMOTIVE
from carrozza.game.move_actions import moves_of_board
from carrozza.game.moves import Keep
from carrozza.kernel.actions import KEEP
from carrozza.kernel.layout import Grid

PHASES: Final = (
    "opening",
    "start",
    "turn",
    "second card",
    "pay route",
    "tunnel",
    "tickets drawn",
    "pay station",
    "move alvin",
    "marker",
    "pay marker",
)
"""By the kernel's numbers."""


@dataclass(frozen=True)
class Named:
    """A column of texts out of few: their numbers, and the texts."""

    numbers: Grid
    names: Sequence[str]


@dataclass(frozen=True)
class Lists:
    """A column of lists, one after the other: how many values each has, and the values."""

    sizes: Grid
    values: Grid


Values = Grid | Named | Lists
Columns = dict[str, Values]


class NotedGames:
    """Consecutive games that were noted, as columns."""

    def __init__(self, plan: Plan, batches: Sequence[BatchResult]) -> None:
        self.plan = plan
        self.board: boards.Board = plan.board
        self.seats = plan.seats
        self.batches = batches
        self.first = batches[0].batch.first
        self.outcomes: Grid = np.concatenate([batch.outcomes for batch in batches])
        self.noted = [(batch.batch.first - self.first, batch.notes) for batch in batches if batch.notes]
        self.notes: Grid = np.concatenate([notes.games for _, notes in self.noted])

    def __len__(self) -> int:
        return len(self.outcomes)

    def columns(self, table: str) -> Columns:
        made: dict[str, Callable[[], Columns]] = {
            "games": self._games,
            "seats": self._seats,
            "routes": self._routes,
            "tickets": self._tickets,
            "cards": self._cards,
            "decisions": self._decisions,
        }
        return made[table]()

    def _games(self) -> Columns:
        number = len(self)
        won, scores = self._winner, self._by_seat("total")
        ranked = np.sort(scores, axis=1)
        return {
            "game": np.arange(self.first, self.first + number),
            "board": self._constant(self.board.id, number),
            "board_digest": self._constant(self.board.digest, number),
            "variants": self._constant(",".join(self.plan.variants), number),
            "seats": np.full(number, self.seats),
            "seed": self.notes["seed"],
            "first_seat": np.full(number, FIRST + 1),
            "turns": self.outcomes["turns"],
            "decisions": self.outcomes["decisions"],
            "winners": Lists(won.sum(axis=1), np.nonzero(won)[1] + 1),
            "scores": Lists(np.full(number, self.seats), scores.ravel()),
            "margin": ranked[:, -1] - ranked[:, -2],
        }

    def _seats(self) -> Columns:
        named: dict[str, Values] = {
            **self._each_seat(1),
            "bot": Named(np.tile(np.arange(self.seats), len(self)), self.plan.bots),
            "winner": self._winner.ravel(),
            "win_share": (self._winner / self._winner.sum(axis=1, keepdims=True)).ravel(),
            "score": self._by_seat("total").ravel(),
        }
        for part in PARTS:
            named[f"points_{part}"] = self._by_seat(part).ravel()
        for count in ("longest_path_length", "routes_claimed", "tickets_completed", "tickets_failed"):
            named[count] = self._by_seat(count).ravel()
        kept = self._by_seat("tickets_completed").astype(np.int16) + self._by_seat("tickets_failed")
        return named | {
            "tickets_kept": kept.ravel(),
            "ticket_draws": self._noted("ticket_draws").ravel(),
            **self._card_sums("face_up"),
            **self._card_sums("blind"),
            "turns": self._turns.ravel(),
            "trains_left": self._by_seat("trains_left").ravel(),
            "stations_built": self._by_seat("stations_built").ravel(),
            "decisions_replaced": self._replaced.ravel(),
        }

    def _routes(self) -> Columns:
        lengths = np.array([route.length for route in self.board.routes], np.int8)
        game, seat, turn, route = self._listed("claims")
        return {
            "game": game + self.first,
            "seat": seat + 1,
            "route": Named(route, [route.id for route in self.board.routes]),
            "turn": turn,
            "trains": lengths[route],
            "winner": self._won(game, seat),
        }

    def _tickets(self) -> Columns:
        kept, completed, opening = (self._bits(name) for name in ("kept", "completed", "opening"))
        game, seat, ticket = np.nonzero(kept)
        points = np.array([ticket.points for ticket in self.board.tickets], np.int16)
        return {
            "game": game + self.first,
            "seat": seat + 1,
            "ticket": Named(ticket, [ticket.id for ticket in self.board.tickets]),
            "points": points[ticket],
            "opening": opening[game, seat, ticket],
            "completed": completed[game, seat, ticket],
            "winner": self._won(game, seat),
        }

    def _cards(self) -> Columns:
        kinds = [*self.board.rules.colors, LOCOMOTIVE]
        places = self._kinds
        return {
            **self._each_seat(len(kinds)),
            "card": Named(np.tile(np.arange(len(kinds)), len(self) * self.seats), kinds),
            "face_up": self._noted("face_up")[:, :, places].ravel(),
            "blind": self._noted("blind")[:, :, places].ravel(),
        }

    def _decisions(self) -> Columns:
        game, number, seat, turn, phase, action, legal, move = self._listed("decisions")
        return {
            "game": game + self.first,
            "decision": number + 1,
            "seat": seat + 1,
            "turn": turn,
            "phase": Named(phase, PHASES),
            "action": action,
            "legal": legal,
            "move": self._move_texts(move, action >= KEEP),
        }

    @cached_property
    def _winner(self) -> Grid:
        won: Grid = self._by_seat("winner").astype(bool)
        return won

    def _won(self, game: Grid, seat: Grid) -> Grid:
        """Whether these seats of these games, counted from the first, have won."""
        won: Grid = self._winner.ravel()[game * self.seats + seat]
        return won

    @property
    def _kinds(self) -> Grid:
        """The places of the board's colours, and of the locomotive, among the kernel's kinds of cards."""
        return np.array([*range(len(self.board.rules.colors)), -1])

    @property
    def _turns(self) -> Grid:
        """Seats take turns in their order, so the number of all turns says how many each had."""
        since_first = (np.arange(self.seats) - FIRST) % self.seats
        turns: Grid = (self.outcomes["turns"][:, None].astype(np.int32) + self.seats - 1 - since_first) // self.seats
        return turns

    @property
    def _replaced(self) -> Grid:
        replaced = np.zeros((len(self), self.seats), np.int32)
        for batch in self.batches:
            if batch.details:
                replaced[batch.batch.first - self.first] = batch.details.replaced
        return replaced

    def _each_seat(self, rows: int) -> Columns:
        """The game and the seat, where each seat of each game has so many rows."""
        games, seats = np.arange(self.first, self.first + len(self)), np.arange(1, self.seats + 1)
        return {
            "game": np.repeat(games, self.seats * rows),
            "seat": np.tile(np.repeat(seats, rows), len(self)),
        }

    def _by_seat(self, name: str) -> Grid:
        column: Grid = self.outcomes[name][:, : self.seats]
        return column

    def _noted(self, name: str) -> Grid:
        column: Grid = self.notes[name][:, : self.seats]
        return column

    def _card_sums(self, name: str) -> Columns:
        drawn = self._noted(name)
        return {
            f"{name}_colour": drawn[:, :, :-1].sum(axis=2, dtype=np.int16).ravel(),
            f"{name}_locomotive": drawn[:, :, -1].ravel(),
        }

    def _bits(self, name: str) -> Grid:
        """A set of tickets as games × seats × tickets."""
        sets = np.ascontiguousarray(self._noted(name)).astype("<u8")
        bits = np.unpackbits(sets.view(np.uint8), axis=1, bitorder="little")
        return bits.reshape(len(self), self.seats, -1).view(bool)

    def _listed(self, name: str) -> Iterator[Grid]:
        """The columns of a list that notes have, with games counted from the first of these."""
        lists = [getattr(notes, name) for _, notes in self.noted]
        sizes = [listed.shape[1] for listed in lists]
        yield np.concatenate([listed[0] for listed in lists]) + np.repeat([first for first, _ in self.noted], sizes)
        for column in range(1, len(lists[0])):
            yield np.concatenate([listed[column] for listed in lists])

    def _move_texts(self, moves: Grid, keeping: Grid) -> Named:
        keys, numbers = np.unique(np.where(keeping, -moves, moves), return_inverse=True)
        return Named(numbers, [self._move_text(int(key)) for key in keys])

    def _move_text(self, key: int) -> str:
        if key >= 0:
            return moves_of_board(self.board).texts[key]
        return str(Keep(tuple(self.board.tickets[ticket].id for ticket in _unpacked(-key))))

    def _constant(self, text: str, number: int) -> Named:
        return Named(np.zeros(number, np.int8), [text])


def _unpacked(packed: int) -> Sequence[int]:
    """The tickets, in the order offered, of a decision to keep them."""
    return list(_from_the_last(packed))[::-1]


def _from_the_last(packed: int) -> Iterator[int]:
    while packed:
        yield (packed & (1 << TICKET_BITS) - 1) - 1
        packed >>= TICKET_BITS
