"""Names of routes and tickets in either direction, and the nearest name to a wrong one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches


def other_direction(name: str, a: str, b: str) -> str | None:
    """The id with its two cities exchanged; none where it is not made of them.

    >>> other_direction("madrid-pamplona-white", "madrid", "pamplona")
    'pamplona-madrid-white'
    """
    rest = name.removeprefix(f"{a}-{b}")
    return f"{b}-{a}{rest}" if rest != name and (not rest or rest.startswith("-")) else None


def numbers_by_name(entries: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """Where each `(id, a, b)` stands, by its id and by the id in the other direction, where that means one entry."""
    listed = list(entries)
    numbers = {name: number for number, (name, _, _) in enumerate(listed)}
    swapped = [other_direction(*entry) for entry in listed]
    times = Counter(swapped)
    for number, name in enumerate(swapped):
        if name is not None and times[name] == 1:
            numbers.setdefault(name, number)
    return numbers


LONGEST_GUESSED = 40
"""Longer names are not compared letter by letter: nobody types them, and it takes long."""

_guesses_left: ContextVar[list[int] | None] = ContextVar("guesses_left", default=None)


@contextmanager
def limited_guesses(most: int) -> Iterator[None]:
    """Guess what is meant only so often: each guess takes milliseconds, and a hostile file has thousands of slips."""
    token = _guesses_left.set([most])
    try:
        yield
    finally:
        _guesses_left.reset(token)


def _may_guess(wrong: str) -> bool:
    left = _guesses_left.get()
    if left is not None:
        left[0] -= 1
    return len(wrong) <= LONGEST_GUESSED and (left is None or left[0] >= 0)


def nearest(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that this one may mean: all that go on where it ends, or the one most like it.

    >>> nearest("madrid-pamplona", ["madrid-pamplona-black", "madrid-pamplona-white", "madrid-lisboa"])
    ('madrid-pamplona-black', 'madrid-pamplona-white')
    >>> nearest("madrid-lisbon", ["madrid-cadiz", "madrid-lisboa"])
    ('madrid-lisboa',)
    """
    if not _may_guess(wrong):
        return ()
    names = {name.lower(): name for name in sorted(known) if len(name) <= 2 * LONGEST_GUESSED}
    folded = wrong.lower()
    longer = tuple(name for lower, name in names.items() if lower.startswith(f"{folded}-"))
    return longer or tuple(names[lower] for lower in get_close_matches(folded, names, n=1))


def nearest_ids(wrong: str, numbers: Mapping[str, int], ids: Sequence[str]) -> tuple[str, ...]:
    """As `nearest` among names in either direction, but told by their ids."""
    return tuple(dict.fromkeys(ids[numbers[name]] for name in nearest(wrong, numbers)))
