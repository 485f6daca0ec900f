"""The GPU as CuPy shows it: memory, records in it, and kernels that run on it."""

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any, Final

import numpy as np

from carrozza.envs.errors import EnvError
from carrozza.envs.gpu.cubins import INSTALL, find_cubin
from carrozza.envs.gpu.fitting import Fit

BLOCK: Final = 128
"""Threads of a block."""
WORD: Final = 8
"""Bytes of a parameter of a kernel: all are numbers of 64 bits or addresses."""


class Records:
    """Records in the GPU's memory, one beside the other."""

    def __init__(self, cupy: Any, dtype: np.dtype[Any], *shape: int) -> None:
        self.cupy = cupy
        self.dtype = dtype
        self.shape = shape
        self.data = cupy.zeros((*shape, dtype.itemsize), np.int8)

    def field(self, name: str) -> Any:
        """One field of all records, where it lies."""
        kind, offset = self.dtype.fields[name][:2]  # type: ignore[index]  # it has fields
        base, shape = kind.subdtype or (kind, ())
        cells = self.data[..., offset : offset + kind.itemsize].view(base)
        return cells.reshape(*self.shape, *shape) if shape else cells[..., 0]

    __getitem__ = field

    def __len__(self) -> int:
        return self.shape[0]

    def fill(self, records: Any) -> None:
        """Copy records of the CPU, which may have more or fewer fields and other shapes: what both have is taken."""
        cells = converted(records, self.dtype).view(np.int8).reshape(self.data.shape)
        self.data[...] = self.cupy.asarray(cells)

    def get(self) -> Any:
        """A copy for the CPU."""
        return self.data.get().view(self.dtype).reshape(self.shape)


def converted(records: Any, dtype: np.dtype[Any]) -> Any:
    """The same records in another layout: of each field, the part that has room in both."""
    made = np.zeros(records.shape, dtype)
    for name in dtype.names or ():
        if name in records.dtype.names and name != "filler":
            there, here = made[name], records[name]
            common = tuple(slice(0, min(a, b)) for a, b in zip(there.shape, here.shape, strict=True))
            there[common] = here[common]
    return made


class Gpu:
    """One GPU. Everything of CUDA goes through here, so that tests can put another in its place."""

    def __init__(self, cupy: Any, number: int) -> None:
        self.cupy = cupy
        self.number = number
        self.cc: str = cupy.cuda.Device(number).compute_capability
        properties = cupy.cuda.runtime.getDeviceProperties(number)
        self.name: str = properties["name"].decode()
        self.processors: int = properties["multiProcessorCount"]

        self._kernels: dict[tuple[str, Fit], Kernel] = {}
        self.out_of_memory: type[Exception] = cupy.cuda.memory.OutOfMemoryError

    def free_memory(self) -> int:
        """In MB."""
        free: int = self.cupy.cuda.runtime.memGetInfo()[0]
        return free >> 20

    def copied(self, array: Any) -> Any:
        """To the CPU."""
        return array.get()

    def records(self, dtype: np.dtype[Any], *shape: int) -> Records:
        return Records(self.cupy, dtype, *shape)

    def kernel(self, name: str, fit: Fit) -> "Kernel":
        if (name, fit) not in self._kernels:
            self._kernels[name, fit] = Kernel(self, name, fit)
        return self._kernels[name, fit]

    def stream(self) -> "OwnStream":
        return OwnStream(self.cupy.cuda)


class OwnStream:
    """A stream of an environment: its kernels run beside those of other environments.

    It does not wait for the default stream by itself. Two events order it and CuPy's current stream, the caller's.
    """

    def __init__(self, cuda: Any) -> None:
        self._current = cuda.get_current_stream
        self._stream = cuda.Stream(non_blocking=True)
        self._asked = cuda.Event(disable_timing=True)
        self._answered = cuda.Event(disable_timing=True)
        self.ptr: int = self._stream.ptr

    def follow_caller(self) -> None:
        """What is queued here from now on runs after all that the caller has queued."""
        self._asked.record(self._current())
        self._stream.wait_event(self._asked)

    def lead_caller(self) -> None:
        """What the caller queues from now on runs after all that has been queued here."""
        self._answered.record(self._stream)
        self._current().wait_event(self._answered)

    def clear(self, array: Any) -> None:
        """Fill an array with zeros."""
        array.data.memset_async(0, array.nbytes, self._stream)


class Kernel:
    """A compiled kernel, and the layouts of the records it takes."""

    def __init__(self, gpu: Gpu, name: str, fit: Fit) -> None:
        cubin = find_cubin(name, fit, gpu.cc)
        self.records = cubin.records
        self._gpu = gpu
        self._function = gpu.cupy.RawModule(path=str(cubin.code)).get_function(cubin.symbol)

    def launch(self, threads: int, *given: Any) -> "Launch":
        """To run it with so many threads at least. Numbers are passed as `int`, words as `np.uint64`."""
        return Launch(self._gpu.cupy.cuda, self._function.kernel.ptr, threads, given)

    def __call__(self, threads: int, *given: Any) -> None:
        """Run it once, on CuPy's current stream."""
        self.launch(threads, *given)(self._gpu.cupy.cuda.get_current_stream())


class Launch:
    """A kernel with its arguments. The parameters are laid out once, as arrays stay where they are."""

    def __init__(self, cuda: Any, function: int, threads: int, given: Sequence[Any]) -> None:
        self._start = cuda.driver.launchKernel
        self._shape = (function, -(-threads // BLOCK), 1, 1, BLOCK, 1, 1, 0)
        self._given = given  # so that the arrays live as long
        self._parameters = np.array([word for argument in given for word in passed(argument)], np.uint64)
        self._addresses = self._parameters.ctypes.data + WORD * np.arange(len(self._parameters))
        self._address = self._addresses.ctypes.data

    def __call__(self, stream: Any) -> None:
        self._start(*self._shape, stream.ptr, self._address, 0)


def passed(argument: Any) -> Sequence[int]:
    """The parameters by which a kernel is given an argument. An array is passed as Numba's own array: owner and
    parent (none), the number of items, their size, the address, the shape and the strides."""
    if isinstance(argument, int | np.uint64):
        return (int(argument),)
    if isinstance(argument, Records):
        data, shape, size = argument.data, argument.shape, argument.dtype.itemsize
    else:
        data, shape, size = argument, argument.shape, argument.itemsize
    strides = data.strides[: len(shape)]
    return (0, 0, prod(shape), size, data.data.ptr, *shape, *strides)


@cache
def find_gpu() -> Gpu:
    """The GPU that CuPy uses now; an `EnvError` says what is missing."""
    try:
        import cupy
    except ImportError as missing:
        raise EnvError(f"games on a GPU need CuPy, which is not installed: {INSTALL}") from missing
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as failed:
        raise EnvError(f"no NVIDIA GPU can be used ({failed}): check that `nvidia-smi` lists one") from failed
    if count == 0:
        raise EnvError("no NVIDIA GPU was found: check that `nvidia-smi` lists one and CUDA_VISIBLE_DEVICES allows it")
    return Gpu(cupy, cupy.cuda.Device().id)
