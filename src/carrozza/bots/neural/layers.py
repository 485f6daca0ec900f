"""Layers of a network in compiled code, with the same bits on every machine.

A layer adds, input by input and in their order, what each input adds to all outputs. The outputs are computed side by
side, so the compiler vectorises over them and never changes the order in which numbers are added. There is no fast
mathematics, no library of linear algebra, and no multiplication fused with an addition; square roots and divisions are
exact. An input of 0 is left out: what it would add is 0, and as no sum is ever -0 that changes no bit.
"""

import math
from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole

EPSILON: Final = 1e-5
_ZERO = np.float32(0.0)


@rule
def note_cells(words: Grid, cells: Grid, places: Grid, values: Grid) -> int:
    """Note the cells of an observation that are not 0, with their places; returns how many there are. `words` are the
    same cells, eight in each."""
    number = 0
    for word in range(len(words)):
        if words[word] != NONE:
            for i in range(word * 8, word * 8 + 8):
                places[number] = i
                values[number] = np.float32(cells[i])
                number += 1 if cells[i] != 0 else 0
    return number


@rule
def note_inputs(inputs: Grid, places: Grid, values: Grid) -> int:
    """Note the inputs above 0 (of the others, relu makes 0)."""
    number = 0
    for i in range(len(inputs)):
        places[number] = i
        values[number] = inputs[i]
        number += 1 if inputs[i] > _ZERO else 0
    return number


@rule
def copy_row(source: Grid, target: Grid) -> None:
    for i in range(len(target)):
        target[i] = source[i]


@rule
def add_row(row: Grid, value: np.float32, outputs: Grid) -> None:
    for i in range(len(outputs)):
        outputs[i] += value * row[i]


@rule
def add_four_rows(
    row_a: Grid,
    row_b: Grid,
    row_c: Grid,
    row_d: Grid,
    a: np.float32,
    b: np.float32,
    c: np.float32,
    d: np.float32,
    outputs: Grid,
) -> None:
    """One after the other for each output, which is read and written once."""
    for i in range(len(outputs)):
        outputs[i] = (((outputs[i] + a * row_a[i]) + b * row_b[i]) + c * row_c[i]) + d * row_d[i]


@rule
def add_noted(matrix: Grid, places: Grid, values: Grid, number: int, outputs: Grid) -> None:
    """Add what the noted inputs add to the outputs."""
    done = 0
    while done + 4 <= number:
        add_four_rows(
            matrix[whole(places[done])],
            matrix[whole(places[done + 1])],
            matrix[whole(places[done + 2])],
            matrix[whole(places[done + 3])],
            values[done],
            values[done + 1],
            values[done + 2],
            values[done + 3],
            outputs,
        )
        done += 4
    while done < number:
        add_row(matrix[whole(places[done])], values[done], outputs)
        done += 1


@rule
def add_inputs(matrix: Grid, inputs: Grid, outputs: Grid) -> None:
    """Add what all inputs add to the outputs. As many as the matrix has rows."""
    done, number = 0, len(matrix)
    while done + 4 <= number:
        add_four_rows(
            matrix[done],
            matrix[done + 1],
            matrix[done + 2],
            matrix[done + 3],
            inputs[done],
            inputs[done + 1],
            inputs[done + 2],
            inputs[done + 3],
            outputs,
        )
        done += 4
    while done < number:
        add_row(matrix[done], inputs[done], outputs)
        done += 1


@rule
def normalise(hidden: Grid, gain: Grid, normed: Grid) -> None:
    """hidden / sqrt(mean of squares + epsilon) * gain; the mean in float64."""
    total = 0.0
    for i in range(len(hidden)):
        total += np.float64(hidden[i]) * np.float64(hidden[i])
    scale = np.float32(1.0 / math.sqrt(total / len(hidden) + EPSILON))
    for i in range(len(hidden)):
        normed[i] = hidden[i] * scale * gain[i]
