"""Weights files: what is written is read again, and whatever is wrong with a file is said."""

import json
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from carrozza.bots.neural.weights import Weights, read_about, read_weights, rewrite_weights, write_weights
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.precision import PRECISIONS, Precision
from tests.bots.neural.networks import random_weights, reference


@pytest.fixture(scope="module")
def weights() -> Weights:
    return random_weights("new-york")


@pytest.fixture
def file(weights: Weights, tmp_path: Path) -> Path:
    write_weights(tmp_path / "weights.npz", weights)
    return tmp_path / "weights.npz"


@pytest.mark.parametrize("precision", PRECISIONS)
def test_what_is_written_is_read_again(weights: Weights, precision: Precision, tmp_path: Path) -> None:
    path, again = tmp_path / "a.npz", tmp_path / "b.npz"
    about = write_weights(path, weights, precision)
    read = read_weights(path)
    assert read.about == about == read_about(path)
    assert {name: array.shape for name, array in read.matrices.items()} == {
        name: array.shape for name, array in weights.matrices.items()
    }
    assert all(array.dtype == np.float32 for array in (*read.matrices.values(), *read.vectors.values()))
    assert all((array == weights.vectors[name]).all() for name, array in read.vectors.items())
    write_weights(again, read, precision)
    assert again.read_bytes() == path.read_bytes(), "a network that has been read is written as it was"


LARGEST_DIFFERENCE = {"float32": 0.0, "float16": 0.02, "int8": 0.2}


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_file_with_other_vectors_keeps_its_matrices(weights: Weights, precision: Precision, tmp_path: Path) -> None:
    path, other = tmp_path / "a.npz", tmp_path / "b.npz"
    before = write_weights(path, weights, precision)
    styles = np.ones((3, before.width), np.float32)
    about = rewrite_weights(other, path, {"styles": styles}, {"told": 1})
    read = read_weights(other)
    assert read.about == about and about.training == {"told": 1} and about.digest != before.digest
    assert (read.vectors["styles"] == styles).all()
    assert all((array == read_weights(path).matrices[name]).all() for name, array in read.matrices.items())


@pytest.mark.parametrize("precision", PRECISIONS)
def test_less_precision_changes_logits_little(weights: Weights, precision: Precision, tmp_path: Path) -> None:
    write_weights(tmp_path / "weights.npz", weights, precision)
    cells = np.random.default_rng(1).integers(0, 4, (50, weights.matrices["first"].shape[0]))
    exact, _ = reference(weights, cells)
    rounded, _ = reference(read_weights(tmp_path / "weights.npz"), cells)
    assert np.abs(exact - rounded).max() <= LARGEST_DIFFERENCE[precision]
    assert exact.std() > 0.5, "logits that say nothing would not differ either"


def test_further_arrays_are_kept(weights: Weights, tmp_path: Path) -> None:
    belief = np.ones((24, 5), np.float32)
    more = replace(weights, matrices={**weights.matrices, "belief": belief})
    write_weights(tmp_path / "weights.npz", more)
    assert (read_weights(tmp_path / "weights.npz").matrices["belief"] == belief).all()


def rewritten(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The file with other entries."""
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    change(entries)
    np.savez(path, **entries)
    return path


def with_about(path: Path, **fields: Any) -> Path:
    def change(entries: dict[str, Any]) -> None:
        told = {**json.loads(entries["about"].tobytes()), **fields}
        entries["about"] = np.frombuffer(json.dumps(told).encode(), np.uint8)

    return rewritten(path, change)


def test_a_missing_file() -> None:
    with pytest.raises(BadWeights, match=r"nowhere\.npz: no such file: check the path"):
        read_weights("nowhere.npz")


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all", pickle.dumps({"a": 1}), b"\x93NUMPY\x01\x00"])
def test_files_of_other_sorts(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(content)
    with pytest.raises(BadWeights, match="not a weights file, or damaged"):
        read_weights(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_file(file: Path, share: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BadWeights, match="not a weights file, or damaged"):
        read_weights(file)


def test_a_damaged_file(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))
    with pytest.raises(BadWeights, match="not a weights file, or damaged"):
        read_weights(file)


class Trap:
    """Pickled, it would write a file when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.write_text, (self.path, "sprung"))


def test_a_pickle_inside_is_never_run(file: Path, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    with np.load(file) as read:
        entries = {name: read[name] for name in read.files}
    np.savez(file, allow_pickle=True, trap=np.array([Trap(sprung)], object), **entries)
    with pytest.raises(BadWeights, match="not a weights file, or damaged"):
        read_weights(file)
    assert not sprung.exists()


def test_arrays_without_a_word_about_them(file: Path) -> None:
    rewritten(file, lambda entries: entries.pop("about"))
    with pytest.raises(BadWeights, match="it does not say what it is about"):
        read_weights(file)


def test_other_arrays_than_were_written(file: Path) -> None:
    rewritten(file, lambda entries: entries["vector.first_bias"].__setitem__(0, 7.0))
    with pytest.raises(BadWeights, match="the arrays are not those that the file was written with"):
        read_weights(file)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"format": 99}, "format 99, and this version reads 1"),
        ({"format": "1"}, "has no format number"),
        ({"kind": "forest"}, "a network of kind 'forest'"),
        ({"width": "wide"}, "wrong at width"),
        ({"colour": "blue"}, "wrong at colour"),
        ({"precision": "int4"}, "stored as 'int4'"),
        ({"precision": "int8"}, "is not stored as int8"),
    ],
)
def test_what_it_says_about_itself(file: Path, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(BadWeights, match=said):
        read_weights(with_about(file, **fields))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite(weights: Weights, bad: float, tmp_path: Path) -> None:
    spoilt = {**weights.vectors, "first_bias": np.full(24, bad, np.float32)}
    with pytest.raises(BadWeights, match="not finite"):
        write_weights(tmp_path / "weights.npz", replace(weights, vectors=spoilt))


def test_weights_beyond_float16(weights: Weights, tmp_path: Path) -> None:
    large = {**weights.matrices, "outcome": weights.matrices["outcome"] * np.float32(1e6)}
    with pytest.raises(BadWeights, match="too large for float16"):
        write_weights(tmp_path / "weights.npz", replace(weights, matrices=large))


def test_a_file_that_would_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrozza.bots.neural.weights.file.MOST_BYTES", 1 << 20)
    path = tmp_path / "weights.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("about.npy", "w") as entry:
        entry.write(bytes((1 << 20) + 1))
    with pytest.raises(BadWeights, match="a weights file has at most"):
        read_weights(path)
