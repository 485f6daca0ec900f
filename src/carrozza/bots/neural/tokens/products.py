"""Loops over rows: float32, each sum in a fixed order, so the same bits on every machine (`arithmetic/layers.py`)."""

from typing import Final

import numpy as np

from carrozza.bots.neural.arithmetic.layers import add_inputs, add_row
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid

EIGHT: Final = 8
SMALL: Final = np.float32(1e-5)
ZERO: Final = np.float32(0)
ONE: Final = np.float32(1)


@rule
def add_products(matrix: Grid, rows: Grid, out: Grid) -> None:
    """`out += rows @ matrix`, for as many rows as `out` has."""
    for row in range(len(out)):
        add_inputs(matrix, rows[row], out[row])


@rule
def add_cell(row: Grid, cell: int, out: Grid) -> None:
    """Most cells are 0."""
    if cell != 0:
        add_row(row, np.float32(cell), out)


@rule
def scale_row(number: np.float32, out: Grid) -> None:
    for j in range(len(out)):
        out[j] *= number


@rule
def raise_to(row: Grid, out: Grid) -> None:
    """The larger of the two, place by place."""
    for j in range(len(out)):
        out[j] = max(out[j], row[j])


@rule
def clear(out: Grid) -> None:
    for j in range(len(out)):
        out[j] = ZERO


@rule
def relu(out: Grid) -> None:
    for j in range(len(out)):
        out[j] = max(out[j], ZERO)


@rule
def dot(one: Grid, other: Grid) -> np.float32:
    """Of a multiple of eight numbers: eight sums side by side, then these."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = ZERO
    for i in range(0, len(one), EIGHT):
        s0 += one[i] * other[i]
        s1 += one[i + 1] * other[i + 1]
        s2 += one[i + 2] * other[i + 2]
        s3 += one[i + 3] * other[i + 3]
        s4 += one[i + 4] * other[i + 4]
        s5 += one[i + 5] * other[i + 5]
        s6 += one[i + 6] * other[i + 6]
        s7 += one[i + 7] * other[i + 7]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@rule
def rms(row: Grid, out: Grid) -> None:
    scale = ONE / np.sqrt(dot(row, row) / np.float32(len(row)) + SMALL)
    for j in range(len(row)):
        out[j] = row[j] * scale


@rule
def rms_rows(rows: Grid, out: Grid) -> None:
    for row in range(len(rows)):
        rms(rows[row], out[row])


@rule
def pool(rows: Grid, mean: Grid, highest: Grid) -> None:
    """The mean and the maximum of rows that are nowhere negative, place by place."""
    clear(mean)
    clear(highest)
    for row in range(len(rows)):
        add_row(rows[row], ONE, mean)
        raise_to(rows[row], highest)
    scale_row(ONE / np.float32(len(rows)), mean)
