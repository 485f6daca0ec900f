"""What a compiled bot computes with; nothing in it outlives a decision."""

import numpy as np

from carrozza.kernel.layout import CITIES, ROUTES, Grid, blank, cell, record_dtype


class Work:
    distance: Grid = cell(np.float32, CITIES)
    pair_cost: Grid = cell(np.float32, ROUTES)
    came_by: Grid = cell(np.int16, CITIES)
    best_lane: Grid = cell(np.int16, ROUTES)


WORK = record_dtype(Work)


def blank_work() -> Work:
    work: Work = blank(WORK)
    return work
