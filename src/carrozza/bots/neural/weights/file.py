"""Weights files: the arrays of a network, and what it was made for.

One file of NumPy's `.npz` format without pickles. `about` is a JSON text; every other entry is an array. Vectors are
float32. Matrices are stored in one of three precisions (`precision.py`) and are float32 once they have been read.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from carrozza.boards.model import canonical_json
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.precision import Array, Precision, Stored, load_matrix, store_matrix

Kind = Literal["flat", "tokens"]
FORMAT: Final = 1
"""Changes when a file of before can no longer be read."""
MOST_BYTES: Final = 1 << 28
"""Of the arrays of a file, unpacked: more is no network that plays here."""
ABOUT: Final = "about"
_MATRIX, _VECTOR = "matrix", "vector"
_FIELDS: Final[dict[str, type | tuple[type, ...]]] = {
    "kind": str,
    "board": (str, type(None)),
    "board_digest": (str, type(None)),
    "variants": list,
    "most_seats": int,
    "observation_version": str,
    "observation_digest": str,
    "width": int,
    "blocks": int,
    "training": dict,
    "format": int,
    "precision": str,
    "digest": str,
}


@dataclass(frozen=True)
class About:
    """What a network is and what it was made for."""

    kind: Kind
    board: str | None
    """The id of the board; none where the network plays on any."""
    board_digest: str | None
    variants: tuple[str, ...]
    """The network knows games with these and without."""
    most_seats: int
    observation_version: str
    observation_digest: str
    """Of the observation with most seats and all these variants."""
    width: int
    blocks: int
    training: Mapping[str, Any] = field(default_factory=dict)
    """The whole configuration of the training, as plain values, and what else is worth keeping: the model card."""
    format: int = FORMAT
    precision: Precision = "float32"
    digest: str = ""
    """32 hex digits over the arrays as they are stored."""


@dataclass(frozen=True)
class Weights:
    """A network: `matrix[i]` is what input i adds to the outputs."""

    about: About
    matrices: Mapping[str, Array]
    vectors: Mapping[str, Array]


def write_weights(path: str | Path, weights: Weights, precision: Precision = "float16") -> About:
    """Write a weights file; returns what it says about itself. The same weights give the same bytes."""
    entries: dict[str, Stored] = {}
    for name, matrix in sorted(weights.matrices.items()):
        stored = store_matrix(np.asarray(matrix, np.float32), precision, name)
        entries |= {f"{_MATRIX}.{name}.{part}": array for part, array in stored.items()}
    for name, vector in sorted(weights.vectors.items()):
        entries[f"{_VECTOR}.{name}"] = np.ascontiguousarray(vector, np.float32)
    for name, array in entries.items():
        if not np.isfinite(array).all():
            raise BadWeights(f"{name} has numbers that are not finite: the training has diverged")
    return _write(Path(path), replace(weights.about, format=FORMAT, precision=precision), entries)


def rewrite_weights(path: str | Path, source: str | Path, vectors: Mapping[str, Array], training: Any) -> About:
    """Write a weights file that is the source but for these vectors and what it says of its training. Matrices keep
    the bytes that are stored: rounding them once more could change decisions."""
    about = read_weights(source).about
    entries = _entries(Path(source))
    del entries[ABOUT]
    entries |= {f"{_VECTOR}.{name}": np.ascontiguousarray(vector, np.float32) for name, vector in vectors.items()}
    return _write(Path(path), replace(about, training=training), entries)


def _write(path: Path, about: About, entries: Mapping[str, Stored]) -> About:
    about = replace(about, digest=_digest(entries))
    text = np.frombuffer(canonical_json(asdict(about)), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **{ABOUT: text}, **entries)
    return about


def read_weights(path: str | Path) -> Weights:
    """Read a weights file; `BadWeights` says what is wrong with it."""
    try:
        return _read(Path(path))
    except BadWeights as error:
        raise BadWeights(f"{path}: {error}") from None


def read_about(path: str | Path) -> About:
    """What a weights file says about itself; its arrays are not read."""
    try:
        return _about(_entries(Path(path), only=ABOUT))
    except BadWeights as error:
        raise BadWeights(f"{path}: {error}") from None


def _read(path: Path) -> Weights:
    entries = _entries(path)
    about = _about(entries)
    del entries[ABOUT]
    if about.digest != _digest(entries):
        raise BadWeights("the arrays are not those that the file was written with: fetch or train it again")
    matrices: dict[str, dict[str, Stored]] = {}
    vectors: dict[str, Array] = {}
    for name, array in entries.items():
        sort, _, rest = name.partition(".")
        if sort == _MATRIX:
            matrix, _, part = rest.rpartition(".")
            matrices.setdefault(matrix, {})[part] = array
        else:
            vectors[rest] = _finite(rest, array.astype(np.float32, copy=False))
    loaded = {name: _finite(name, load_matrix(parts, about.precision, name)) for name, parts in matrices.items()}
    return Weights(about, loaded, vectors)


def _entries(path: Path, only: str | None = None) -> dict[str, Stored]:
    """The arrays as they are stored. (A truncated or foreign file can fail in many ways inside of `numpy.load`.)"""
    if not path.is_file():
        raise BadWeights("no such file: check the path, or train a network with `carrozza train`")
    try:
        with zipfile.ZipFile(path) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
        if unpacked > MOST_BYTES:
            raise BadWeights(f"{unpacked:,} bytes of arrays: a weights file has at most {MOST_BYTES:,}")
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files if only in (None, name)}
    except BadWeights:
        raise
    except PermissionError:
        raise BadWeights("this file may not be read: change its permissions") from None
    except Exception as error:
        raise BadWeights(f"not a weights file, or damaged ({error}): fetch or train it again") from None


def _about(entries: Mapping[str, Stored]) -> About:
    if ABOUT not in entries:
        raise BadWeights("no weights file: it does not say what it is about; `carrozza train` writes them")
    try:
        told = json.loads(entries[ABOUT].tobytes())
    except ValueError:
        raise BadWeights("what it says about itself is not JSON: fetch or train it again") from None
    if not isinstance(told, dict) or not isinstance(told.get("format"), int):
        raise BadWeights("what it says about itself has no format number: fetch or train it again")
    if told["format"] != FORMAT:
        raise BadWeights(f"format {told['format']}, and this version reads {FORMAT}: install the version it is for")
    wrong = [name for name, kind in _FIELDS.items() if not isinstance(told.get(name, ...), kind)]
    if wrong or set(told) != set(_FIELDS):
        raise BadWeights(f"what it says about itself is wrong at {', '.join(wrong or set(told) ^ set(_FIELDS))}")
    if told["kind"] not in ("flat", "tokens"):
        raise BadWeights(f"a network of kind '{told['kind']}': this version knows flat and tokens")
    return About(**{**told, "variants": tuple(told["variants"])})


def _finite(name: str, array: Array) -> Array:
    if not np.isfinite(array).all():
        raise BadWeights(f"{name} has numbers that are not finite: train it again")
    return array


def _digest(entries: Mapping[str, Stored]) -> str:
    digest = hashlib.sha256()
    for name, array in sorted(entries.items()):
        digest.update(canonical_json([name, array.dtype.str, array.shape]))
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:32]
