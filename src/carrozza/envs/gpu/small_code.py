"""Keep the code of a GPU kernel small.

What holds back thousands of games that each take their own way through the rules is fetching instructions: unrolled,
random play on the USA board is 1.3 MB of machine code, and a multiprocessor waits for it most of the time. So no loop
is unrolled, and what is long and seldom run is called rather than copied to wherever it is used.
"""

import re
from collections.abc import Sequence
from typing import Final

CALLED: Final = (
    *("shuffle_deck", "siphash_below", "renew_deck", "close_opening"),
    *("begin_game", "let_bots_play", "end_episode", "reward_seats", "show_mask", "show_observation"),
    *("follow", "finish", "score"),
    *("routes_on_way", "note_network", "without_way"),
)
"""Rules that stay functions of their own."""
SHORT: Final = ("tight_lanes", "lower_row", "least_way")
"""Rules whose loops may be unrolled: two or four times, with little in them."""

_LABEL = re.compile(r'^("[^"]+"|[\w.$-]+):')
_TARGET = re.compile(r'label %("[^"]+"|[\w.$-]+)')
_NAME = re.compile(r'@("[^"]+"|[\w.$-]+)\(')
_METADATA = re.compile(r"^!(\d+) =", re.MULTILINE)


def small(module: str) -> str:
    """The same LLVM module, with the wish that it stays small."""
    return _without_unrolling(_with_calls(module))


def _with_calls(module: str) -> str:
    lines = module.split("\n")
    return "\n".join(
        _not_inlined(line) if line.startswith("define") and _is_one_of(CALLED, line) else line for line in lines
    )


def _is_one_of(rules: Sequence[str], definition: str) -> bool:
    """A compiled rule's name holds that of its source, with its length before it and its version behind it."""
    found = _NAME.search(definition)
    return found is not None and any(f"{len(name)}{name}B" in found.group(1) for name in rules)


def _not_inlined(definition: str) -> str:
    head, brace, _ = definition.partition("{")
    return f"{head.rstrip()} noinline {brace}".rstrip()


def _without_unrolling(module: str) -> str:
    """A branch back to a label that came before it closes a loop. Each loop gets its own metadata."""
    made: list[str] = []
    loops: dict[tuple[int, str], int] = {}
    number = max(map(int, _METADATA.findall(module)), default=0) + 1
    function, may_unroll = 0, False
    seen: set[str] = set()
    for line in module.split("\n"):
        if line.startswith("define"):
            function, seen, may_unroll = function + 1, set(), _is_one_of(SHORT, line)
        elif label := _LABEL.match(line):
            seen.add(label.group(1).strip('"'))
        elif not may_unroll and line.lstrip().startswith("br ") and (back := seen.intersection(_targets(line))):
            loop = loops.setdefault((function, min(back)), number + len(loops))
            line = f"{line}, !llvm.loop !{loop}"
        made.append(line)
    if loops:
        wish = number + len(loops)
        made += [f"!{loop} = distinct !{{!{loop}, !{wish}}}" for loop in loops.values()]
        made.append(f'!{wish} = !{{!"llvm.loop.unroll.disable"}}')
    return "\n".join(made)


def _targets(branch: str) -> set[str]:
    return {label.strip('"') for label in _TARGET.findall(branch)}
