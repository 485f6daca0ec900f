"""Sets of bits as cells, with the vector instructions of the processor: the compiler spreads 64 bits over 64 bytes in
two or three of them. It is told so in LLVM's own terms, which hold for every processor; from loops it does not see it.

`plain.py` has the same for the interpreter and for a GPU.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid

_8, _16, _32 = np.uint64(8), np.uint64(16), np.uint64(32)
_BIT, _CELL = ir.IntType(1), ir.IntType(8)


def _stores(words: int) -> Any:
    """An instruction that writes so many words of eight cells, given their ones, twos, fours and eights as bits."""
    cells = words * 8

    @intrinsic  # type: ignore[untyped-decorator]
    def store(typing_context: Any, out: Any, at: Any, ones: Any, twos: Any, fours: Any, eights: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(out)(context, builder, arguments[0])
            place = builder.gep(array.data, [arguments[1]])
            place = builder.bitcast(place, ir.VectorType(_CELL, cells).as_pointer())
            whole = ir.Constant(ir.VectorType(_CELL, cells), [0] * cells)
            for power, bits in enumerate(arguments[2:]):
                few = builder.trunc(bits, ir.IntType(cells)) if cells < 64 else bits
                spread = builder.zext(builder.bitcast(few, ir.VectorType(_BIT, cells)), ir.VectorType(_CELL, cells))
                shift = ir.Constant(ir.VectorType(_CELL, cells), [power] * cells)
                whole = builder.or_(whole, builder.shl(spread, shift))
            builder.store(whole, place).align = 8
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
