"""The arrays of an environment on a GPU: those of the CPU, in the GPU's memory."""

from typing import Any, Final

import numpy as np

from carrozza.envs.gpu.device import Gpu
from carrozza.envs.vectorised.arguments import Arguments
from carrozza.envs.vectorised.arrays import Arrays
from carrozza.kernel.layout import CITIES, Record
from carrozza.observation.shared_links import links_size

CHANGES: Final = 3
"""Lists of the games in which ways are to be measured anew."""
SEARCHES_OF_A_GAME: Final = 6
"""Room for so many searches a game, on average. A game for which there is none left searches in another kernel."""


class Ways:
    """The ways that are to be measured anew in a step: in which games, what has changed there, and the searches."""

    def __init__(self, gpu: Gpu, links_size: int, games: int) -> None:
        zeros, searches = gpu.cupy.zeros, games * SEARCHES_OF_A_GAME
        self.stale = zeros((CHANGES, games), np.int32)
        self.counts = zeros(CHANGES + 1, np.int32)
        self.changes = zeros(games, np.int8)
        self.links = zeros((games, links_size), np.uint64)
        self.sources = zeros(games, np.uint64)
        self.first = zeros(games, np.int32)
        self.asked = zeros(searches, np.int64)
        self.found = zeros((searches, CITIES), np.uint8)


class GpuArrays:
    """In the order in which `kernels.step_games` takes them: what all games read, the games, the room that each thread
    computes in, and what a step writes."""

    def __init__(self, gpu: Gpu, arguments: Arguments, workings: np.dtype[Any], threads: int) -> None:
        board, options, specs = arguments.names.compiled, arguments.options(), arguments.specs
        observed, games = arguments.observed, arguments.games
        options.observation = 0  # other kernels write them
        one = Arrays(board, options, specs, observed, 1, 1)
        self.shared = [_uploaded(gpu, array) for array in one.shared]
        self.boards, _, self.plans, self.runs, *_ = self.shared
        self.states = gpu.records(one.states.dtype, games)
        slots = gpu.records(one.slots.dtype, games)
        memories = gpu.records(one.memories.dtype, games if specs else 1, arguments.seats)
        self.recalls = gpu.records(one.recalls.dtype, games if observed else 1, arguments.seats)
        self.games = (self.states, slots, memories, self.recalls)
        views, scratches, _, _, search, flat = one.rooms[0]
        form = observed.form if observed else None
        self.flat = gpu.cupy.zeros((threads if form == "tokens" else 1, *flat.shape), flat.dtype)
        self.room = (
            gpu.records(views.dtype, threads if specs else 1),
            gpu.records(scratches.dtype, threads if specs else 1),
            gpu.records(workings, threads),
            gpu.records(search.dtype, 1),
            self.flat,
        )
        self.ways = Ways(gpu, links_size(board, one.shared[2]) if observed else 0, games if observed else 1)
        self.results = [_many(gpu, array, games) for array in one.results]
        self.mask_words, mask, self.flats, self.tokens, self.hidden, self.seat, self.acted, *others = self.results
        self.rewards, self.terminations, self.truncations, self.episodes = others
        self.mask = mask.view(np.bool_)
        self.observations = {"flat": self.flats.view(np.int8), "tokens": self.tokens, None: None}[form]

    def passed(self) -> tuple[Any, ...]:
        return (*self.shared, *self.games, *self.room, *self.results)


def _uploaded(gpu: Gpu, array: Any) -> Any:
    if isinstance(array, Record):
        array = array.data.view(array.dtype)
    if not array.dtype.names:
        return gpu.cupy.asarray(array)
    made = gpu.records(array.dtype, *array.shape)
    made.fill(array)
    return made


def _many(gpu: Gpu, one: Any, games: int) -> Any:
    """One row for each game, of what the CPU has one row of."""
    if one.dtype.names:
        return gpu.records(one.dtype, games)
    return gpu.cupy.zeros((games, *one.shape[1:]), one.dtype)
