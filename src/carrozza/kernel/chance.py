"""The random generator, kept in the state: a seed and the decisions give the same game everywhere.

Without a key it is SplitMix64: fast, but whoever sees enough of its numbers can compute the others. With a key it is
SipHash-2-4 of a counter: numbers that were seen tell nothing about the others to anybody who lacks the key.
"""

import numpy as np

from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import whole
from carrozza.kernel.state import State

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SPAN = np.uint64(1 << 32)

_0, _1, _13, _16, _17, _21, _64 = (np.uint64(number) for number in (0, 1, 13, 16, 17, 21, 64))
_SIP_0 = np.uint64(0x736F6D6570736575)
_SIP_1 = np.uint64(0x646F72616E646F6D)
_SIP_2 = np.uint64(0x6C7967656E657261)
_SIP_3 = np.uint64(0x7465646279746573)
_SIP_LENGTH = np.uint64(8 << 56)
"""The last word of a message of eight bytes: its length."""
_SIP_END = np.uint64(0xFF)

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@rule
def mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@entry
def stream(seed: np.uint64, number: int) -> np.uint64:
    """The seed of the `number`-th of many games that share one seed."""
    return mixed(mixed(seed + _STEP) + np.uint64(number) * _STEP)


@rule
def rotated(word: np.uint64, places: np.uint64) -> np.uint64:
    return (word << places) | (word >> (_64 - places))


@rule
def sip_rounds(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, number: int) -> Words:
    for _ in range(number):
        a += b
        c += d
        b = rotated(b, _13) ^ a
        d = rotated(d, _16) ^ c
        a = rotated(a, _32)
        c += b
        a += d
        b = rotated(b, _17) ^ c
        d = rotated(d, _21) ^ a
        c = rotated(c, _32)
    return a, b, c, d


@entry
def siphash(key_low: np.uint64, key_high: np.uint64, word: np.uint64) -> np.uint64:
    """SipHash-2-4 of the eight bytes of a word."""
    a, b, c, d = key_low ^ _SIP_0, key_high ^ _SIP_1, key_low ^ _SIP_2, key_high ^ _SIP_3
    a, b, c, d = sip_rounds(a, b, c, d ^ word, 2)
    a, b, c, d = sip_rounds(a ^ word, b, c, d ^ _SIP_LENGTH, 2)
    a, b, c, d = sip_rounds(a ^ _SIP_LENGTH, b, c ^ _SIP_END, d, 4)
    return a ^ b ^ c ^ d


@rule
def start_over(state: State, seed: np.uint64) -> None:
    """SplitMix64 from here on, whatever there was."""
    state.rng = seed
    state.key_low = _0
    state.key_high = _0


@rule
def splitmix(generator: State) -> np.uint64:
    """The next number without a key, of any record with an `rng`: a state, or the memory of a bot."""
    generator.rng += _STEP
    return mixed(generator.rng)


@rule
def splitmix_below(generator: State, limit: int) -> int:
    """Lemire's method: no bias, hardly ever a second try."""
    span = np.uint64(limit)
    product = (splitmix(generator) >> _32) * span
    if product & _LOW < span:
        unfair = (_SPAN - span) % span
        while product & _LOW < unfair:
            product = (splitmix(generator) >> _32) * span
    return whole(product >> _32)


@rule
def siphash_below(state: State, limit: int) -> int:
    """The same with a key."""
    span = np.uint64(limit)
    unfair = (_SPAN - span) % span
    while True:
        state.rng += _1
        product = (siphash(state.key_low, state.key_high, state.rng) >> _32) * span
        if product & _LOW >= unfair:
            return whole(product >> _32)


@rule
def has_key(state: State) -> bool:
    return bool(state.key_high != _0)


@rule
def below(state: State, limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely."""
    return siphash_below(state, limit) if has_key(state) else splitmix_below(state, limit)
