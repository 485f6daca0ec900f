"""Environments for learning. What is named here is imported when it is first used; Gymnasium's ids are registered
where it is installed.

>>> import carrozza.envs
>>> games = carrozza.envs.vector("usa", seats=2, games=8)
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrozza.envs import carrozza_v0
    from carrozza.envs.adapters.aec import aec
    from carrozza.envs.adapters.seat import seat
    from carrozza.envs.devices import vector
    from carrozza.envs.errors import EnvError, IllegalAction
    from carrozza.envs.vectorised.cpu import CpuVector
    from carrozza.observation.observer import Observer
    from carrozza.observation.spec import ObservationSpec

_PLACES = {
    "CpuVector": "envs.vectorised.cpu",
    "EnvError": "envs.errors",
    "IllegalAction": "envs.errors",
    "ObservationSpec": "observation.spec",
    "Observer": "observation.observer",
    "aec": "envs.adapters.aec",
    "seat": "envs.adapters.seat",
    "vector": "envs.devices",
}

__all__ = [
    "CpuVector",
    "EnvError",
    "IllegalAction",
    "ObservationSpec",
    "Observer",
    "aec",
    "carrozza_v0",
    "seat",
    "vector",
]


def __getattr__(name: str) -> Any:
    if name == "carrozza_v0":
        return _needing_libraries("envs.carrozza_v0")
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_needing_libraries(_PLACES[name]), name)


def _needing_libraries(module: str) -> Any:
    try:
        return import_module(f"carrozza.{module}")
    except ModuleNotFoundError as missing:
        if missing.name not in ("gymnasium", "pettingzoo"):
            raise
        raise ModuleNotFoundError(
            f"{missing.name} is not installed: pip install 'carrozza[envs]'", name=missing.name
        ) from None


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if find_spec("gymnasium") is not None:
    import_module(f"{__name__}.adapters.registration").register()
