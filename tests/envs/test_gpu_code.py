"""How the rules become code for a GPU, as far as it can be checked without one."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from carrozza import boards
from carrozza.envs.errors import EnvError
from carrozza.envs.gpu import cubins, device
from carrozza.envs.gpu.compiling import described
from carrozza.envs.gpu.cubins import dtype_of, find_cubin
from carrozza.envs.gpu.device import converted, find_gpu
from carrozza.envs.gpu.fitting import FULL, Fit, fit_records
from carrozza.envs.gpu.small_code import small
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import ROUTE_WORDS, SEATS
from carrozza.kernel.state import SCRIPT, STATE

LOOP = """\
define i32 @"_ZN8carrozza6kernel5cards12shuffle_deckB2v1"(i64 %n)
{
entry:
  br label %"B4"
B4:
  br i1 %c, label %"B4", label %"B8"
B8:
  ret i32 0
}
!0 = !{i32 1}"""


def test_loops_are_not_unrolled_and_long_rules_are_called() -> None:
    made = small(LOOP)
    assert '  br i1 %c, label %"B4", label %"B8", !llvm.loop !1' in made
    assert '  br label %"B4"\n' in made, "a branch forward closes no loop"
    assert "(i64 %n) noinline" in made
    assert '!1 = distinct !{!1, !2}\n!2 = !{!"llvm.loop.unroll.disable"}' in made


def test_short_loops_may_be_unrolled() -> None:
    module = LOOP.replace("12shuffle_deck", "9lower_row")
    assert small(module) == module


def test_records_keep_their_layout_in_a_manifest() -> None:
    assert described(dtype_of(described(STATE))) == described(STATE)


def test_the_full_fit_has_the_sizes_of_the_cpu() -> None:
    assert Fit(SEATS, ROUTE_WORDS, SCRIPT) == FULL == Fit.parse(str(FULL))
    assert Fit.of(routes=100, seats=2) == Fit(seats=2, route_words=2, script=0)


def test_sizes_are_not_changed_under_imported_rules() -> None:
    with pytest.raises(RuntimeError, match="have been imported"):
        fit_records(Fit.of(100, 2))


def test_a_board_is_copied_into_smaller_records() -> None:
    board = compile_board(boards.load("usa"))
    smaller = np.dtype([("routes_of", np.uint64, (64, 2)), ("trains", np.int8), ("filler", np.uint8, (8,))])
    made = converted(board.data.view(board.dtype), smaller)
    assert (made["routes_of"][0] == board.routes_of[:, :2]).all() and made["trains"][0] == board.trains


def test_without_cupy_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(EnvError, match=r"need CuPy.*pip install 'carrozza\[gpu\]'"):
        find_gpu.__wrapped__()


def cupy_with(count: Any) -> Any:
    runtime = SimpleNamespace(getDeviceCount=count, CUDARuntimeError=OSError)
    return SimpleNamespace(cuda=SimpleNamespace(runtime=runtime))


def test_without_a_driver_it_says_what_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> int:
        raise OSError("cudaErrorNoDevice: no CUDA-capable device is detected")

    monkeypatch.setitem(sys.modules, "cupy", cupy_with(failing))
    with pytest.raises(EnvError, match=r"no NVIDIA GPU can be used \(cudaErrorNoDevice.*nvidia-smi"):
        find_gpu.__wrapped__()


def test_without_a_gpu_it_says_what_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy_with(lambda: 0))
    with pytest.raises(EnvError, match=r"no NVIDIA GPU was found.*CUDA_VISIBLE_DEVICES"):
        device.find_gpu.__wrapped__()


def test_without_numba_cuda_nothing_can_be_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("CARROZZA_CACHE", str(tmp_path))
    monkeypatch.setattr(cubins, "find_spec", lambda name: None)
    with pytest.raises(EnvError, match=r"not been compiled for this GPU \(sm_90\), which needs numba-cuda"):
        find_cubin("play_random", FULL, "90")
