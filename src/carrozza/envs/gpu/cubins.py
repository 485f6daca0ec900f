"""The compiled kernels, kept in the cache folder.

A cubin is the machine code of one kernel for one generation of GPUs, its compute capability. It lies in a folder named
after the sources that it comes from, whatever the version of Python, so that it can be compiled on one machine and used
on another. Where it is found there, nothing is compiled and numba-cuda is not needed.
"""

import hashlib
import json
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from carrozza.envs.errors import EnvError
from carrozza.envs.gpu.fitting import Fit
from carrozza.folders import cache_folder

INSTALL: Final = "pip install 'carrozza[gpu]'"
SOURCES: Final = ("kernel", "observation", "bots/compiled", "envs")


class Cubin(NamedTuple):
    code: Path
    symbol: str
    records: dict[str, np.dtype[Any]]
    """The layout of the records that the kernel takes."""


@cache
def sources_digest() -> str:
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for folder in SOURCES:
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cubins_folder() -> Path:
    return cache_folder() / f"compiled-gpu-{sources_digest()}"


def find_cubin(kernel: str, fit: Fit, cc: str) -> Cubin:
    """The kernel for GPUs of this compute capability (`90` for 9.0); compiled now where it has not been."""
    code = cubins_folder() / f"{kernel}-{fit}-sm_{cc}.cubin"
    if not code.exists():
        compile_cubin(kernel, fit, cc)
    manifest = json.loads(code.with_suffix(".json").read_text())
    records = {name: dtype_of(described) for name, described in manifest["records"].items()}
    return Cubin(code, manifest["symbol"], records)


def compile_cubin(kernel: str, fit: Fit, cc: str) -> None:
    """Compile a kernel in a process of its own; no GPU is needed for it. It takes a minute."""
    if find_spec("numba_cuda") is None:
        raise EnvError(f"the rules have not been compiled for this GPU (sm_{cc}), which needs numba-cuda: {INSTALL}")
    folder = cubins_folder()
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "carrozza.envs.gpu.compiling", kernel, str(fit), cc, str(folder)]
    settings = {
        "CARROZZA_INTERPRET": "1",
        "NUMBA_FORCE_CUDA_CC": f"{cc[:-1]}.{cc[-1]}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    made = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True)
    if made.returncode:
        last = made.stderr.strip().splitlines()[-1:] or ["it gave no reason"]
        raise EnvError(f"the rules could not be compiled for this GPU (sm_{cc}): {last[0]}")


def dtype_of(described: dict[str, Any]) -> np.dtype[Any]:
    names, kinds, shapes, offsets = zip(*described["fields"], strict=True)
    formats = [(kind, tuple(shape)) for kind, shape in zip(kinds, shapes, strict=True)]
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": described["size"]}
    return np.dtype(layout)  # type: ignore[call-overload,no-any-return]
