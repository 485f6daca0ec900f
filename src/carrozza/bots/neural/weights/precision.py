"""How precisely a matrix is stored.

`int8` has a scale for each output, so that the largest weight of each is 127, and before that a power of two for each
input: the inputs of a first matrix are of very different sizes. Of the largest matrices the largest weight is 63: they
have about half of all weights, whose rounding hardly changes a decision, and files pack the smaller numbers better.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from carrozza.bots.neural.weights.errors import BadWeights

Precision = Literal["float32", "float16", "int8"]
PRECISIONS: Final[tuple[Precision, ...]] = ("float32", "float16", "int8")
Array = npt.NDArray[np.float32]
Stored = npt.NDArray[Any]
LARGEST: Final = 127
LARGEST_OF: Final = {"first": 63, "belief": 63}
_KINDS: Final[dict[Precision, dict[str, npt.DTypeLike]]] = {
    "float32": {"values": np.float32},
    "float16": {"values": np.float16},
    "int8": {"values": np.int8, "input_powers": np.int8, "output_scales": np.float32},
}
"""The parts of a stored matrix, and their types."""


def store_matrix(matrix: Array, precision: Precision, name: str) -> dict[str, Stored]:
    """The parts of a matrix (..., inputs, outputs)."""
    if precision == "int8":
        return _quantised(matrix, LARGEST_OF.get(name, LARGEST))
    if precision == "float16" and np.abs(matrix).max(initial=0) > np.finfo(np.float16).max:
        raise BadWeights(f"{name} has weights too large for float16: write it with precision='float32'")
    return {"values": np.ascontiguousarray(matrix, _KINDS[precision]["values"])}


def _quantised(matrix: Array, largest: int) -> dict[str, Stored]:
    powers = np.frexp(np.abs(matrix).max(axis=-1, initial=0))[1].clip(-100, 100)
    even = np.ldexp(matrix, -powers[..., None])
    scales = np.abs(even).max(axis=-2, initial=0) / np.float32(largest)
    scales = np.where(scales > 0, scales, 1).astype(np.float32)
    values = np.rint(even / scales[..., None, :]).clip(-largest, largest)
    return {
        "values": values.astype(np.int8),
        "input_powers": powers.astype(np.int8),
        "output_scales": scales,
    }


def load_matrix(parts: Mapping[str, Stored], precision: Precision, name: str) -> Array:
    """The matrix in float32."""
    kinds = _KINDS.get(precision)
    if kinds is None:
        raise BadWeights(f"stored as '{precision}': this version knows {', '.join(PRECISIONS)}")
    if {part: array.dtype for part, array in parts.items()} != {part: np.dtype(kind) for part, kind in kinds.items()}:
        raise BadWeights(f"{name} is not stored as {precision}")
    values = parts["values"].astype(np.float32)
    if precision != "int8":
        return values
    powers, scales = parts["input_powers"], parts["output_scales"]
    if powers.shape != values.shape[:-1] or scales.shape != (*values.shape[:-2], values.shape[-1]):
        raise BadWeights(f"{name} has scales for other inputs or outputs than it has")
    return np.ldexp(values * scales[..., None, :], powers[..., None].astype(np.int32))
