"""What a compiled bot computes with; nothing in it outlives a decision."""

import numpy as np

from carrozza.kernel.layout import CITIES, KINDS, ROUTE_WORDS, ROUTES, SEATS, Grid, blank, cell, record_dtype


class Scratch:
    reached: Grid = cell(np.uint64, SEATS)
    """The cities each seat's routes reach."""
    joined: Grid = cell(np.uint64, CITIES)
    """The cities that the viewer's routes join with each city, itself among them."""
    path_ends: np.uint64 = cell(np.uint64)
    """The cities at which a path of the viewer's may go on."""
    draft: Grid = cell(np.uint64, ROUTE_WORDS)
    draft_served: np.uint64 = cell(np.uint64)

    pair_cost: Grid = cell(np.float32, ROUTES)
    fresh_cost: Grid = cell(np.float32, ROUTES)
    distance: Grid = cell(np.float32, CITIES)
    draft_cost: float = cell(np.float32)
    turns_left: float = cell(np.float32)
    caution: float = cell(np.float32)
    """How many times the turns a plan needs must be left for it to fit."""
    use: Grid = cell(np.float32, KINDS)
    """What a card of each kind would do for the viewer."""

    best_lane: Grid = cell(np.int16, ROUTES)
    came_by: Grid = cell(np.int16, CITIES)
    spaces: Grid = cell(np.int16, CITIES)
    hops: Grid = cell(np.int16, CITIES)
    way_trains: int = cell(np.int16)
    way_claims: int = cell(np.int16)
    way_stations: int = cell(np.int16)
    draft_trains: int = cell(np.int16)
    draft_claims: int = cell(np.int16)
    draft_stations: int = cell(np.int16)
    root: int = cell(np.int8)
    demand: Grid = cell(np.int16, KINDS)
    """How many cards of each colour the planned routes ask for."""
    in_deck: Grid = cell(np.int16, KINDS)
    """Cards of each kind that the deck may hold, as far as the viewer knows."""
    needs: int = cell(np.int16)
    needed: Grid = cell(np.int16, ROUTES)
    """The routes of the plan that are still to be claimed."""
    trains_needed: int = cell(np.int16)
    ferries: int = cell(np.int16)
    """Locomotives the planned ferries ask for."""


SCRATCH = record_dtype(Scratch)


def blank_scratch() -> Scratch:
    scratch: Scratch = blank(SCRATCH)
    return scratch
