"""The random bot: every legal action is equally likely."""

from carrozza.bots.compiled.memory import Memory
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import count, nth
from carrozza.kernel.chance import splitmix_below
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import NOBODY


@entry
def choose_any(mask: Grid, memory: Memory) -> int:
    """One of the actions in the mask; -1 where it is empty."""
    actions = 0
    for word in range(WORDS):
        actions += count(mask[word])
    n = splitmix_below(memory, actions)  # type: ignore[arg-type]  # any record with an `rng` will do
    for word in range(WORDS):
        here = count(mask[word])
        if n < here:
            return word * 64 + nth(mask[word], n)
        n -= here
    return NOBODY
