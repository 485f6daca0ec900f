"""How the planner plays: where cards, turns and tickets go to waste in games of planners against each other.

    python -m benchmarks.planner_play --tables usa/2,europe/4 --games 200 --bots 'planner,planner(patience=3)'

All figures are means for one seat and game.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from rich.console import Console
from rich.table import Table

from carrozza import boards
from carrozza.arena.playing.compiled_games import memories_of
from carrozza.bots import parse_specs
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.bots.compiled.decide import Buffers, decide
from carrozza.bots.compiled.memory import Memory, reset_memory
from carrozza.kernel.actions import CITY, PAY, PAY_COUNTS, PAY_LOCOMOTIVES
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, PAY_ROUTE, TICKETS_DRAWN, TURN, State, blank_state
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view

LONG: Final = 5
"""Spaces of a route that takes long to collect for."""


@dataclass
class Notes:
    """What one seat did in one game."""

    score: float = 0
    turns: int = 0
    largest_hand: int = 0
    cards_left: int = 0
    trains_left: int = 0
    tickets_drawn: int = 0
    """How often it drew tickets after the opening."""
    tickets_failed: int = 0
    tickets_missed: int = 0
    """Tickets that failed although one claim it could pay for in its last turn would have completed them."""
    points_missed: int = 0
    turns_waited: int = 0
    """Turns in which it drew cards although it could have paid for the last route of its plan."""
    turns_for_long: int = 0
    """Turns in which nothing but one long route of the plan was left to claim."""
    filler_locomotives: int = 0
    """Locomotives spent outside the plan while a route of the plan was still to be claimed."""
    idle_turns: int = 0
    """Turns in which it drew cards with its plan finished."""
    missed: int = 0


def members(words: Grid) -> Iterator[int]:
    for word, bits in enumerate(words):
        left = int(bits)
        while left:
            yield word * 64 + (left & -left).bit_length() - 1
            left &= left - 1


def joined(board: Board, routes: set[int], a: int, b: int) -> bool:
    reached, grown = {a}, True
    while grown and b not in reached:
        grown = False
        for route in routes:
            ends = {int(board.city_a[route]), int(board.city_b[route])}
            if len(ends & reached) == 1:
                reached |= ends
                grown = True
    return b in reached


def within_reach(board: Board, state: State, seat: int, claimable: Grid) -> int:
    """The tickets that are not complete, and that one of these claims would complete."""
    own = set(members(state.owned[seat]))
    found = 0
    for ticket in members(state.tickets[seat : seat + 1]):
        a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
        if not joined(board, own, a, b) and any(joined(board, own | {route}, a, b) for route in members(claimable)):
            found |= 1 << ticket
    return found


def locomotives_in(action: int, length: int) -> int:
    return length if action == PAY_LOCOMOTIVES else (action - PAY) % PAY_COUNTS


def note_turn(board: Board, state: State, seat: int, mask: Grid, action: int, memory: Memory, notes: Notes) -> None:
    notes.turns += 1
    needed = list(members(memory.plan & state.free[seat]))
    drew = action >= PAY
    claimable = mask[: CITY // 64]
    if not needed:
        notes.idle_turns += drew
    elif len(needed) == 1:
        route = needed[0]
        notes.turns_waited += drew and bool(int(claimable[route // 64]) >> route % 64 & 1)
        notes.turns_for_long += drew and int(board.length[route]) >= LONG
    notes.missed = within_reach(board, state, seat, claimable)


def note_payment(board: Board, state: State, seat: int, action: int, memory: Memory, notes: Notes) -> None:
    route = int(state.route)
    if not int(memory.plan[route // 64]) >> route % 64 & 1 and (memory.plan & state.free[seat]).any():
        notes.filler_locomotives += locomotives_in(action, int(board.length[route]))


def note_end(board: Board, state: State, notes: list[Notes]) -> None:
    scores = blank_scores()
    score(board, state, scores, blank_workings())
    for seat, note in enumerate(notes):
        failed = int(state.tickets[seat]) & ~int(scores.completed[seat])
        note.score = int(scores.total[seat])
        note.cards_left = int(state.hand_size[seat])
        note.trains_left = int(state.trains[seat])
        note.tickets_failed = failed.bit_count()
        note.missed &= failed
        note.tickets_missed = note.missed.bit_count()
        missed = members(np.array([note.missed], np.uint64))
        note.points_missed = sum(2 * int(board.ticket_points[ticket]) for ticket in missed)


def play_one(board: Board, graph: BoardGraph, memories: Grid, seed: np.uint64) -> list[Notes]:
    state, view, own = blank_state(), blank_state(), Buffers()
    seats = len(memories)
    set_up(board, state, seats, seed, 0)
    for seat in range(seats):
        reset_memory(memories[seat], stream(seed, seat))
    notes = [Notes() for _ in range(seats)]
    while state.phase != OVER:
        seat, phase = int(state.actor), int(state.phase)
        legal(board, state, own.mask)
        make_view(state, seat, view)
        action = int(decide(board, graph, view, own.mask, memories[seat], own.scratch))
        if phase == TURN:
            note_turn(board, state, seat, own.mask, action, memories[seat], notes[seat])
        elif phase == PAY_ROUTE:
            note_payment(board, state, seat, action, memories[seat], notes[seat])
        notes[seat].tickets_drawn += phase == TICKETS_DRAWN
        play(board, state, action)
        notes[seat].largest_hand = max(notes[seat].largest_hand, int(state.hand_size[seat]))
    note_end(board, state, notes)
    return notes


def board_of(name: str) -> Board:
    """A board, or one with a variant: `old-west+alvin`."""
    name, _, variant = name.partition("+")
    return compile_board(boards.load(name), (variant,) if variant else ())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planner_play", description=__doc__.split("\n")[0])
    parser.add_argument("--tables", default="usa/2,usa/4", help="boards and seats: usa/2,old-west+alvin/4")
    parser.add_argument("--bots", default="planner", help="compiled bots, dealt to the seats in turn")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = [field.name for field in fields(Notes) if field.name != "missed"]
    table = Table("table", "bot", *(name.replace("_", " ") for name in names))
    for place in asked.tables.split(","):
        name, _, seats = place.rpartition("/")
        board = board_of(name)
        specs = parse_specs(asked.bots)
        seated = [specs[seat % len(specs)] for seat in range(int(seats))]
        memories, graph = memories_of(seated), graph_of(board)
        games = [play_one(board, graph, memories, stream(np.uint64(asked.seed), game)) for game in range(asked.games)]
        for spec in dict.fromkeys(seated):
            own = [note for game in games for note, sitting in zip(game, seated, strict=True) if sitting == spec]
            means = [np.mean([getattr(note, name) for note in own]) for name in names]
            table.add_row(place, str(spec), *(f"{mean:.2f}" for mean in means))
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
