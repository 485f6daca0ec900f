"""Compile a kernel for a GPU, which need not be there.

It runs in a process of its own, as the rules are imported here as functions for CUDA and with other sizes.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from carrozza.envs.gpu.fitting import Fit, fit_records
from carrozza.envs.gpu.small_code import small
from carrozza.folders import write_whole

WITH_BOTS: Final = "step_games_with_bots"
REGISTERS: Final = 128
REGISTERS_OF: Final = {
    "step_games": 80,
    "prepare_stale": 80,
    "search_ways": 80,
    "take_ways": 64,
    "note_tickets": 80,
    "note_routes": 80,
    "finish_stale": 80,
}
"""Where fewer than `REGISTERS` are given to a thread, more threads fit on a multiprocessor, and some work while others
wait for memory. Measured on an H200, kernel by kernel."""


def main(kernel: str, fit: str, cc: str, folder: str) -> None:
    compile_rules_for_cuda(cc)
    fit_records(Fit.parse(fit))
    leave_out(kernel)
    kernels = import_module("carrozza.envs.gpu.kernels")
    function, types = kernels.KERNELS[kernel]
    code, symbol = compiled(function, types, cc, REGISTERS_OF.get(kernel, REGISTERS))
    records = {name: described(dtype) for name, dtype in kernels.RECORDS.items()}
    file = Path(folder) / f"{kernel}-{fit}-sm_{cc}"
    write_whole(file.with_suffix(".json"), json.dumps({"symbol": symbol, "records": records}).encode())
    write_whole(file.with_suffix(".cubin"), code)


def leave_out(kernel: str) -> None:
    """What is most of the code of a step and is not needed there: observations, which have kernels of their own, and
    bots where all seats learn. Where observations are written, all recalls are up to date."""
    rules: Any = import_module("carrozza.kernel.compiled")
    if kernel != WITH_BOTS:
        decide: Any = import_module("carrozza.bots.compiled.decide")
        decide.step = rules.rule(no_bot)
    stepping: Any = import_module("carrozza.envs.vectorised.stepping")
    stepping.show_observation = rules.rule(no_observation)
    if kernel.startswith("observe_"):
        flat: Any = import_module("carrozza.observation.flat")
        flat.refresh = rules.rule(no_refresh)


def no_bot(board: Any, graph: Any, state: Any, memories: Any, views: Any, mask: Any, scratch: Any) -> int:
    return -1


def no_observation(shared: Any, games: Any, room: Any, results: Any, at: int, seat: int) -> None:
    return


def no_refresh(board: Any, plan: Any, state: Any, seat: int, recall: Any, search: Any) -> None:
    return


def compile_rules_for_cuda(cc: str) -> None:
    """From now on `@rule` and `@entry` make functions for CUDA."""
    cuda: Any = import_module("numba.cuda")
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    device = SimpleNamespace(compute_capability=capability(cc))
    dispatcher.get_current_device = lambda: device
    compile_ir = nvvm.compile_ir

    def compile_small(modules: list[str], **options: Any) -> Any:
        """Without fused multiplications and additions, which round differently from the CPU."""
        return compile_ir([small(module) for module in modules], **options, fma=False)

    nvvm.compile_ir = compile_small
    rules: Any = import_module("carrozza.kernel.compiled")
    rules.rule = rules.entry = cuda.jit(device=True)
    use_bit_instructions()


def use_bit_instructions() -> None:
    """A GPU counts bits and finds the lowest one in one instruction each, which its compiler does not see in the
    sources' bit tricks as the CPU's does."""
    cuda: Any = import_module("numba.cuda")
    bits: Any = import_module("carrozza.kernel.bits")

    def count(word: Any) -> Any:
        return np.int64(cuda.popc(word))

    def lowest(word: Any) -> Any:
        return np.int64(cuda.ffs(word) - 1) if word != 0 else np.int64(64)

    bits.count, bits.lowest = cuda.jit(device=True)(count), cuda.jit(device=True)(lowest)


def capability(cc: str) -> tuple[int, int]:
    return int(cc[:-1]), int(cc[-1])


def compiled(function: Any, types: tuple[Any, ...], cc: str, registers: int) -> tuple[bytes, str]:
    """The machine code of a kernel, and its name in there."""
    numba: Any = import_module("numba")
    cuda: Any = import_module("numba.cuda")
    ptx, _ = cuda.compile(function, numba.void(*types), device=False, abi="numba", cc=capability(cc), output="ptx")
    symbol = next(line for line in ptx.splitlines() if ".entry" in line).split(".entry")[1].strip(" (")
    return assembled(ptx, cc, registers), symbol


def assembled(ptx: str, cc: str, registers: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(ptx)
        command = [find_ptxas(), f"-arch=sm_{cc}", "-O3", f"--maxrregcount={registers}", str(source), "-o", str(code)]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(f"ptxas: {made.stderr[:2000]}")
        return code.read_bytes()


def find_ptxas() -> str:
    """That of the package nvidia-cuda-nvcc, or of an installed CUDA."""
    packages = find_spec("nvidia")
    for folder in packages.submodule_search_locations or () if packages else ():
        for found in sorted(Path(folder).rglob("ptxas")):
            return str(found)
    found_on_path = shutil.which("ptxas")
    if found_on_path is None:
        raise SystemExit("ptxas is missing: pip install nvidia-cuda-nvcc, or install CUDA")
    return found_on_path


def described(dtype: Any) -> dict[str, Any]:
    """A record's layout, to be read where it is not compiled."""
    fields = []
    for name, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.subdtype or (kind, ())
        fields.append([name, base.str, list(shape), offset])
    return {"size": dtype.itemsize, "fields": fields}


if __name__ == "__main__":
    main(*sys.argv[1:])
