"""The arrays of an environment on a GPU: those of the CPU, in the GPU's memory."""

from typing import Any

import numpy as np

from carrozza.envs.gpu.device import Gpu, Records
from carrozza.envs.vectorised.arguments import Arguments
from carrozza.envs.vectorised.arrays import Arrays
from carrozza.kernel.layout import Record


class GpuArrays:
    """In the order in which `kernels.step_games` takes them: what all games read, the games, the room that each thread
    computes in, and what a step writes."""

    def __init__(self, gpu: Gpu, arguments: Arguments, workings: np.dtype[Any], threads: int) -> None:
        board, options, specs = arguments.names.compiled, arguments.options(), arguments.specs
        observed, games = arguments.observed, arguments.games
        one = Arrays(board, options, specs, observed, 1, 1)
        self.shared = [_uploaded(gpu, array) for array in one.shared]
        self.states = gpu.records(one.states.dtype, games)
        slots = gpu.records(one.slots.dtype, games)
        memories = gpu.records(one.memories.dtype, games if specs else 1, arguments.seats)
        recalls = gpu.records(one.recalls.dtype, games if observed else 1, arguments.seats)
        self.games = (self.states, slots, memories, recalls)
        views, scratches, _, _, _, flat = one.rooms[0]
        with_bots, with_tokens = threads if specs else 1, threads if observed and observed.form == "tokens" else 1
        self.room = (
            gpu.records(views.dtype, with_bots),
            gpu.records(scratches.dtype, with_bots),
            gpu.records(workings, threads),
            gpu.cupy.zeros((with_tokens, *flat.shape), flat.dtype),
        )
        self.results = [_many(gpu, array, games) for array in one.results]
        self.mask_words, mask, flats, tokens, self.seat, self.acted, *others = self.results
        self.rewards, self.terminations, self.truncations, self.episodes = others
        self.mask = mask.view(np.bool_)
        form = observed.form if observed else None
        self.observations = {"flat": flats.view(np.int8), "tokens": tokens, None: None}[form]

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


def _many(gpu: Gpu, one: Any, games: int) -> Records | Any:
    """One row for each game, of what the CPU has one row of."""
    if one.dtype.names:
        return gpu.records(one.dtype, games)
    return gpu.cupy.zeros((games, *one.shape[1:]), one.dtype)
