"""Fetch, extract, check, write: `python -m tools.geography [--packages FOLDER]`, from the root of the repository."""

import argparse
import io
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.shapes import inside
from tools.geography.new_york import new_york
from tools.geography.notice import NOTICE
from tools.geography.world import states, whole_land, world

Array = NDArray[np.float64]
Layers = dict[str, list[Array]]

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "src" / "carrozza" / "boards" / "files"
FILES = ROOT / "src" / "carrozza" / "atlas" / "geography" / "files"

UNIT, FINE_UNIT = 1 / 500, 1 / 20000
"""The grid on which points are written, in degrees: about 200 m, and 5 m for New York."""


def main() -> int:
    """Make all files anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.geography", description=__doc__)
    parser.add_argument("--packages", type=Path, help="a folder with the packages, kept for another time")
    folder = parser.parse_args().packages
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            return make(Path(temporary))
    folder.mkdir(parents=True, exist_ok=True)
    return make(folder.resolve())


def make(folder: Path) -> int:
    """Write the files; 1 if a city of ours is on the wrong side of a shore."""
    cities = board_cities()
    places = np.array(list(cities.values()))
    layers = world(folder, places)
    FILES.mkdir(exist_ok=True)
    write("world", layers, UNIT)
    write("america", states(folder, layers["land"], layers["lakes"]), UNIT)
    write("new-york", new_york(folder), FINE_UNIT)
    (FILES / "NOTICE").write_text(NOTICE, encoding="utf-8")
    before, after = inside(places, whole_land(folder)), inside(places, rounded(layers["land"], UNIT))
    moved = [name for name, was, now in zip(cities, before, after, strict=True) if was != now]
    for name in moved:
        print(f"{name} is on the other side of the shore than in the source; thin the coast less", file=sys.stderr)
    return 1 if moved else 0


def board_cities() -> dict[str, tuple[float, float]]:
    """The cities of all boards, by board and id, as (longitude, latitude)."""
    boards = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(BOARDS.glob("*.toml"))]
    return {f"{board['id']}: {city['id']}": (city["lon"], city["lat"]) for board in boards for city in board["cities"]}


def write(name: str, layers: Layers, unit: float) -> None:
    """Write a file of layers as `carrozza.atlas.geography.files` reads it, the same bytes each time."""
    arrays: dict[str, NDArray[np.generic]] = {"unit": np.array(unit)}
    for layer, shapes in layers.items():
        grids = [grid for shape in shapes if len(grid := on_grid(shape, unit)) > 1]
        steps = np.concatenate([np.diff(grid, axis=0, prepend=np.zeros((1, 2), np.int64)) for grid in grids])
        arrays[f"{layer}-counts"] = np.array([len(grid) for grid in grids], dtype=np.int32)
        arrays[f"{layer}-steps"] = steps.astype(np.int32).T.copy()
        print(f"{name}: {layer}: {len(grids)} shapes, {len(steps)} points")
    path = FILES / f"{name}.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for key, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{key}.npy")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content.getvalue(), compresslevel=9)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


def rounded(shapes: list[Array], unit: float) -> list[Array]:
    """The shapes as they will be read."""
    return [np.asarray(on_grid(shape, unit) * unit, dtype=np.float64) for shape in shapes]


def on_grid(shape: Array, unit: float) -> NDArray[np.int64]:
    """The points in whole units, without those that fall onto the one before."""
    grid = np.rint(shape / unit).astype(np.int64)
    moves = np.any(np.diff(grid, axis=0) != 0, axis=1)
    return np.asarray(grid[np.append(True, moves)])


if __name__ == "__main__":
    sys.exit(main())
