"""Rivers and lakes of small countries, which the world's file is too coarse to have."""

import tomllib
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@cache
def waters(name: str) -> tuple[Array, ...]:
    """The `rivers` or the `lakes`, each point a (longitude, latitude); a lake ends where it begins."""
    file = resources.files("carrozza.atlas.geography") / "files" / "waters.toml"
    shapes = tomllib.loads(file.read_text(encoding="utf-8")).get(name, {}).values()
    lines = [np.array(points, dtype=np.float64)[:, ::-1] for points in shapes]
    return tuple(np.vstack([line, line[:1]]) if name == "lakes" else line for line in lines)
