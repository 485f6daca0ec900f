"""How Python calls a compiled rule: with the bytes of its records.

Numba looks up every field of a record on each call to find its type. So an entry is two functions: a compiled one that
takes an array of bytes for each record, and one in Python that passes these arrays on.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import intrinsic

from carrozza.kernel.layout import Record, whole

Compile = Callable[..., Any]


@intrinsic
def record_in(typing_context: Any, data: Any, dtype: Any) -> Any:
    """The record that lies in these bytes."""

    def point(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(data)(context, builder, arguments[0])
        return builder.bitcast(array.data, context.get_value_type(dtype.dtype))

    return dtype.dtype(data, dtype), point


def callable_from_python(function: Any, compile_function: Compile) -> Any:
    """A function for Python with the compiled rule inside, which compiled code finds there."""
    records = {name: kind for name, kind in function.__annotations__.items() if _is_record(kind)}
    if not records and np.uint64 not in function.__annotations__.values():
        return compile_function(function)
    rule = compile_function(function, no_cpython_wrapper=bool(records))
    inner = compile_function(_on_bytes(function, rule, records)) if records else rule
    made = _from_python(function, inner, records)
    made._numba_type_ = rule._numba_type_
    return made


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


def _on_bytes(function: Any, rule: Any, records: dict[str, type[Record]]) -> Any:
    """`rule(record_in(board, Board.dtype), record_in(state, State.dtype), whole(action))`, to be compiled."""
    given = []
    for name in inspect.signature(function).parameters:
        if name in records:
            given.append(f"record_in({name}, dtype_of_{name})")
        else:
            given.append(f"whole({name})" if function.__annotations__.get(name) is int else name)
    known = {f"dtype_of_{name}": kind.dtype for name, kind in records.items()}
    body = f"    return rule({', '.join(given)})"
    return _made(function, "_on_bytes", body, {"rule": rule, "record_in": record_in, "whole": whole, **known})


def _from_python(function: Any, inner: Any, records: dict[str, type[Record]]) -> Any:
    """`inner(board.memory, state.memory, action)`; a record of a NumPy array lacks `memory`, and is wrapped first."""
    kinds = function.__annotations__
    given = {name: name for name in inspect.signature(function).parameters}
    given |= {name: f"uint64({name})" for name in given if kinds.get(name) is np.uint64}
    fast = given | {name: f"{name}.memory" for name in records}
    slow = given | {name: f"record_of_{name}({name}).memory" for name in records}
    answer = "uint64(inner({}))" if kinds.get("return") is np.uint64 else "inner({})"
    body = [
        "    try:",
        f"        return {answer.format(', '.join(fast.values()))}",
        "    except AttributeError:",
        f"        return {answer.format(', '.join(slow.values()))}",
    ]
    known = {f"record_of_{name}": kind.of for name, kind in records.items()}
    made = _made(function, "", "\n".join(body), {"inner": inner, "uint64": np.uint64, **known})
    return functools.update_wrapper(made, function)


def _made(function: Any, suffix: str, body: str, known: dict[str, Any]) -> Any:
    """A function with the parameters of another. It names the same source file, or Numba would not cache it."""
    name = function.__name__ + suffix
    source = f"def {name}({', '.join(inspect.signature(function).parameters)}):\n{body}\n"
    known["__name__"] = function.__module__
    exec(compile(source, function.__code__.co_filename, "exec"), known)
    made = known[name]
    made.__code__ = made.__code__.replace(co_firstlineno=function.__code__.co_firstlineno)
    return made
