"""A stand-in for a GPU: its memory is NumPy's, and its threads run one after the other on the CPU.

The kernels' own source is run, with the rules as they are compiled for the CPU.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.np.numpy_support import as_dtype

from carrozza.envs.gpu import kernels
from carrozza.envs.gpu.device import Records
from carrozza.envs.gpu.vector import ON_CUDA


class Threads:
    """`numba.cuda`, as far as the kernels use it: one thread at a time."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.thread = 0
        self.local = SimpleNamespace(array=_zeros)
        self.atomic = SimpleNamespace(add=_add)

    def grid(self, dimensions: int) -> int:
        return self.thread

    def gridsize(self, dimensions: int) -> int:
        return self.number


class ArrayOnGpu:
    """What any library's array on a GPU shows of itself."""

    def __init__(self, array: Any, gpu: int = 0) -> None:
        self.array = np.asarray(array)
        self.gpu = gpu

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_CUDA, self.gpu


class NumpyForCupy:
    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def from_dlpack(self, given: ArrayOnGpu) -> Any:
        return given.array


class GpuOnCpu:
    cupy = NumpyForCupy()
    number = 0
    name = "a GPU in memory"
    processors = 1
    out_of_memory = MemoryError

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def copied(self, array: Any) -> Any:
        return array.copy()

    def free_memory(self) -> int:
        return 1

    def records(self, dtype: np.dtype[Any], *shape: int) -> Records:
        return Records(self.cupy, dtype, *shape)

    def kernel(self, name: str, fit: object) -> "KernelOnCpu":
        return KernelOnCpu(self.monkeypatch, name)

    def stream(self) -> "StreamOnCpu":
        return StreamOnCpu()


class StreamOnCpu:
    """Work is done at once. What is not ordered with the caller is found all the same: launches before
    `follow_caller`, and results that are read before `lead_caller`."""

    def __init__(self) -> None:
        self.following = False

    def follow_caller(self) -> None:
        self.following = True

    def lead_caller(self) -> None:
        self.following = False

    def clear(self, array: Any) -> None:
        assert self.following
        array[...] = 0


class KernelOnCpu:
    records = kernels.RECORDS

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.function: Any = kernels.KERNELS[name][0]
        self.monkeypatch = monkeypatch

    def launch(self, threads: int, *given: Any) -> Callable[[StreamOnCpu], None]:
        arguments = [_records(array) if isinstance(array, Records) else array for array in given]

        def run(stream: StreamOnCpu) -> None:
            assert stream.following
            with self.monkeypatch.context() as patched:
                patched.setattr(kernels, "cuda", running := Threads(threads))
                for running.thread in range(threads):
                    self.function(*arguments)

        return run


def _add(array: Any, at: int, number: int) -> int:
    """The number before."""
    array[at] += number
    return int(array[at]) - number


def _zeros(size: int, kind: Any) -> Any:
    dtype = as_dtype(kind)
    return np.zeros(size, (np.record, dtype) if dtype.names else dtype)


def _records(array: Records) -> Any:
    return array.data.view(array.dtype)[..., 0]
