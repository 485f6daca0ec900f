"""Many games at once on a GPU."""

from typing import Any, Final

import numpy as np

from carrozza.envs.errors import EnvError
from carrozza.envs.gpu.arrays import GpuArrays
from carrozza.envs.gpu.device import BLOCK, Gpu, Launch, find_gpu
from carrozza.envs.gpu.fitting import FULL
from carrozza.envs.gpu.observing import Observing
from carrozza.envs.vectorised.arguments import Arguments
from carrozza.envs.vectorised.cpu import CpuVector
from carrozza.envs.vectorised.loops import GO_ON, STEP
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.state import State

THREADS_OF_A_PROCESSOR: Final = 512
ON_CUDA: Final = 2
"""DLPack's number for the memory of a CUDA device."""


class GpuVector(CpuVector):
    """A `CpuVector` whose games and arrays lie in the memory of a GPU: the same calls give the same games.

    The arrays are CuPy's; `torch.from_dlpack(array)` and `jax.dlpack.from_dlpack(array)` read them where they are.
    Actions are taken from any array on the same GPU. A step runs on a stream of the environment's own, after all that
    was queued on CuPy's current stream before `begin`; what is queued there after `finish` runs after the step.
    """

    device = "cuda"

    def __init__(self, arguments: Arguments, gpu: Gpu | None = None) -> None:
        self.gpu = gpu or find_gpu()
        self._stream = self.gpu.stream()
        super().__init__(arguments)
        self.episode.done = self.gpu.cupy.zeros(self.games, np.bool_)

    def _allocate(self) -> None:
        threads = min(self.games, self.gpu.processors * THREADS_OF_A_PROCESSOR)
        self._threads_at_once = -(-threads // BLOCK) * BLOCK
        self._kernel = self.gpu.kernel("step_games_with_bots" if self.arguments.specs else "step_games", FULL)
        try:
            self._arrays: Any = GpuArrays(
                self.gpu, self.arguments, self._kernel.records["Workings"], self._threads_at_once
            )
            form = self.arguments.observed.form if self.arguments.observed else None
            self._observing = Observing(self.gpu, self._arrays, form, self.games) if form else None
            self.actions = self.gpu.cupy.zeros(self.games, np.int64)
            self._numbers = self.gpu.cupy.arange(self.games) * ACTIONS
            self._step = self._launch(STEP, 0, 1)
        except self.gpu.out_of_memory as full:
            raise EnvError(
                f"games={self.games} do not fit into the memory of {self.gpu.name} ({self.gpu.free_memory()} MB are "
                "free): ask for fewer"
            ) from full

    def close(self) -> None:
        """Give the memory back; nothing can be played after it."""
        self._closed = True

    def _start(self, work: int, seed: int = 0, steps: int = 1) -> None:
        stream, observing = self._stream, self._observing
        if observing and work <= GO_ON:
            observing.forget()
        play = self._step if work == STEP else self._launch(work, seed, 1 if observing else steps)
        stream.follow_caller()
        if observing is None:
            play(stream)
            return
        for _ in range(steps):
            play(stream)
            observing.observe(stream)

    def _await(self) -> None:
        self._stream.lead_caller()

    def _launch(self, work: int, seed: int, steps: int) -> Launch:
        numbers = (work, self.actions, np.uint64(seed), steps)
        return self._kernel.launch(self._threads_at_once, *self._arrays.passed(), *numbers)

    def _take(self, actions: Any) -> None:
        given = self._on_this_gpu(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise EnvError(
                f"actions of shape {given.shape} and type {given.dtype}: give {self.games} whole numbers, "
                "one for each game"
            )
        self.actions[:] = given

    def _on_this_gpu(self, actions: Any) -> Any:
        kind, number = actions.__dlpack_device__() if hasattr(actions, "__dlpack_device__") else (None, None)
        if kind != ON_CUDA:
            raise EnvError(
                "the actions lie on the CPU and the games on a GPU: give an array on the GPU (actions.cuda() in torch, "
                "cupy.asarray(actions)), or make the environment with device='cpu'"
            )
        if number != self.gpu.number:
            raise EnvError(f"the actions lie on GPU {number} and the games on GPU {self.gpu.number}: move the actions")
        return self.gpu.cupy.from_dlpack(actions)

    def _first_illegal(self) -> int:
        within = (self.actions >= 0) & (self.actions < ACTIONS)
        legal = within & self.mask.ravel()[self._numbers + self.actions * within]
        return -1 if bool(legal.all()) else int(legal.argmin())

    def _state_of(self, game: int) -> State:
        states: Any = self._arrays.states
        return State.from_bytes(self.gpu.copied(states.data[game]).tobytes())
