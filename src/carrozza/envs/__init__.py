"""Environments for learning. What is named here is imported when it is first used.

>>> import carrozza.envs
>>> games = carrozza.envs.vector("usa", seats=2, games=8)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrozza.envs.devices import vector
    from carrozza.envs.errors import EnvError, IllegalAction
    from carrozza.envs.vectorised.cpu import CpuVector

_PLACES = {
    "CpuVector": "vectorised.cpu",
    "EnvError": "errors",
    "IllegalAction": "errors",
    "vector": "devices",
}

__all__ = ["CpuVector", "EnvError", "IllegalAction", "vector"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
