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
LANES: Final = 16
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
def add_four_rows_to_four(matrix: Grid, row: int, inputs: Grid, slot: int, outputs: Grid) -> None:
    """Four rows for four positions: each row is read once for all of them."""
    row_a, row_b, row_c, row_d = matrix[row], matrix[row + 1], matrix[row + 2], matrix[row + 3]
    inputs_0, inputs_1, inputs_2, inputs_3 = inputs[slot], inputs[slot + 1], inputs[slot + 2], inputs[slot + 3]
    a_0, b_0, c_0, d_0 = inputs_0[row], inputs_0[row + 1], inputs_0[row + 2], inputs_0[row + 3]
    a_1, b_1, c_1, d_1 = inputs_1[row], inputs_1[row + 1], inputs_1[row + 2], inputs_1[row + 3]
    a_2, b_2, c_2, d_2 = inputs_2[row], inputs_2[row + 1], inputs_2[row + 2], inputs_2[row + 3]
    a_3, b_3, c_3, d_3 = inputs_3[row], inputs_3[row + 1], inputs_3[row + 2], inputs_3[row + 3]
    out_0, out_1, out_2, out_3 = outputs[slot], outputs[slot + 1], outputs[slot + 2], outputs[slot + 3]
    for i in range(len(out_0)):
        a, b, c, d = row_a[i], row_b[i], row_c[i], row_d[i]
        out_0[i] = (((out_0[i] + a_0 * a) + b_0 * b) + c_0 * c) + d_0 * d
        out_1[i] = (((out_1[i] + a_1 * a) + b_1 * b) + c_1 * c) + d_1 * d
        out_2[i] = (((out_2[i] + a_2 * a) + b_2 * b) + c_2 * c) + d_2 * d
        out_3[i] = (((out_3[i] + a_3 * a) + b_3 * b) + c_3 * c) + d_3 * d


@rule
def add_inputs_of_all(matrix: Grid, inputs: Grid, first: int, end: int, outputs: Grid) -> None:
    """Add what all inputs add to the outputs, for the slots from `first` to before `end`."""
    slot, number = first, len(matrix)
    while slot + 4 <= end:
        row = 0
        while row + 4 <= number:
            add_four_rows_to_four(matrix, row, inputs, slot, outputs)
            row += 4
        while row < number:
            for each in range(slot, slot + 4):
                add_row(matrix[row], inputs[each, row], outputs[each])
            row += 1
        slot += 4
    while slot < end:
        add_inputs(matrix, inputs[slot], outputs[slot])
        slot += 1


@rule
def normalise(hidden: Grid, gain: Grid, sums: Grid, normed: Grid) -> None:
    """hidden / sqrt(mean of squares + epsilon) * gain. The squares are added in float64 to `LANES` sums, side by side,
    and these one after the other."""
    number = len(hidden)
    for lane in range(LANES):
        sums[lane] = 0.0
    for block in range(number // LANES):
        for lane in range(LANES):
            x = np.float64(hidden[block * LANES + lane])
            sums[lane] += x * x
    for i in range(number - number % LANES, number):
        x = np.float64(hidden[i])
        sums[0] += x * x
    total = 0.0
    for lane in range(LANES):
        total += sums[lane]
    scale = np.float32(1.0 / math.sqrt(total / number + EPSILON))
    for i in range(number):
        normed[i] = hidden[i] * scale * gain[i]
