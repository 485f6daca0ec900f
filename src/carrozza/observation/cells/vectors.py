"""What takes the vector instructions of the processor: sets of bits as cells, and rows of distances.

The compiler is told in LLVM's own terms, which hold for every processor; from loops it does not see that 64 bits become
64 bytes in three instructions, or that the least of sixteen bytes takes four. `plain.py` has the same for the
interpreter and for a GPU.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid

_16, _32 = np.uint64(16), np.uint64(32)
_BIT, _BYTE, _WORD = ir.IntType(1), ir.IntType(8), ir.IntType(64)


def _bytes(number: int) -> ir.VectorType:
    return ir.VectorType(_BYTE, number)


def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any, number: int) -> Any:
    """So many bytes of an array of words, from the word `at` on."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _bytes(number).as_pointer())


def _load(context: Any, builder: Any, kind: Any, array: Any, at: int, number: int) -> Any:
    loaded = builder.load(_place(context, builder, kind, array, ir.Constant(_WORD, at), number))
    loaded.align = 8
    return loaded


def _in_all(builder: Any, value: Any, number: int) -> Any:
    """The same number in all bytes."""
    one = builder.insert_element(ir.Constant(_bytes(number), ir.Undefined), builder.trunc(value, _BYTE), _WORD(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), number), [0] * number))


def _smaller(builder: Any, one: Any, two: Any) -> Any:
    return builder.select(builder.icmp_unsigned("<", one, two), one, two)


def _stores(words: int) -> Any:
    """An instruction that writes so many words of eight cells, given their ones, twos, fours and eights as bits."""
    cells = words * 8

    @intrinsic
    def store(typing_context: Any, out: Any, at: Any, ones: Any, twos: Any, fours: Any, eights: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            numbers = ir.Constant(_bytes(cells), [0] * cells)
            for power, bits in enumerate(arguments[2:]):
                few = builder.trunc(bits, ir.IntType(cells)) if cells < 64 else bits
                spread = builder.zext(builder.bitcast(few, ir.VectorType(_BIT, cells)), _bytes(cells))
                numbers = builder.or_(numbers, builder.shl(spread, ir.Constant(_bytes(cells), [power] * cells)))
            builder.store(numbers, _place(context, builder, out, arguments[0], arguments[1], cells)).align = 8
            return context.get_dummy_value()

        return types.none(out, types.int64, *([types.uint64] * 4)), write

    return store


store_8, store_4, store_2, store_1 = _stores(8), _stores(4), _stores(2), _stores(1)


@rule
def write_numbers(
    out: Grid, at: int, words: int, ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64
) -> None:
    """Up to 64 numbers below 16 as cells, given as the sets of those with a one, a two, a four and an eight in them."""
    if words >= 8:
        store_8(out, at, ones, twos, fours, eights)
        return
    if words & 4:
        store_4(out, at, ones, twos, fours, eights)
        at += 4
        ones, twos, fours, eights = ones >> _32, twos >> _32, fours >> _32, eights >> _32
    if words & 2:
        store_2(out, at, ones, twos, fours, eights)
        at += 2
        ones, twos, fours, eights = ones >> _16, twos >> _16, fours >> _16, eights >> _16
    if words & 1:
        store_1(out, at, ones, twos, fours, eights)


@rule
def write_set(out: Grid, at: int, words: int, bits: np.uint64) -> None:
    """A set of up to 64 as cells of 0 and 1."""
    write_numbers(out, at, words, bits, NONE, NONE, NONE)


@intrinsic
def tight_lanes(typing_context: Any, near: Any, far: Any, length: Any) -> Any:
    """A bit for each byte of two rows: whether the second is farther by just this length."""

    def compare(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        there = builder.add(_load(context, builder, near, arguments[0], 0, 32), _in_all(builder, arguments[2], 32))
        equal = builder.icmp_unsigned("==", there, _load(context, builder, far, arguments[1], 0, 32))
        return builder.zext(builder.bitcast(equal, ir.IntType(32)), _WORD)

    return types.uint64(near, far, types.int64), compare


@intrinsic
def set_lane(typing_context: Any, row: Any, byte: Any, spaces: Any) -> Any:
    """Write one byte of a row."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.bitcast(context.make_array(row)(context, builder, arguments[0]).data, _BYTE.as_pointer())
        builder.store(builder.trunc(arguments[2], _BYTE), builder.gep(data, [arguments[1]]))
        return context.get_dummy_value()

    return types.none(row, types.int64, types.int64), write


@intrinsic
def lower_row(typing_context: Any, row: Any, other: Any, spaces: Any) -> Any:
    """Where the way by way of another row and on from there is shorter, take that."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        way = builder.add(_load(context, builder, other, arguments[1], 0, 32), _in_all(builder, arguments[2], 32))
        shorter = _smaller(builder, _load(context, builder, row, arguments[0], 0, 32), way)
        builder.store(shorter, _place(context, builder, row, arguments[0], _WORD(0), 32)).align = 8
        return context.get_dummy_value()

    return types.none(row, other, types.int64), lower


@intrinsic
def least_way(typing_context: Any, a: Any, b: Any, shift: Any, quiet: Any) -> Any:
    """Of the ways from first city to second that go from one node straight to the other, in either direction: what the
    least is, shifted by lane, without the lanes that are quiet (127)."""

    def find(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def half(argument: int, at: int) -> Any:
            return _load(context, builder, signature.args[argument], arguments[argument], at, 16)

        way = _smaller(builder, builder.add(half(0, 0), half(1, 2)), builder.add(half(1, 0), half(0, 2)))
        way = builder.or_(builder.add(way, half(2, 0)), half(3, 0))
        kind = ir.FunctionType(_BYTE, [_bytes(16)])
        name = "llvm.vector.reduce.umin.v16i8"
        least = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
        return builder.zext(builder.call(least, [way]), _WORD)

    return types.uint64(a, b, shift, quiet), find
