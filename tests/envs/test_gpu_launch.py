"""What a kernel is given: Numba's arrays, taken apart into words."""

import ctypes
from types import SimpleNamespace
from typing import Any

import numpy as np

from carrozza.envs.gpu.device import BLOCK, Launch

ADDRESS = 1 << 40


def array_at(address: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    memory = SimpleNamespace(ptr=address)
    return SimpleNamespace(data=memory, shape=shape, strides=strides, itemsize=8)


def test_the_parameters_are_laid_out_once_and_read_at_each_launch() -> None:
    launched = []

    def note(function: int, *given: int) -> None:
        """The driver reads the parameters when a kernel is launched."""
        *shape, stream, parameters, extra = given
        addresses = (ctypes.c_void_p * 9).from_address(parameters)
        words = [ctypes.c_uint64.from_address(address or 0).value for address in addresses]
        launched.append((function, shape, stream, words, extra))

    cuda = SimpleNamespace(driver=SimpleNamespace(launchKernel=note))
    given = (array_at(ADDRESS, (3,), (8,)), 4, np.uint64((1 << 64) - 1))
    launch = Launch(cuda, 77, BLOCK + 1, given)
    for stream in (5, 6):
        launch(SimpleNamespace(ptr=stream))
    shape, words = [2, 1, 1, BLOCK, 1, 1, 0], [0, 0, 3, 8, ADDRESS, 3, 8, 4, (1 << 64) - 1]
    assert launched == [(77, shape, stream, words, 0) for stream in (5, 6)]
