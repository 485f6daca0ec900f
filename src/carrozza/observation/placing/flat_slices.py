"""Where every slice lies in the flat form of a board, for a number of seats."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.layout import LENGTHS
from carrozza.observation.declaration import PHASES, SLICES, STEPS, Per, Plan, Planes

OCTET: Final = 8


@dataclass(frozen=True)
class PlacedSlice:
    """A slice of one spec. In the flat form plane p has its cells at `at + p * stride`, one after the other."""

    name: str
    per: Per
    at: int
    planes: int
    cells: int
    """How many a plane has; what follows up to `stride` is always 0."""
    stride: int
    unit: int
    """A cell times this is the quantity, rounded down."""
    meaning: str


def padded(cells: int) -> int:
    return -(-cells // OCTET) * OCTET


def offer_places(board: Board) -> int:
    """The most tickets that are offered at once."""
    return max(int(board.opening_long) + int(board.opening_tickets), int(board.draw_tickets))


def phases_of(board: Board) -> tuple[int, ...]:
    return tuple(phase for phase, (_, played) in PHASES.items() if played(board))


def cells_per(board: Board, seats: int) -> dict[Per, int]:
    return {
        "route": int(board.routes),
        "city": int(board.cities),
        "ticket": int(board.tickets),
        "kind": int(board.colours) + 1,
        "seat": seats,
        "phase": len(phases_of(board)),
        "table": 1,
    }


def number_of_planes(planes: Planes, board: Board, seats: int) -> int:
    return {"one": 1, "others": seats - 1, "seats": seats, "places": offer_places(board)}[planes]


def placed_slices(board: Board, seats: int) -> tuple[PlacedSlice, ...]:
    """In the order of the declaration. Planes begin at multiples of eight; only the numbers of the table lie close."""
    placed: list[PlacedSlice] = []
    at = 0
    for found in SLICES:
        if found.when(board):
            cells = cells_per(board, seats)[found.per]
            stride = 1 if found.per == "table" else padded(cells)
            planes = number_of_planes(found.planes, board, seats)
            unit = 1 << found.halvings
            placed.append(PlacedSlice(found.name, found.per, at, planes, cells, stride, unit, found.meaning))
            at += planes * stride
    return tuple(placed)


def flat_size(slices: tuple[PlacedSlice, ...]) -> int:
    last = slices[-1]
    return padded(last.at + last.planes * last.stride)


def link_cities(board: Board, plan: Plan) -> None:
    """Which cities routes lead to from each, by length."""
    lengths: dict[tuple[int, int], set[int]] = {}
    for route in range(board.routes):
        a, b = sorted((int(board.city_a[route]), int(board.city_b[route])))
        lengths.setdefault((a, b), set()).add(int(board.length[route]))
    plan.layers = max(map(len, lengths.values()))
    for (a, b), found in lengths.items():
        for layer, length in enumerate(sorted(found)):
            plan.links[layer, a, length - 1] |= np.uint64(1 << b)
            plan.links[layer, b, length - 1] |= np.uint64(1 << a)
    for route in range(board.routes):
        a, b = sorted((int(board.city_a[route]), int(board.city_b[route])))
        plan.route_layer[route] = sorted(lengths[a, b]).index(int(board.length[route]))


def make_plan(board: Board, seats: int) -> Plan:
    plan = Plan()
    placed = {found.name: found for found in placed_slices(board, seats)}
    cells = cells_per(board, seats)
    plan.at[:] = -1
    for number, declared in enumerate(SLICES):
        if declared.name in placed:
            plan.at[number] = placed[declared.name].at
            plan.halvings[number] = declared.halvings
    for place, phase in enumerate(phases_of(board)):
        plan.phase_at[phase] = place
    plan.size = flat_size(tuple(placed.values()))
    plan.seats = seats
    plan.routes = cells["route"]
    plan.route_words = padded(cells["route"]) // OCTET
    plan.route_sets = -(-cells["route"] // 64)
    plan.city_words = padded(cells["city"]) // OCTET
    plan.ticket_words = padded(cells["ticket"]) // OCTET
    plan.kind_words = padded(cells["kind"]) // OCTET
    plan.phase_words = padded(cells["phase"]) // OCTET
    plan.places = offer_places(board)
    plan.tunnels = bool(board.tunnel.any())
    plan.route_a[:], plan.route_b[:], plan.route_length[:] = board.city_a, board.city_b, board.length
    link_cities(board, plan)
    for cards in range(STEPS):
        within = min(cards, LENGTHS - 1)
        plan.affordable[:, :, cards] = board.affordable[:, within].T
        plan.ferries_within[:, cards] = board.ferries_within[within]
    return plan
