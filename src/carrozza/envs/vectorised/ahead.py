"""Fetching what the next games need while one is stepped.

A thousand games do not fit into a core's own cache, and a core waits for what it does not have there. On a GPU other
threads run while one waits, and interpreted rules have no use for it: there nothing is fetched.
"""

from typing import TYPE_CHECKING, Any, Final

from carrozza.envs.vectorised.slots import FLAT, Games, Results, Shared
from carrozza.kernel.compiled import INTERPRETED, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import SCRIPT, STATE, TURN
from carrozza.observation.recall import HALVES, Recall

LINE: Final = 64
"""Bytes that a cache takes at once."""
STATE_SIZE: Final = STATE.itemsize - 2 * SCRIPT
"""Without what only real tables and records need, which comes last."""
RECALL_SIZE: Final = Recall.dtype.fields["distance"][1]  # type: ignore[index]  # it has fields
"""What every decision reads. The distances follow."""
ROW_SIZE: Final = 8 * 2 * HALVES
"""Of the distances of one city."""
IN_CACHE: Final = 64
"""So many games fit into a core's own cache, where fetching takes longer than it saves."""

if INTERPRETED or TYPE_CHECKING:

    @rule
    def fetch_line(rows: Grid, row: int, place: int) -> None:
        return
else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _BYTE, _NUMBER = ir.IntType(8).as_pointer(), ir.IntType(32)
    _TO_WRITE, _SOON, _DATA = (_NUMBER(number) for number in (1, 3, 1))

    @intrinsic
    def fetch_line(typing_context: Any, rows: Any, row: Any, place: Any) -> Any:
        """Fetch the line in which this byte of a row lies, to be written."""

        def fetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(rows)(context, builder, arguments[0])
            at = builder.add(builder.mul(arguments[1], builder.extract_value(array.strides, 0)), arguments[2])
            line = builder.gep(builder.bitcast(array.data, _BYTE), [at])
            kind = ir.FunctionType(ir.VoidType(), [_BYTE, _NUMBER, _NUMBER, _NUMBER])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", [_BYTE], kind)
            builder.call(prefetch, [line, _TO_WRITE, _SOON, _DATA])
            return context.get_dummy_value()

        return types.none(rows, types.int64, types.int64), fetch


@rule
def fetch_row(rows: Grid, row: int, first: int, size: int) -> None:
    for place in range(first, first + size, LINE):
        fetch_line(rows, row, place)


@rule
def fetch_ahead(shared: Shared, games: Games, results: Results, at: int, first: int, last: int) -> None:
    """Fetch what comes after game `at`, of those that are stepped in turn."""
    if last - first > IN_CACHE and shared.options.observation > 0:
        fetch_row(games.states, at + 2 if at + 2 < last else first, 0, STATE_SIZE)
        fetch_rest(shared, games, results, at + 1 if at + 1 < last else first)


@rule
def fetch_rest(shared: Shared, games: Games, results: Results, at: int) -> None:
    """What is written, and the recall of the seat that will probably decide after the next action. The state has been
    fetched."""
    state = games.states[at]
    seat = whole(state.actor) if state.phase == TURN else (whole(state.actor) + 1) % whole(shared.options.seats)
    size = RECALL_SIZE + whole(shared.board.cities) * ROW_SIZE
    fetch_row(games.recalls, at, seat * games.recalls.itemsize, size)
    fetch_row(games.slots, at, 0, games.slots.itemsize)
    fetch_row(results.mask, at, 0, results.mask.shape[1] * 8)
    if shared.options.observation == FLAT:
        fetch_row(results.observations, at, 0, results.observations.shape[1] * 8)
    else:
        fetch_row(results.tokens, at, 0, results.tokens.shape[1])
