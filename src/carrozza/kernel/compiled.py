"""How the rules are run: compiled by Numba, or interpreted with `CARROZZA_INTERPRET=1`."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from carrozza.folders import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("CARROZZA_INTERPRET", "") not in ("", "0")
UNUSED_CACHE_DAYS = 30


ROOMS_BELOW: Final = {
    "kernel": ("kernel",),
    "observation": ("kernel", "observation"),
    "bots": ("kernel", "observation", "bots"),
    "arena": ("kernel", "observation", "bots", "arena"),
    "envs": ("kernel", "observation", "bots", "envs"),
}
"""Where the compiled functions lie that those of a room may call; of any other room, everywhere."""


def _sources_digest(rooms: Collection[str]) -> str:
    """Numba renews a cached function when its own file changes, not when a file it calls into does: so a cache folder
    is named after all sources with compiled functions that its own may call."""
    digest = hashlib.sha256(sys.version.encode())
    package = Path(__file__).parent.parent
    for source in sorted(package.rglob("*.py")):
        room = source.relative_to(package).parts[0]
        if rooms and room not in rooms:
            continue
        written = source.read_bytes()
        if room == "kernel" or b"kernel.compiled" in written:
            digest.update(written)
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _forget_unused(home: Path) -> None:
    limit = time.time() - UNUSED_CACHE_DAYS * 86400
    for folder in [*home.glob("compiled-*"), *home.glob("kernel-*")]:
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def _own_temporary_folder() -> Path:
    """Windows has a folder of temporary files for each user; elsewhere all share one."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    return Path(tempfile.gettempdir()) / f"carrozza{user}"


@cache
def room_cache(room: str) -> Path:
    """The folder with the compiled functions of a room, marked as in use."""
    name = f"compiled-{room}-{_sources_digest(ROOMS_BELOW.get(room, ()))}"
    folder = cache_folder() / name
    if not _writable(folder):
        folder = _own_temporary_folder() / name
        folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _forget_unused(folder.parent)
    return folder


def _room_of(module: str) -> str:
    package, _, rest = module.partition(".")
    room = rest.partition(".")[0]
    return room if package == "carrozza" and room in ROOMS_BELOW else "others"


def _plain(function: Function) -> Function:
    return function


if INTERPRETED:
    # The random generator wraps round on purpose, as compiled integers do.
    np.seterr(over="ignore")
    rule = entry = _plain

    def first_compile_ahead() -> bool:
        return False
else:
    import numba

    from carrozza.kernel.python_calls import callable_from_python

    def rule(function: Function) -> Function:
        """Compile a function that only compiled functions call. It must stay in what both `numba.njit` and
        `numba.cuda` compile: no objects, no allocation, no exceptions."""
        return _compile(function, no_cpython_wrapper=True)

    def entry(function: Function) -> Function:
        """Compile a rule that Python calls too. (The bridge to Python takes its time to compile.)"""
        made: Function = callable_from_python(function, _compile)
        return made

    def _compile(function: Function, **options: bool) -> Function:
        # Nothing is allocated, so no array needs its references counted: that took one decision in twenty.
        numba.config.CACHE_DIR = str(room_cache(_room_of(function.__module__)))  # type: ignore[attr-defined]
        options |= {"cache": True, "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
        made: Function = numba.njit(error_model="numpy", **options)(function)  # type: ignore[call-overload]
        return made

    def first_compile_ahead() -> bool:
        """True where nothing has been compiled yet, so that a command can say why it takes its time."""
        return not any(room_cache("kernel").rglob("*.nbi"))
